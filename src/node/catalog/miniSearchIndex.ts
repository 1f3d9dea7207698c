import MiniSearch from 'minisearch';
import type { SearchHit, SearchIndex, SearchTerm } from '../../core/catalog/entry/ports';

/** A term this short says too little to guess how it goes on. */
const SHORTEST_BEGINNING = 3;
/** A term this short says too little to guess what was meant. */
const SHORTEST_FUZZY = 5;

type Document = Readonly<Record<string, string | undefined>>;

/** Full-text search in memory: BM25 over weighted fields, with beginnings of words and small typing errors. */
export class MiniSearchIndex<Fields extends string> implements SearchIndex<Fields> {
  readonly #search: MiniSearch<Document>;

  /** `weights`: how much a word counts in each field. */
  constructor(weights: Readonly<Record<Fields, number>>) {
    this.#search = new MiniSearch<Document>({
      // "id" is the key of a document, so no field may be called so.
      fields: Object.keys(weights),
      idField: 'id',
      tokenize: text => text.split(' '),
      processTerm: term => (term === '' ? null : term),
      searchOptions: { boost: { ...weights }, weights: { prefix: 0.4, fuzzy: 0.2 } },
    });
  }

  put(id: string, fields: Readonly<Partial<Record<Fields, string>>>): void {
    this.remove(id);
    this.#search.add({ ...fields, id });
  }

  remove(id: string): void {
    // Forgotten at once and tidied up later: no copy of the texts has to be kept for it.
    if (this.#search.has(id)) this.#search.discard(id);
  }

  search(terms: readonly SearchTerm[]): readonly SearchHit[] {
    if (terms.length === 0) return [];
    const hits = this.#search.search(terms.map(({ term }) => term).join(' '), {
      boostTerm: (_term, at) => terms[at]?.weight ?? 1,
      prefix: (term, at) => terms[at]?.match !== 'whole' && term.length >= SHORTEST_BEGINNING,
      fuzzy: (term, at) => (terms[at]?.match === 'similar' && term.length >= SHORTEST_FUZZY ? 0.2 : false),
    });
    return hits.map(({ id, score, queryTerms }) => ({ id: String(id), score, terms: queryTerms }));
  }
}
