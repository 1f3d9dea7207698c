import type { Clock } from '../../core/support/clock';
import { pause } from './patience';

/** A writer that has not paused for this long leaves a gap (chosen here: 3 % of the time in a tight loop). */
const STINT_MS = 100;

/** Long enough for everybody who waits to try once, see `withPatience`. */
const GAP_MS = 3;

/**
 * Leaves gaps between our own transactions, so that other processes get in: SQLite's lock is not fair, and a tight loop
 * of one writer starved another (532 commits against 2, measured). Timers and I/O of this process run in the gaps too.
 */
export class Turns {
  readonly #clock: Clock;
  #stintStartMs = 0;
  #lastEndMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What to wait for before the next transaction; undefined, most of the time, where we may try at once. */
  gap(): Promise<void> | undefined {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lastEndMs >= GAP_MS) this.#stintStartMs = nowMs;
    if (nowMs - this.#stintStartMs < STINT_MS) return undefined;
    return pause(this.#clock, GAP_MS).then(() => {
      this.#stintStartMs = this.#clock.monotonicMs();
    });
  }

  /** A transaction has ended. */
  ended(): void {
    this.#lastEndMs = this.#clock.monotonicMs();
  }
}
