import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { Clock } from '../../support/clock';
import type { Health, UpstreamConnection } from './upstream';

/** How long a server may take to answer when somebody wants to know. */
const PING_TIMEOUT_MS = 2_000;

/** How a server is, as far as can be told without starting it. */
export type HealthReport = { readonly server: ServerId } & (
  | { readonly state: 'answers'; readonly processes: number; readonly slowestMs: number }
  /** It runs and does not answer, or its last start failed. */
  | { readonly state: 'silent' | 'failed'; readonly words: string }
  /** Something is missing; the words say what to do. */
  | { readonly state: 'not-ready'; readonly why: 'credentials' | 'runtime'; readonly words: string }
  | { readonly state: 'disabled' | 'idle' | 'starting' }
);

/** What a check looks at. */
export interface HealthWorld {
  readonly catalog: Pick<Catalog, 'entries' | 'readiness' | 'runtime'>;
  readonly pool: {
    health(server: ServerId): Health;
    connections(server: ServerId): readonly Pick<UpstreamConnection, 'ping'>[];
  };
  readonly clock: Clock;
}

/** Asks every server that runs, at once, and looks at what the others would need. Starts nothing. */
export async function checkHealth(world: HealthWorld): Promise<readonly HealthReport[]> {
  const outside = world.catalog.entries().filter(({ launch }) => launch.type !== 'native');
  return await Promise.all(
    outside.map(async entry => ({ server: entry.id, ...(await stateOf(entry, world)) })),
  );
}

type State = HealthReport extends infer Report
  ? Report extends HealthReport
    ? Omit<Report, 'server'>
    : never
  : never;

async function stateOf(entry: CatalogEntry, world: HealthWorld): Promise<State> {
  const connections = world.pool.connections(entry.id);
  if (connections.length > 0) return await asked(connections, world.clock);
  const health = world.pool.health(entry.id);
  if (health.state === 'starting') return { state: 'starting' };
  const readiness = world.catalog.readiness(entry);
  if (readiness.status === 'disabled') return { state: 'disabled' };
  if (readiness.status === 'missing-credentials')
    return { state: 'not-ready', why: 'credentials', words: readiness.message };
  const runtime = world.catalog.runtime(entry);
  if (runtime.status === 'missing') return { state: 'not-ready', why: 'runtime', words: runtime.message };
  return health.state === 'error' ? { state: 'failed', words: health.reason } : { state: 'idle' };
}

async function asked(connections: readonly Pick<UpstreamConnection, 'ping'>[], clock: Clock): Promise<State> {
  const from = clock.monotonicMs();
  const outcomes = await Promise.allSettled(
    connections.map(async connection => {
      await connection.ping(PING_TIMEOUT_MS);
      return clock.monotonicMs() - from;
    }),
  );
  const silent = outcomes
    .filter(outcome => outcome.status === 'rejected')
    .map(({ reason }) => reason as unknown);
  if (silent.length === 0) {
    const times = outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : 0));
    return { state: 'answers', processes: times.length, slowestMs: Math.max(...times) };
  }
  const words = silent
    .map(reason => (reason instanceof Error ? reason.message : ''))
    .find(each => each !== '');
  return {
    state: 'silent',
    words: `It didn't answer a ping within ${PING_TIMEOUT_MS / 1_000} s. ${words ?? ''}`.trimEnd(),
  };
}
