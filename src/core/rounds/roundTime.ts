import type { Clock } from '../support/clock';
import type { Disposable } from '../support/disposable';
import { Refusal } from '../support/refusal';

/** How long a person may think about one question, in milliseconds (chosen here): then the round's time is up. */
export const MAX_ANSWER_MS = 600_000;

/** The time of a round. It does not go on while a person is asked. */
export class RoundTime implements Disposable {
  readonly #clock: Clock;
  readonly #up = new AbortController();
  #leftMs: number;
  /** Questions that are open. */
  #asking = 0;
  #startedMs = 0;
  #timer: Disposable;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#leftMs = ms;
    this.#timer = this.#run();
  }

  /** Fires when it is up. */
  get signal(): AbortSignal {
    return this.#up.signal;
  }

  /** Stops the time until somebody has answered: that has a limit of its own. */
  async without<T>(asking: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    if (this.#asking === 1) this.#stop();
    try {
      return await asking();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) {
        this.#timer.dispose();
        this.#timer = this.#run();
      }
    }
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #stop(): void {
    this.#timer.dispose();
    this.#leftMs -= this.#clock.monotonicMs() - this.#startedMs;
    this.#timer = this.#clock.after(MAX_ANSWER_MS, () => this.#end());
  }

  #run(): Disposable {
    this.#startedMs = this.#clock.monotonicMs();
    return this.#clock.after(Math.max(0, this.#leftMs), () => this.#end());
  }

  #end(): void {
    this.#up.abort(new Refusal('cancelled', 'The time of the round is up.'));
  }
}
