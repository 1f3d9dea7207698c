import type { Clock } from '../../core/support/clock';
import { isBusy } from './sqliteErrors';

/** How long someone else may be in the way before a caller hears of it (ARCHITECTURE.md, two windows). */
const GIVE_UP_AFTER_MS = 30_000;

/** Until then we try about every 2 ms, shorter than the gap that `Turns` leaves to others; later about every 20 ms. */
const EAGER_MS = 2_000;

/**
 * Tries until nobody is in the way, first at once and then letting the event loop run between tries. SQLite's own busy
 * timeout would block it, and a deferred transaction would fail in spite of it.
 */
export function withPatience<R>(clock: Clock, attempt: () => R): R | Promise<R> {
  try {
    return attempt();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return keepTrying(clock, attempt);
  }
}

async function keepTrying<R>(clock: Clock, attempt: () => R): Promise<R> {
  const startMs = clock.monotonicMs();
  for (;;) {
    const waitedMs = clock.monotonicMs() - startMs;
    // Jitter keeps two that wait from meeting again and again.
    await pause(clock, (waitedMs < EAGER_MS ? 1 : 10) * (1 + Math.random()));
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || waitedMs > GIVE_UP_AFTER_MS) throw error;
    }
  }
}

/** Lets the event loop run for about this long. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise(resolve => {
    clock.after(delayMs, resolve);
  });
}
