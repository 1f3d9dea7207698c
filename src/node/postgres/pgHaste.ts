/** The most that has to go well before a try goes without the lock again (chosen here). */
const MOST_CALM = 64;

/**
 * Whether the next try may go without the lock. One that fails has waited for it as well, and what was decided for it was in vain: so after
 * each that fails, twice as many with the lock have to find that nobody was faster.
 */
export class Haste {
  #calm = 1;
  #calmNeeded = 1;

  get mayTry(): boolean {
    return this.#calm >= this.#calmNeeded;
  }

  /** A try without the lock got through. */
  succeeded(): void {
    this.#calmNeeded = Math.max(1, Math.floor(this.#calmNeeded / 2));
  }

  /** Somebody was faster than a try without the lock. */
  failed(): void {
    this.#calm = 0;
    this.#calmNeeded = Math.min(MOST_CALM, 2 * this.#calmNeeded);
  }

  /** Whether a try with the lock found that somebody was faster. */
  found(isFaster: boolean): void {
    this.#calm = isFaster ? 0 : this.#calm + 1;
  }
}
