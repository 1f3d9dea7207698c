import type { Instant } from '../support/clock';

/** Something that may have an end. */
interface Expiring {
  readonly expiresAt: Instant | null;
  /** Orders those that end at the same time. */
  readonly version: number;
}

/** Fewer stale entries than this are not worth looking for. */
const FEW = 64;

/** Entries by when their time is over: a heap, in which those that are no longer there are left until they come up. */
export class Expiries<Entry extends Expiring> {
  #heap: Entry[] = [];
  #stale = 0;
  readonly #isLive: (entry: Entry) => boolean;

  constructor(isLive: (entry: Entry) => boolean) {
    this.#isLive = isLive;
  }

  /** When the next one's time is over. */
  get earliest(): Instant | undefined {
    return this.#heap[0]?.expiresAt ?? undefined;
  }

  /** Follows an entry. One without an end is none of ours. */
  add(entry: Entry): void {
    if (entry.expiresAt === null) return;
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#isBefore(at, up); up = (at - 1) >> 1)
      at = this.#swap(at, up);
  }

  /** To be called when an entry has gone or another came in its place. */
  becameStale({ expiresAt }: Entry): void {
    if (expiresAt === null) return;
    this.#stale += 1;
    for (let top = this.#heap[0]; top !== undefined && !this.#isLive(top); top = this.#heap[0]) this.#pop();
    if (this.#stale > FEW && this.#stale * 2 > this.#heap.length) this.#tidy();
  }

  /** Of those whose time is over at most so many, in the order in which they ended. */
  dueAt(at: Instant, limit: number): readonly Entry[] {
    const due: Entry[] = [];
    const places = [0];
    for (const place of places) {
      const entry = this.#heap[place];
      // Below one that is not over, none is.
      if (entry === undefined || endOf(entry) > at) continue;
      if (this.#isLive(entry)) due.push(entry);
      if (due.length === limit) break;
      places.push(2 * place + 1, 2 * place + 2);
    }
    return due.sort(byEnd);
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    this.#stale -= 1;
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const first = this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(first, at)) return;
      at = this.#swap(at, first);
    }
  }

  /** A sorted list is a heap. */
  #tidy(): void {
    this.#heap = this.#heap.filter(this.#isLive).sort(byEnd);
    this.#stale = 0;
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    return first !== undefined && (second === undefined || byEnd(first, second) < 0);
  }

  #swap(from: number, to: number): number {
    const [a, b] = [this.#heap[from], this.#heap[to]];
    if (a !== undefined && b !== undefined) [this.#heap[from], this.#heap[to]] = [b, a];
    return to;
  }
}

function byEnd(a: Expiring, b: Expiring): number {
  return endOf(a) - endOf(b) || a.version - b.version;
}

function endOf({ expiresAt }: Expiring): number {
  return expiresAt ?? Infinity;
}
