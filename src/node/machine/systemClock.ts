import type { Clock, Instant } from '../../core/support/clock';
import { disposable } from '../../core/support/disposable';

/** The machine's clock. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return disposable(() => clearTimeout(timer));
  },
};
