import type { Clock, Instant } from '../../src/core/support/clock';
import { disposable } from '../../src/core/support/disposable';

/** A clock that leaps to whatever is waited for. */
export function leapingClock(): Clock {
  let ms = 0;
  return {
    now: () => ms as Instant,
    monotonicMs: () => ms,
    after(delayMs, run) {
      queueMicrotask(() => {
        ms += delayMs;
        run();
      });
      return disposable(() => undefined);
    },
  };
}
