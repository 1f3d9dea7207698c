import type { Clock, Instant } from '../../src/core/support/clock';
import { type Disposable, disposable } from '../../src/core/support/disposable';

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/** A clock that moves only when the test says so. The wall clock and the monotonic one can be moved apart. */
export class StoppedClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;
  readonly #timers = new Set<Timer>();

  constructor(wallMs = Date.UTC(2026, 0, 1, 12)) {
    this.#wallMs = wallMs;
  }

  now(): Instant {
    return this.#wallMs as Instant;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(delayMs: number, run: () => void): Disposable {
    const timer: Timer = { dueMs: this.#monotonicMs + delayMs, run };
    this.#timers.add(timer);
    return disposable(() => this.#timers.delete(timer));
  }

  /** Moves both clocks on and runs what falls due, in order of time. */
  advance(ms: number): void {
    const target = this.#monotonicMs + ms;
    for (let next = this.#nextDue(target); next !== undefined; next = this.#nextDue(target)) {
      this.#timers.delete(next);
      this.#wallMs += next.dueMs - this.#monotonicMs;
      this.#monotonicMs = next.dueMs;
      next.run();
    }
    this.#wallMs += target - this.#monotonicMs;
    this.#monotonicMs = target;
  }

  /** Sets the wall clock, as a time server or a user would: the monotonic one does not notice. */
  setWall(wallMs: number): void {
    this.#wallMs = wallMs;
  }

  #nextDue(untilMs: number): Timer | undefined {
    return [...this.#timers].filter(timer => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  }
}
