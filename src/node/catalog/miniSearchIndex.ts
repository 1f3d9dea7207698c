import MiniSearch from 'minisearch';
import type { SearchHit, SearchIndex } from '../../core/catalog/ports';
import { foldText } from '../../core/catalog/words';

/** A word this short says too little to guess what was meant. */
const SHORTEST_FUZZY = 5;

/** Full-text search in memory: BM25 over weighted fields, with beginnings of words and small typing errors. */
export class MiniSearchIndex<Fields extends string> implements SearchIndex<Fields> {
  readonly #search: MiniSearch<Record<string, string>>;
  readonly #documents = new Map<string, Record<string, string>>();

  /** `weights`: how much a word counts in each field. */
  constructor(weights: Readonly<Record<Fields, number>>) {
    this.#search = new MiniSearch({
      // "id" is the key of a document, so no field may be called so.
      fields: Object.keys(weights),
      idField: 'id',
      tokenize: text => foldText(text).split(' '),
      processTerm: term => (term === '' ? null : term),
      searchOptions: {
        boost: { ...weights },
        prefix: term => term.length >= 3,
        fuzzy: term => (term.length >= SHORTEST_FUZZY ? 0.2 : false),
        weights: { prefix: 0.4, fuzzy: 0.2 },
      },
    });
  }

  put(id: string, fields: Readonly<Record<Fields, string>>): void {
    this.remove(id);
    const document = { ...fields, id };
    this.#documents.set(id, document);
    this.#search.add(document);
  }

  remove(id: string): void {
    const document = this.#documents.get(id);
    if (document === undefined) return;
    this.#documents.delete(id);
    this.#search.remove(document);
  }

  search(query: string): readonly SearchHit[] {
    return this.#search.search(query).map(({ id, score, queryTerms }) => ({
      id: String(id),
      score,
      terms: queryTerms,
    }));
  }
}
