import type { Clock, Instant } from '../../src/core/support/clock';
import { disposable } from '../../src/core/support/disposable';

/** The machine's own time, for tests of what other processes and the disk do: those do not wait for a stopped clock. */
export const runningClock: Clock = {
  now: () => Date.now() as Instant,
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return disposable(() => clearTimeout(timer));
  },
};
