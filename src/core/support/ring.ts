/** Something with a place in an order: numbers rise, and may have gaps. */
export interface Numbered {
  readonly seq: number;
}

/** The newest of what was told, in order: a reader goes on where it stopped. Adding costs the same however much is kept. */
export class Ring<Row extends Numbered> {
  readonly #most: number;
  readonly #rows: Row[] = [];
  /** Place of the oldest row, once the ring is full. */
  #oldest = 0;
  #droppedSeq = 0;
  #lastSeq = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of the newest row that is not kept any more; 0 while all are. */
  get droppedSeq(): number {
    return this.#droppedSeq;
  }

  /** Number of the newest row; 0 where there never was one. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Adds the next row, whose number is above all others. Gives back the one that had to go for it. */
  push(row: Row): Row | undefined {
    this.#lastSeq = row.seq;
    if (this.#rows.length < this.#most) {
      this.#rows.push(row);
      return undefined;
    }
    const gone = this.#at(0);
    this.#rows[this.#oldest] = row;
    this.#oldest = (this.#oldest + 1) % this.#most;
    this.#droppedSeq = gone?.seq ?? this.#droppedSeq;
    return gone;
  }

  /** The newest row. */
  get last(): Row | undefined {
    return this.#rows.length === 0 ? undefined : this.#at(this.#rows.length - 1);
  }

  /** Puts the next row in the newest one's place, which says nothing any more. */
  replaceLast(row: Row): void {
    if (this.#rows.length === 0) return;
    this.#lastSeq = row.seq;
    this.#rows[(this.#oldest + this.#rows.length - 1) % this.#rows.length] = row;
  }

  /** What came after a number, oldest first. */
  *after(seq: number): Iterable<Row> {
    for (let i = this.#firstAfter(seq); i < this.#rows.length; i += 1) {
      const row = this.#at(i);
      if (row !== undefined) yield row;
    }
  }

  #firstAfter(seq: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#at(middle)?.seq ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #at(index: number): Row | undefined {
    return this.#rows[(this.#oldest + index) % this.#rows.length];
  }
}
