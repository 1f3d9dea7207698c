/** Events that may be told between two of the journal's; what comes beyond has the place of the last (chosen here). */
const BETWEEN = 1_000_000;

/**
 * Where an event stands among those of a run: the journal's own number times a million, and after it what was told and not
 * kept. So a place means the same after a restart, and what other windows wrote has its own.
 */
export type Place = number & { readonly brand: 'Place' };

/** The place of an event of the journal. */
export function placeOf(journalSeq: number): Place {
  return (journalSeq * BETWEEN) as Place;
}

/** Gives events their places in the order in which they are told. */
export class PlaceCounter {
  #journalSeq: number;
  #told = 0;

  /** `journalSeq`: the journal's last event so far. */
  constructor(journalSeq: number) {
    this.#journalSeq = journalSeq;
  }

  /** `seq`: its number in the journal; null where it is not kept. */
  next(seq: number | null): Place {
    if (seq === null) {
      this.#told = Math.min(this.#told + 1, BETWEEN - 1);
      return (this.#journalSeq * BETWEEN + this.#told) as Place;
    }
    if (seq > this.#journalSeq) this.#told = 0;
    this.#journalSeq = Math.max(this.#journalSeq, seq);
    return placeOf(seq);
  }
}
