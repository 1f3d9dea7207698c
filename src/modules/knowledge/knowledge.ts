import { commitOnce, type Once, readShared } from '../../core/coordination/once';
import { pageOf } from '../../core/coordination/page';
import type { Correlation } from '../../core/journal/event';
import type { Journal } from '../../core/journal/journal';
import { type Look, lookThrough, type Seen } from '../../core/support/lookThrough';
import { knowledgeDomain, type KnowledgeFact, type KnowledgeWish } from './knowledgeDomain';
import { plansIn } from './planPattern';
import { suggestPlan, type PlanSuggestion, type PlanWish } from './suggestPlan';
import { bytesOf, type Statement, type Triple, type TripleName } from './triple';
import { type TripleFilter, TripleStore } from './tripleStore';

/** Who asks, and what makes a repeated request one. */
export interface Asking {
  readonly once?: Once | undefined;
  readonly origin?: Correlation;
}

/** A page of what was found. */
export interface TriplePage {
  readonly triples: readonly Triple[];
  /** All that fit, on whatever page. */
  readonly total: number;
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: number | null;
}

/** How a page is cut. */
export interface Paging {
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  /** The `nextCursor` of the page before. */
  readonly after?: number | undefined;
}

/** What knowledge stands on. */
export interface KnowledgeParts {
  readonly journal: Journal;
  /** Key of the workspace: what is known in others of the same journal is none of its. */
  readonly workspace: string;
}

/** The one door to what agents know together. */
export class Knowledge {
  readonly #parts: KnowledgeParts;

  constructor(parts: KnowledgeParts) {
    this.#parts = parts;
  }

  /** @throws {Refusal} E-KG-BAD-TRIPLE, E-KG-FULL, E-IDEMPOTENCY-CONFLICT: then nothing was changed */
  async insert(statements: readonly Statement[], asking: Asking = {}) {
    const { fact, isReplay } = await this.#commit({ verb: 'insert', statements }, asking);
    const { created, total } = fact.type === 'kg_insert' ? fact : { created: 0, total: fact.total };
    const count = statements.length;
    return { inserted: count, created, updated: count - created, total, isReplay };
  }

  /** Forgets triples; those that are not there count for nothing. @throws {Refusal} as `insert` */
  async remove(names: readonly TripleName[], asking: Asking = {}) {
    const { fact, isReplay } = await this.#commit({ verb: 'delete', names }, asking);
    return { deleted: fact.type === 'kg_delete' ? fact.names.length : 0, total: fact.total, isReplay };
  }

  /** What fits, in the order of first mention or against it; long texts end a page early. */
  find(filter: TripleFilter, { limit, order, after }: Paging): TriplePage {
    const found = this.#store.find(filter);
    const ordered = order === 'asc' ? found : found.toReversed();
    const rest =
      after === undefined
        ? ordered
        : ordered.filter(({ ordinal }) => (order === 'asc' ? ordinal > after : ordinal < after));
    const triples = pageOf(rest, { limit, bytes: bytesOf });
    const last = triples.at(-1);
    return {
      triples,
      total: found.length,
      nextCursor: last !== undefined && rest.length > triples.length ? last.ordinal : null,
    };
  }

  /** What was said last, newest first; costs what is looked at, not what is known. */
  latest(look: Look<Triple>): Seen<Triple> {
    return lookThrough(this.#store.newestFirst(), this.size, look);
  }

  /** How much is known. */
  get size(): number {
    return this.#store.size;
  }

  /** Fragments of the plan that stands under the goal's name. */
  suggestPlan(wish: PlanWish): PlanSuggestion {
    return suggestPlan(plansIn(this.#store), wish);
  }

  get #store(): TripleStore {
    const { store } = readShared({ ...this.#parts, domain: knowledgeDomain }, () => ({
      store: new TripleStore(),
    }));
    return store;
  }

  async #commit(
    wish: KnowledgeWish,
    { once, origin }: Asking,
  ): Promise<{ readonly fact: KnowledgeFact; readonly isReplay: boolean }> {
    const asked = once === undefined ? { wish } : { wish, once };
    const { facts, isReplay } = await commitOnce({ ...this.#parts, domain: knowledgeDomain }, asked, origin);
    const [fact] = facts;
    if (fact === undefined) throw new Error('A wish for knowledge gave no fact.');
    return { fact, isReplay };
  }
}
