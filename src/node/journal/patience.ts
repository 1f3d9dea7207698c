import type { Clock } from '../../core/support/clock';
import { isBusy } from './sqliteErrors';

/** How long someone else may be in the way before a caller hears of it (ARCHITECTURE.md, two windows). */
const GIVE_UP_AFTER_MS = 30_000;

/** Until then we try about every 2 ms, shorter than the gap that `Turns` leaves to others; later about every 20 ms. */
const EAGER_MS = 2_000;

/** Openings wait longer from try to try, up to this: two hundred that try every few milliseconds leave no time to whoever is in. */
const CALM_PAUSE_MS = 100;

/** What is tried still, after all patience was used up, before somebody goes on without (chosen here). */
const LAST_TRY_MS = 250;

/**
 * Tries until nobody is in the way, first at once and then letting the event loop run between tries. SQLite's own busy
 * timeout would block it, and a deferred transaction would fail in spite of it.
 */
export function withPatience<R>(clock: Clock, attempt: () => R): R | Promise<R> {
  return new Patience(clock).run(attempt);
}

/** Patience that several steps share: however many of them find someone in the way, they wait no longer than one would. */
export class Patience {
  readonly clock: Clock;
  readonly #isCalm: boolean;
  readonly #onWaiting: (() => void) | undefined;
  #leftMs = GIVE_UP_AFTER_MS;
  #hasTold = false;

  /** `onWaiting` hears once that somebody is in the way for longer than usual; with it, tries become rare while it lasts. */
  constructor(clock: Clock, onWaiting?: () => void) {
    this.clock = clock;
    this.#onWaiting = onWaiting;
    this.#isCalm = onWaiting !== undefined;
  }

  /** Tries until nobody is in the way or there is no patience left. */
  run<R>(attempt: () => R): R | Promise<R> {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.#keepTrying(attempt);
    }
  }

  async #keepTrying<R>(attempt: () => R): Promise<R> {
    const startMs = this.clock.monotonicMs();
    const limitMs = Math.max(this.#leftMs, LAST_TRY_MS);
    for (;;) {
      const waitedMs = this.clock.monotonicMs() - startMs;
      // Jitter keeps two that wait from meeting again and again.
      await pause(this.clock, this.#pauseMs(waitedMs) * (1 + Math.random()));
      if (waitedMs >= EAGER_MS) this.#tell();
      try {
        const result = attempt();
        this.#leftMs -= waitedMs;
        return result;
      } catch (error) {
        if (isBusy(error) && waitedMs <= limitMs) continue;
        this.#leftMs -= waitedMs;
        throw error;
      }
    }
  }

  #pauseMs(waitedMs: number): number {
    if (this.#isCalm) return Math.min(CALM_PAUSE_MS, Math.max(2, waitedMs / 5));
    return waitedMs < EAGER_MS ? 1 : 10;
  }

  #tell(): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#onWaiting?.();
  }
}

/** Lets the event loop run for about this long. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise(resolve => {
    clock.after(delayMs, resolve);
  });
}
