import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';

/** Runs something at most once in an interval, however often it is asked for; the last wish is never lost. */
export class Pace implements Disposable {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #run: () => void;
  #lastMs = Number.NEGATIVE_INFINITY;
  #waiting: Disposable | undefined;

  constructor(clock: Clock, intervalMs: number, run: () => void) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#run = run;
  }

  /** Asks for a run: soon, and never within the call. */
  ask(): void {
    const due = this.#lastMs + this.#intervalMs - this.#clock.monotonicMs();
    this.#waiting ??= this.#clock.after(Math.max(0, due), () => {
      this.#waiting = undefined;
      this.#lastMs = this.#clock.monotonicMs();
      this.#run();
    });
  }

  dispose(): void {
    this.#waiting?.dispose();
    this.#waiting = undefined;
  }
}
