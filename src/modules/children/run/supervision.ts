/** Delays before a restart in milliseconds: the first, twice as long each time, and the longest. */
export const FIRST_DELAY_MS = 250;
export const MAX_DELAY_MS = 10_000;

/** Failures in a row after which the breaker opens, and for how long, in milliseconds. */
export const BREAKER_FAILURES = 3;
export const BREAKER_MS = 15_000;

/** Restarts in a minute. */
export const MAX_RESTARTS = 6;
const WINDOW_MS = 60_000;

/** How long a child must have lived for its end to count as a new failure and no further one in a row (chosen here), in milliseconds. */
const PROVEN_MS = 10_000;

/** What to do about a child that failed. */
export type Verdict =
  | { readonly type: 'restart'; readonly delayMs: number; readonly opensBreaker: boolean }
  | { readonly type: 'give-up'; readonly why: string };

/**
 * One-for-one supervision of one child: it alone is started again, later each time. After three failures in a row the breaker
 * opens; then one probe is made, and when that fails as well the child is given up. Times are monotonic milliseconds.
 */
export class Supervision {
  #failures = 0;
  #isProbing = false;
  #isOpen = false;
  #startedMs: number;
  readonly #restarts: number[] = [];

  constructor(startedMs: number) {
    this.#startedMs = startedMs;
  }

  get breaker(): 'closed' | 'open' | 'half-open' {
    if (this.#isOpen) return 'open';
    return this.#isProbing ? 'half-open' : 'closed';
  }

  /** It is started again now. */
  restarted(nowMs: number): void {
    this.#restarts.push(nowMs);
    this.#startedMs = nowMs;
    this.#isProbing = this.#isOpen;
    this.#isOpen = false;
  }

  /** It did what it is there for: what failed before is forgotten. True where that closes the breaker. */
  proved(): boolean {
    const wasProbing = this.#isProbing;
    this.#failures = 0;
    this.#isProbing = false;
    return wasProbing;
  }

  failed(nowMs: number): Verdict {
    if (this.#isProbing) return { type: 'give-up', why: 'It failed again after a pause of 15 seconds.' };
    if (nowMs - this.#startedMs >= PROVEN_MS) this.#failures = 0;
    this.#failures += 1;
    const recent = this.#restarts.filter(at => nowMs - at < WINDOW_MS).length;
    if (recent >= MAX_RESTARTS)
      return { type: 'give-up', why: `It was restarted ${MAX_RESTARTS} times in a minute.` };
    this.#isOpen = this.#failures >= BREAKER_FAILURES;
    const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1));
    return { type: 'restart', delayMs: this.#isOpen ? BREAKER_MS : backoff, opensBreaker: this.#isOpen };
  }
}
