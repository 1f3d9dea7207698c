/** Fewer stale items than this are not worth looking for. */
const FEW = 64;

/**
 * Things in the order of their versions, of which any may become stale in the meantime. Adding, and letting one go stale, cost
 * the same however many there are; looking costs what is looked at.
 */
export class VersionLog<T extends { readonly version: number }> {
  #items: T[] = [];
  /** Everything before this place was taken. */
  #first = 0;
  #stale = 0;
  readonly #isLive: (item: T) => boolean;

  constructor(isLive: (item: T) => boolean) {
    this.#isLive = isLive;
  }

  /** How many are not stale. */
  get size(): number {
    return this.#items.length - this.#first - this.#stale;
  }

  /** Adds one that is newer than all before. */
  push(item: T): void {
    this.#items.push(item);
  }

  /** To be called when one of them has become stale. */
  becameStale(): void {
    this.#stale += 1;
    if (this.#stale > FEW && this.#stale > this.size) this.#tidy();
  }

  /** Takes the oldest out. */
  takeOldest(): T | undefined {
    let item = this.#items[this.#first];
    while (item !== undefined && !this.#isLive(item)) {
      this.#first += 1;
      this.#stale -= 1;
      item = this.#items[this.#first];
    }
    if (item !== undefined) this.#first += 1;
    if (this.#first > FEW && this.#first > this.size) this.#tidy();
    return item;
  }

  /** Those with a lower version, newest first. */
  *newestFirst(below: number): Generator<T> {
    for (let at = this.#placeOf(below) - 1; at >= this.#first; at -= 1) {
      const item = this.#items[at];
      if (item !== undefined && this.#isLive(item)) yield item;
    }
  }

  /** Those with a higher version, oldest first. */
  *after(version: number): Generator<T> {
    for (let at = this.#placeOf(version + 1); at < this.#items.length; at += 1) {
      const item = this.#items[at];
      if (item !== undefined && this.#isLive(item)) yield item;
    }
  }

  #tidy(): void {
    this.#items = this.#items.slice(this.#first).filter(this.#isLive);
    this.#first = 0;
    this.#stale = 0;
  }

  /** The place of the first with this version or a higher one. */
  #placeOf(version: number): number {
    let [low, high] = [this.#first, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#items[middle]?.version ?? Infinity) < version) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
