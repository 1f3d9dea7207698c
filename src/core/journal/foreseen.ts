import type { EventRow, ReplayRow } from './eventStore';
import type { AnyFact, Slot } from './slot';

/** A copy costs as much as its state is large: it is made after so many decisions could have used one (chosen here). */
const COPY_AFTER = 16;
/** And one more for so many characters of the state as JSON text: some milliseconds for each (chosen here). */
const CHARACTERS_EACH = 65_536;
/** A copy that lacks so many facts isn't used any more (chosen here). */
const MOST_BEHIND = 1_000;

/** Reads a row's payload anew, in today's form. */
export type FactOf = (row: ReplayRow) => unknown;

/**
 * A domain's state as it will be if what was decided gets recorded. Decisions of one group build on each other, and nobody may see
 * what is not recorded yet: so they are made on a copy, which only a group with several decisions of this domain needs.
 */
export class Foreseen {
  readonly #slot: Slot;
  readonly #factOf: FactOf;
  #copy: { readonly state: unknown } | undefined;
  /** What the live state has taken in, and the copy has not. */
  #behind: ReplayRow[] = [];
  /** What was decided and is not recorded. */
  #rows: EventRow[] = [];
  /** How much of that the copy has. */
  #taken = 0;
  #asked = 0;

  constructor(slot: Slot, factOf: FactOf) {
    this.#slot = slot;
    this.#factOf = factOf;
  }

  /** What the next decision is made on: for reading only. Undefined where that has to wait until those before it are recorded. */
  get state(): unknown {
    if (this.#rows.length === 0) return this.#slot.state;
    this.#copy ??= this.#copied();
    if (this.#copy === undefined) return undefined;
    for (const row of this.#behind.splice(0)) this.#evolve(this.#copy.state, row);
    for (; this.#taken < this.#rows.length; this.#taken++)
      this.#evolve(this.#copy.state, this.#rows[this.#taken] as EventRow);
    return this.#copy.state;
  }

  /** This was decided. */
  add(row: EventRow): void {
    this.#rows.push(row);
  }

  /** What was decided isn't recorded, or only may be. */
  forget(): void {
    if (this.#taken > 0) this.#drop();
    this.#rows = [];
  }

  /** The live state has become another one. */
  replaced(): void {
    this.#drop();
    this.#rows = [];
  }

  #drop(): void {
    this.#copy = undefined;
    this.#behind = [];
    this.#taken = 0;
    this.#asked = 0;
  }

  /** The live state has taken this in. */
  follow(row: ReplayRow): void {
    if (row === this.#rows[0]) {
      this.#rows.shift();
      if (this.#taken > 0) {
        this.#taken -= 1;
        return;
      }
    }
    if (this.#copy === undefined) return;
    this.#behind.push(row);
    if (this.#behind.length > MOST_BEHIND) this.#drop();
  }

  #copied(): { readonly state: unknown } | undefined {
    const { domain, state, characters } = this.#slot;
    this.#asked += 1;
    if (this.#asked < COPY_AFTER + Math.floor(characters / CHARACTERS_EACH)) return undefined;
    const text = JSON.stringify(domain.save(state));
    this.#slot.characters = text.length;
    return { state: domain.load(JSON.parse(text) as unknown) };
  }

  #evolve(state: unknown, row: ReplayRow): void {
    try {
      // What was recorded for a fact of this domain is a fact of this domain.
      this.#slot.domain.evolve(state, this.#factOf(row) as AnyFact, row.ts);
    } catch {
      // The live state fails in the same way, which is told then.
    }
  }
}
