import type { Bus } from '../journal/bus';
import type { Clock } from '../support/clock';
import { type Disposable, disposable } from '../support/disposable';
import type { Workflows } from '../workflow/workflows';

/** Shortest time between two heartbeats, in milliseconds, whatever is wished. */
const FLOOR_MS = 250;

/** Longest: a timer that is to wait for more than 24 days rings at once (chosen here). */
const CEILING_MS = 3_600_000;

/** Who has not read events for so long does not read them any more, in milliseconds (chosen here). */
const READING_MS = 60_000;

interface HeartbeatParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly workflows: Pick<Workflows, 'running'>;
  readonly intervalMs: () => number;
}

/** Milliseconds between two heartbeats, as they really are. */
export function heartbeatMs(wishedMs: number): number {
  return Math.min(Math.max(FLOOR_MS, wishedMs), CEILING_MS);
}

/** Tells every few seconds of each run that goes on, for as long as somebody reads it. */
export class Heartbeat implements Disposable {
  readonly #parts: HeartbeatParts;
  readonly #listening: Disposable;
  #timer: Disposable | undefined;
  #readAtMs = -Infinity;
  /** Clients that want to be told of a run, and say nothing meanwhile. */
  #held = 0;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#listening = parts.bus.subscribe(({ stream }) => void (stream === 'workflow' && this.#wake()));
  }

  /** Somebody reads events. */
  noticeReader(): void {
    this.#readAtMs = this.#parts.clock.monotonicMs();
    this.#wake();
  }

  /** Somebody reads an address until it says that it does not; only of a run is that a reason for signs of life. */
  hold(uri: string): Disposable {
    if (!uri.startsWith('sc://runs/')) return disposable(() => undefined);
    this.#held += 1;
    this.#wake();
    return disposable(() => (this.#held -= 1));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#timer?.dispose();
  }

  #wake(): void {
    if (this.#timer !== undefined || !this.#isRead() || this.#parts.workflows.running().length === 0) return;
    this.#timer = this.#parts.clock.after(heartbeatMs(this.#parts.intervalMs()), () => {
      this.#timer = undefined;
      if (this.#isRead()) this.#beat();
      this.#wake();
    });
  }

  #isRead(): boolean {
    return this.#held > 0 || this.#parts.clock.monotonicMs() - this.#readAtMs < READING_MS;
  }

  #beat(): void {
    const { bus, clock, workflows } = this.#parts;
    for (const { id, status, session } of workflows.running()) {
      bus.publish({
        seq: null,
        ts: clock.now(),
        stream: 'heartbeat',
        kind: 'heartbeat',
        cat: 'workflow',
        // Many, and of no interest to who looks for what happened.
        level: 'debug',
        session,
        run_id: id,
        payload: { msg: 'alive', task: id, status },
        v: 1,
      });
    }
  }
}
