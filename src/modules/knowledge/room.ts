/** What an answer has room for: so many things, and so many UTF-16 units of them as JSON text. */
export class Room {
  readonly #most: { readonly count: number; readonly size: number };
  #count = 0;
  #size = 0;

  constructor(most: { readonly count: number; readonly size: number }) {
    this.#most = most;
  }

  /** The first of these that fit, after what was taken before; the very first fits in any case. */
  take<T>(items: readonly T[], shown: (item: T) => unknown = item => item): readonly T[] {
    const end = items.findIndex(item => !this.#add(JSON.stringify(shown(item)).length));
    return end === -1 ? items : items.slice(0, end);
  }

  #add(size: number): boolean {
    const { count, size: most } = this.#most;
    if (this.#count > 0 && (this.#count === count || this.#size + size > most)) return false;
    this.#count += 1;
    this.#size += size;
    return true;
  }
}
