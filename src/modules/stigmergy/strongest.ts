/** The order of ids: by their characters, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The first few of many, in order, without sorting them all. */
export class Strongest<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  /** Whatever comes after it is no longer of interest. */
  #last: T | undefined;

  /** @param compare what comes first is less */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) > 0) return;
    this.#kept.push(item);
    if (this.#kept.length >= 2 * this.#limit) {
      this.#kept = this.sorted();
      this.#last = this.#kept.at(-1);
    }
  }

  /** The first of all that were added. */
  sorted(): T[] {
    return this.#kept.sort(this.#compare).slice(0, this.#limit);
  }
}
