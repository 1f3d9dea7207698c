import type { RoundEvent } from '../../src/core/rounds/roundEvent';
import { RoundKeeper } from '../../src/core/rounds/roundKeeper';
import { RoundServers } from '../../src/core/rounds/roundServers';
import type { RoundParts } from '../../src/core/rounds/roundParts';
import { Rounds } from '../../src/core/rounds/rounds';
import type { RoundWish } from '../../src/core/rounds/roundWish';
import type { ServerWish } from '../../src/core/rounds/serverWish';
import { entryOf, MemorySource } from './catalogWorld';
import { KeptLog } from './keptLog';
import { gatewayWorld } from './gatewayWorld';
import { type Said, ScriptedModel } from './scriptedModel';
import { noSignal } from './testCore';

/** A server whose tools run without a question. */
export const FILES: ServerWish = { label: 'files', allowedTools: [], requireApproval: 'never' };

/** A round with nothing special about it. */
export const WISH: RoundWish = {
  model: 'm',
  messages: [{ role: 'user', content: 'Go' }],
  servers: [FILES],
  customTools: [],
  settings: {},
  maxLoops: 10,
  timeoutMs: 1_000,
  approvals: new Map(),
};

/** What only some hosts have. */
type Extras = Pick<RoundParts, 'approver' | 'hostTools' | 'book'> & Partial<Pick<RoundParts, 'model'>>;

/** Rounds over a world of servers, with a model that says what a test wants. */
export async function roundWorld(...script: readonly Said[]) {
  return await roundWorldWith(() => ({}), ...script);
}

/** The same in a host with more. */
export async function roundWorldWith(
  extras: (core: Awaited<ReturnType<typeof gatewayWorld>>) => Extras,
  ...script: readonly Said[]
) {
  const servers = new RoundServers(new KeptLog());
  const guarded = entryOf('guarded', { requireApproval: 'always' });
  const core = await gatewayWorld({ sources: [servers, new MemorySource('settings', guarded)] });
  core.servers.add('guarded', { tools: ['write'] });
  const keeper = new RoundKeeper({ ...core, log: new KeptLog() });
  const model = new ScriptedModel(...script);
  const rounds = new Rounds({ ...core, servers, keeper, model, ...extras(core) });
  const events: RoundEvent[] = [];
  const run = async (wish: Partial<RoundWish> = {}, signal = noSignal()) =>
    await rounds.run({ ...WISH, ...wish }, event => events.push(event), signal);
  return { core, model, events, run, types: () => events.map(({ type }) => type) };
}
