import type { Clock } from '../../support/clock';
import { type Disposable, disposable } from '../../support/disposable';

/** The window activations are counted in. */
export const WINDOW_MS = 60_000;

interface Take {
  readonly atMs: number;
}

/** At most `limit` takes in any 60 s, measured on the monotonic clock: a jump of the wall clock changes nothing. */
export class RateLimit {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** The takes that still count, oldest first. */
  #takes: Take[] = [];

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Milliseconds until one more may pass; 0 when it may now. */
  retryInMs(limit: number): number {
    const now = this.#clock.monotonicMs();
    this.#takes = this.#takes.filter(take => now - take.atMs < WINDOW_MS);
    if (this.#takes.length < limit) return 0;
    const freesAPlace = this.#takes[this.#takes.length - limit];
    return freesAPlace === undefined ? WINDOW_MS : freesAPlace.atMs + WINDOW_MS - now;
  }

  /** Takes a place at once, so that two who ask together can't both get the last. Disposing gives it back. */
  take(): Disposable {
    const take: Take = { atMs: this.#clock.monotonicMs() };
    this.#takes.push(take);
    return disposable(() => {
      this.#takes = this.#takes.filter(other => other !== take);
    });
  }
}
