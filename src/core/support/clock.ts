import type { Disposable } from './disposable';

/** Epoch milliseconds, from the Clock port. For display and records only: it may jump. */
export type Instant = number & { readonly brand: 'Instant' };

/** The only source of time in core. */
export interface Clock {
  /** Wall-clock time. */
  now(): Instant;
  /** Milliseconds since some start, never going back: limits and deadlines are measured with it. */
  monotonicMs(): number;
  /** Runs once after the delay, unless disposed before. */
  after(delayMs: number, run: () => void): Disposable;
}
