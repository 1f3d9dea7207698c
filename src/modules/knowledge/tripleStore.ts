import type { Instant } from '../../core/support/clock';
import { Mentions } from './mentions';
import { bytesOf, type Statement, type Triple, tripleKey, type TripleName } from './triple';
import { isPattern, matcher } from './wildcard';

/** What is looked for: each text may hold `*` for anything. */
export interface TripleFilter {
  readonly subject?: string | undefined;
  readonly predicate?: string | undefined;
  readonly object?: string | undefined;
  readonly source?: string | undefined;
  readonly minConfidence?: number | undefined;
}

const INDEXED = ['subject', 'predicate', 'object'] as const;

/** A triple that changes in place: its place in the order, and in the indexes, stays. */
type Kept = { -readonly [Field in keyof Triple]: Triple[Field] };

/** The store as JSON text can hold it. */
export interface SavedTriples {
  readonly lastOrdinal: number;
  readonly lastTurn: number;
  readonly triples: readonly Triple[];
}

/** Every triple, in the order of first mention, and by each of its parts. */
export class TripleStore {
  readonly #byKey = new Map<string, Kept>();
  readonly #byPart = {
    subject: new Map<string, Set<Kept>>(),
    predicate: new Map<string, Set<Kept>>(),
    object: new Map<string, Set<Kept>>(),
  };
  readonly #mentions = new Mentions(triple => this.#byKey.get(tripleKey(triple)) === triple);
  #lastOrdinal = 0;
  #lastTurn = 0;
  #bytes = 0;

  /** What all texts take. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** The highest place that was ever given away. */
  get lastOrdinal(): number {
    return this.#lastOrdinal;
  }

  has(name: TripleName): boolean {
    return this.#byKey.has(tripleKey(name));
  }

  /** What a statement would add to the bytes. */
  growth(statement: Statement): number {
    const known = this.#byKey.get(tripleKey(statement));
    if (known === undefined) return bytesOf(statement);
    return bytesOf({ ...statement, source: statement.source ?? known.source }) - bytesOf(known);
  }

  /** Every triple, in order. */
  all(): Iterable<Triple> {
    return this.#byKey.values();
  }

  /** Every triple, the one that was said last first. */
  newestFirst(): Iterable<Triple> {
    return this.#mentions.newestFirst();
  }

  /** Takes a statement in: as a new triple, or as one more revision of the one that is there. */
  put(statement: Statement, at: Instant): void {
    this.#lastTurn += 1;
    const turn = this.#lastTurn;
    const known = this.#byKey.get(tripleKey(statement));
    if (known !== undefined) {
      this.#bytes += this.growth(statement);
      known.source = statement.source ?? known.source;
      known.confidence = statement.confidence;
      known.updatedAt = at;
      known.revision += 1;
      known.turn = turn;
      this.#mentions.add(known, this.size);
      return;
    }
    this.#lastOrdinal += 1;
    const ordinal = this.#lastOrdinal;
    const triple = { ...statement, ordinal, insertedAt: at, updatedAt: at, revision: 1, turn };
    this.#add(triple);
    this.#mentions.add(triple, this.size);
  }

  remove(name: TripleName): void {
    const key = tripleKey(name);
    const known = this.#byKey.get(key);
    if (known === undefined) return;
    this.#byKey.delete(key);
    this.#bytes -= bytesOf(known);
    for (const part of INDEXED) {
      const sharing = this.#byPart[part].get(known[part]);
      sharing?.delete(known);
      if (sharing?.size === 0) this.#byPart[part].delete(known[part]);
    }
  }

  /** What fits, in order. Looks through no more than what shares the rarest of the parts that are given whole. */
  find(filter: TripleFilter): readonly Triple[] {
    const { minConfidence = 0 } = filter;
    const source = filter.source === undefined ? undefined : matcher(filter.source);
    const parts = INDEXED.flatMap(part => {
      const wanted = filter[part];
      return wanted === undefined ? [] : [{ part, fits: matcher(wanted) }];
    });
    return [...this.#candidates(filter)].filter(
      triple =>
        triple.confidence >= minConfidence &&
        (source === undefined || (triple.source !== null && source(triple.source))) &&
        parts.every(({ part, fits }) => fits(triple[part])),
    );
  }

  /** The triples about exactly this, in order. */
  about(subject: string): readonly Triple[] {
    return [...(this.#byPart.subject.get(subject) ?? [])];
  }

  save(): SavedTriples {
    return {
      lastOrdinal: this.#lastOrdinal,
      lastTurn: this.#lastTurn,
      triples: [...this.#byKey.values()],
    };
  }

  static load(saved: SavedTriples): TripleStore {
    const store = new TripleStore();
    for (const triple of saved.triples) store.#add({ ...triple });
    const said = [...store.#byKey.values()].sort((a, b) => a.turn - b.turn);
    for (const triple of said) store.#mentions.add(triple, store.size);
    store.#lastOrdinal = saved.lastOrdinal;
    store.#lastTurn = saved.lastTurn;
    return store;
  }

  #add(triple: Kept): void {
    this.#byKey.set(tripleKey(triple), triple);
    this.#bytes += bytesOf(triple);
    for (const part of INDEXED) {
      const sharing = this.#byPart[part].get(triple[part]);
      if (sharing === undefined) this.#byPart[part].set(triple[part], new Set([triple]));
      else sharing.add(triple);
    }
  }

  #candidates(filter: TripleFilter): Iterable<Triple> {
    const sets = INDEXED.flatMap(part => {
      const wanted = filter[part];
      if (wanted === undefined || isPattern(wanted)) return [];
      return [this.#byPart[part].get(wanted) ?? new Set<Kept>()];
    });
    const [rarest] = sets.sort((a, b) => a.size - b.size);
    return rarest ?? this.#byKey.values();
  }
}
