import type { ConceptRow } from './conceptRow';
import { stem } from '../entry/stem';
import { foldText, isStopWord, wordsOf } from './words';

/** A concept that a text speaks of. */
export interface Meant {
  /** The term that stands for it in the index; no word looks like it. */
  readonly term: string;
  /** The stems that led to it. */
  readonly stems: readonly string[];
}

/** A concept that words hint at. */
export interface Hint extends Meant {
  /** 1 for a word that only one concept's phrases hold; the sum over the words. */
  readonly strength: number;
}

interface Phrase {
  readonly term: string;
  readonly stems: readonly string[];
  /** So many words of a text hold the whole phrase, at most. */
  readonly reach: number;
}

/** Phrases by one of their stems. */
type Phrases = Map<string, Phrase[]>;

/** Words that may stand between those of a phrase. */
const SLACK = 5;

/** What people ask for in other words than servers describe themselves with: the concept table, ready to be looked up. */
export class Concepts {
  /** By the stem that says most of them: a text is compared with few phrases. */
  readonly #phrases: Phrases = new Map();
  /** The same for names of products. */
  readonly #products: Phrases = new Map();
  /** By each stem of a phrase, the concepts that it hints at. */
  readonly #hints = new Map<string, Set<string>>();
  readonly #words = new Set<string>();
  readonly #known = new Map<string, readonly string[]>();

  constructor(table: readonly ConceptRow[]) {
    for (const [name, known, english, french, products = ''] of table) {
      const term = termOf(name);
      this.#known.set(term, known === '' ? [] : known.split(' '));
      for (const spelling of new Set(`${english}, ${french}`.split(', '))) this.#learn(term, spelling);
      for (const product of products.split(', ')) this.#learnProduct(term, product);
    }
  }

  /** The servers that are known for what the term stands for, best first; none for a word. */
  knownFor(term: string): readonly string[] {
    return this.#known.get(term) ?? [];
  }

  /** Whether some concept is spoken of with the word of this stem. */
  isSpokenOfWith(word: string): boolean {
    return this.#hints.has(word);
  }

  /** Every word that concepts are spoken of with. */
  words(): Iterable<string> {
    return this.#words;
  }

  /**
   * The concepts that a text with these stems, in this order, speaks of. "jeu de données" speaks of data sets, and of no game. The
   * words of a phrase stand near each other, in any order: far apart, they are not said of the same thing.
   */
  meantBy(stems: readonly string[]): readonly Meant[] {
    const found = saidOf(this.#phrases, stems);
    const longest = new Map<string, Phrase>();
    for (const phrase of found.toSorted((a, b) => b.stems.length - a.stems.length)) {
      if (!longest.has(phrase.term) && !found.some(other => isPart(phrase, other))) {
        longest.set(phrase.term, phrase);
      }
    }
    return [...longest.values()];
  }

  /** The concepts that a server is for by its name, of these stems: it is called after a product. */
  namedAfter(stems: readonly string[]): ReadonlySet<string> {
    return new Set(saidOf(this.#products, stems).map(({ term }) => term));
  }

  /** The concepts whose products a text with these stems names. */
  withProductsIn(stems: readonly string[]): readonly Meant[] {
    return saidOf(this.#products, stems);
  }

  /**
   * Concepts that single words of their phrases hint at, where no phrase is said whole: several hints are better than nothing.
   */
  hintsOf(stems: readonly string[]): readonly Hint[] {
    const hints = new Map<string, { readonly stems: string[]; strength: number }>();
    for (const word of new Set(stems)) {
      const terms = this.#hints.get(word) ?? new Set();
      for (const term of terms) {
        const hint = hints.get(term) ?? { stems: [], strength: 0 };
        hint.stems.push(word);
        hint.strength += 1 / terms.size;
        hints.set(term, hint);
      }
    }
    return [...hints].map(([term, hint]) => ({ term, ...hint }));
  }

  #learnProduct(term: string, product: string): void {
    const stems = [...new Set(wordsOf(foldText(product)).map(stem))];
    const [key] = stems;
    if (key !== undefined) at(this.#products, key, () => []).push({ term, stems, reach: stems.length });
  }

  #learn(term: string, spelling: string): void {
    const written = wordsOf(foldText(spelling));
    const core = written.filter(word => !FILLERS.has(word));
    // "par pays" is no phrase any more without its filler.
    const spoken = core.length > 1 ? core : written;
    const telling = spoken.filter(word => !isStopWord(word));
    // "to do" is no phrase once nothing but a stop word is left of it.
    if (spoken.length === 1 && telling.length === 0) return;
    const stems = [...new Set(spoken.map(stem))];
    const key = stems.toSorted((a, b) => b.length - a.length)[0];
    if (key === undefined) return;
    const reach = telling.length === 0 ? stems.length : stems.length + SLACK;
    at(this.#phrases, key, () => []).push({ term, stems, reach });
    for (const word of telling) {
      this.#words.add(word);
      // A hint leads to known servers: where there are none, it would only take weight from the hints of others.
      if (this.knownFor(term).length > 0) at(this.#hints, stem(word), () => new Set()).add(term);
    }
  }
}

function at<Value>(map: Map<string, Value>, key: string, empty: () => Value): Value {
  const value = map.get(key) ?? empty();
  map.set(key, value);
  return value;
}

/** The phrases that a text with these stems, in this order, holds. */
function saidOf(phrases: Phrases, stems: readonly string[]): readonly Phrase[] {
  const places = new Map<string, number[]>();
  for (const [place, word] of stems.entries()) at(places, word, () => []).push(place);
  return [...places.keys()].flatMap(
    word => phrases.get(word)?.filter(phrase => isSaid(phrase, places)) ?? [],
  );
}

/** Whether the words of a phrase stand together somewhere. */
function isSaid({ stems, reach }: Phrase, places: ReadonlyMap<string, readonly number[]>): boolean {
  if (!stems.every(part => places.has(part))) return false;
  if (stems.length === 1) return true;
  const all = stems.flatMap((part, of) => (places.get(part) ?? []).map(place => ({ of, place })));
  all.sort((a, b) => a.place - b.place);
  const last = new Map<number, number>();
  return all.some(({ of, place }) => {
    last.set(of, place);
    return last.size === stems.length && place - Math.min(...last.values()) < reach;
  });
}

function isPart({ stems }: Phrase, { stems: longer }: Phrase): boolean {
  return longer.length > stems.length && stems.every(part => longer.includes(part));
}

/** Articles and the like stand in phrases for the reader; whoever says "mettre le site en ligne" need not say them. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an the of on for to my our is are with and l le la les un une d de des du mon ma mes en au aux par que qu et'.split(
    ' ',
  ),
);

function termOf(name: string): string {
  return `#${name.replaceAll(' ', '-')}`;
}
