import type { Clock } from '../../support/clock';
import type { Random } from '../../support/random';

/** The first pause doubles with each failure up to the longest, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** So many failures within so many milliseconds, or starts in a row, and a server is left alone. */
const FAILURES = 5;
const WINDOW_MS = 60_000;

/** How long it is left alone then, in milliseconds, before it gets one more try. */
const OPEN_MS = 60_000;

/** A server that ran for this long, in milliseconds, is not in a crash loop. */
const STABLE_MS = 60_000;

/** When a server that keeps failing may be started again: a growing random pause, then a breaker. One for each server. */
export class RestartLimit {
  readonly #clock: Clock;
  readonly #random: Random;
  /** When it failed lately. */
  #failuresMs: number[] = [];
  /** Failures since it last ran well. */
  #streak = 0;
  /** Starts that failed since one did not. */
  #failedStarts = 0;
  #pauseEndsMs = 0;
  #runsSinceMs: number | undefined;
  #isBroken = false;
  #isProbing = false;
  /** It came up with its one try: what it does now decides. */
  #isOnTrial = false;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** How long a start has to wait, in milliseconds; 0 = it may begin now. */
  get pauseMs(): number {
    // One try at a time after the breaker: its outcome is waited for.
    if (this.#isProbing) return OPEN_MS;
    return Math.max(0, this.#pauseEndsMs - this.#clock.monotonicMs());
  }

  /** Whether it failed so often that a person should look. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** A start begins. */
  starting(): void {
    this.#isProbing = this.#isBroken;
  }

  /** It came up. */
  started(): void {
    this.#runsSinceMs = this.#clock.monotonicMs();
    this.#failedStarts = 0;
    this.#isProbing = false;
    this.#isOnTrial = this.#isBroken;
    this.#isBroken = false;
  }

  /** A start was called off: that says nothing about the server. */
  calledOff(): void {
    this.#isProbing = false;
  }

  /** It did not come up, or ended by itself. */
  failed(): void {
    const nowMs = this.#clock.monotonicMs();
    const hadCome = this.#runsSinceMs !== undefined;
    const ranWell = this.#runsSinceMs !== undefined && nowMs - this.#runsSinceMs >= STABLE_MS;
    this.#failedStarts = hadCome ? 0 : this.#failedStarts + 1;
    this.#streak = ranWell ? 1 : this.#streak + 1;
    this.#failuresMs = [...this.#failuresMs.filter(ms => nowMs - ms <= WINDOW_MS), nowMs];
    this.#isBroken =
      this.#failuresMs.length >= FAILURES || this.#failedStarts >= FAILURES || (this.#isOnTrial && !ranWell);
    this.#isProbing = false;
    this.#isOnTrial = false;
    this.#runsSinceMs = undefined;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#streak - 1));
    // Full jitter: servers that fell together do not come back together.
    this.#pauseEndsMs = nowMs + (this.#isBroken ? OPEN_MS : Math.floor(this.#random() * pauseMs));
  }
}
