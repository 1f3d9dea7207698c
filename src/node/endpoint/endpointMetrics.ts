import type { Clock } from '../../core/support/clock';
import type { Tracer } from '../../core/support/tracer';

/** Upper ends of the buckets of durations, in seconds. */
const BUCKETS_S = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** Whose tool was called: all that is told apart. */
type Kind = 'switchyard' | 'server';

/** Why a request was turned away. */
export type RefusalReason = 'token' | 'scope' | 'rate' | 'stopping' | 'issuer' | 'request' | 'places';

interface KindCounts {
  calls: number;
  errors: number;
  seconds: number;
  readonly buckets: number[];
}

/** Counts what an endpoint does, in Prometheus' text format: no name of a user, a tool or a server, and no argument. */
export class EndpointMetrics {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #refusals = new Map<RefusalReason, number>();
  readonly #kinds: Readonly<Record<Kind, KindCounts>> = { switchyard: noCounts(), server: noCounts() };

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  refused(reason: RefusalReason): void {
    this.#refusals.set(reason, (this.#refusals.get(reason) ?? 0) + 1);
  }

  /** Counts the calls that are made to us, and lets another tracer follow all. */
  tracer(other: Tracer): Tracer {
    return {
      begin: call => {
        const trace = other.begin(call);
        if (call.side !== 'server') return trace;
        const counts = this.#kinds[call.server === undefined ? 'switchyard' : 'server'];
        const startedMs = this.#clock.monotonicMs();
        return {
          meta: trace?.meta ?? call.meta ?? {},
          end: (error, result) => {
            count(counts, (this.#clock.monotonicMs() - startedMs) / 1_000, error !== undefined);
            trace?.end(error, result);
          },
        };
      },
    };
  }

  /** @param sessions those that are open now */
  text(sessions: number): string {
    const kinds = Object.entries(this.#kinds);
    const lines = [
      ...head('switchyard_tool_calls_total', 'counter', 'Calls of tools that have ended.'),
      ...kinds.map(([kind, { calls }]) => `switchyard_tool_calls_total{kind="${kind}"} ${calls}`),
      ...head('switchyard_tool_errors_total', 'counter', 'Those that ended with an error.'),
      ...kinds.map(([kind, { errors }]) => `switchyard_tool_errors_total{kind="${kind}"} ${errors}`),
      ...head('switchyard_tool_duration_seconds', 'histogram', 'How long they took.'),
      ...kinds.flatMap(([kind, counts]) => histogram(kind, counts)),
      ...head('switchyard_sessions', 'gauge', 'Sessions that are open.'),
      `switchyard_sessions ${sessions}`,
      ...head('switchyard_refusals_total', 'counter', 'Requests that were turned away.'),
      ...[...this.#refusals].map(
        ([reason, times]) => `switchyard_refusals_total{reason="${reason}"} ${times}`,
      ),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function noCounts(): KindCounts {
  return { calls: 0, errors: 0, seconds: 0, buckets: BUCKETS_S.map(() => 0) };
}

function count(counts: KindCounts, seconds: number, isError: boolean): void {
  counts.calls++;
  counts.seconds += seconds;
  if (isError) counts.errors++;
  for (const [i, end] of BUCKETS_S.entries()) {
    if (seconds <= end) counts.buckets[i] = (counts.buckets[i] ?? 0) + 1;
  }
}

function head(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function histogram(kind: string, { calls, seconds, buckets }: KindCounts): readonly string[] {
  const name = 'switchyard_tool_duration_seconds';
  return [
    ...BUCKETS_S.map((end, i) => `${name}_bucket{kind="${kind}",le="${end}"} ${buckets[i]}`),
    `${name}_bucket{kind="${kind}",le="+Inf"} ${calls}`,
    `${name}_sum{kind="${kind}"} ${seconds}`,
    `${name}_count{kind="${kind}"} ${calls}`,
  ];
}
