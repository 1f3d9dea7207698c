import { stem } from '../entry/stem';
import { ActionWords } from './actions';
import { foldText, isStopWord, tellingWords } from './words';

/** What words mean, as numbers: words that are used in like ways have like vectors. In the order of how common they are. */
export interface MeaningTable {
  readonly words: readonly string[];
  /** One after the other, as long as there are words times dimensions. */
  readonly vectors: Int8Array;
  readonly dimensions: number;
  /** French words, each with what it is in English, apart by spaces. */
  readonly french: readonly string[];
  /** Words that ask for the same action, in both languages, apart by spaces. */
  readonly actions: readonly string[];
}

/** Asked for at the first search. Undefined where the table is not there: then words count alone. */
export type MeaningSource = () => MeaningTable | undefined;

/** A word with how much it counts. */
export type Weighed = readonly [word: string, weight: number];

/** A text says more by a rare word: the rank from which on a word counts fully more (tuned on `test/discovery/sets`). */
const COMMON_RANK = 30;
/** Fewer servers have nothing in common that is worth a look (chosen here). */
const FEW = 8;
/** French says itself by such a share of its words, or by an accent. */
const FRENCH_SHARE = 0.15;
const FRENCH_WORDS = new Set(
  'le la les des une un du de mes mon ma ses son dans pour sur avec et que qui ce cette ces au aux je tu il nous vous est sont d l'.split(
    ' ',
  ),
);
const ACCENTS = /[àâçéèêëîïôùûüœ]/i;

/** Compares texts by what their words mean, and reads French words as English ones. */
export class Meanings {
  readonly actions: ActionWords;
  readonly #table: MeaningTable;
  readonly #places: ReadonlyMap<string, number>;
  readonly #english: ReadonlyMap<string, readonly string[]>;
  readonly #vectors = new Map<string, Float32Array>();
  readonly #sum: Float32Array;

  constructor(table: MeaningTable) {
    this.#table = table;
    this.actions = new ActionWords(table.actions);
    this.#places = new Map(table.words.map((word, place) => [word, place]));
    this.#english = englishOf(table.french);
    this.#sum = new Float32Array(table.dimensions);
  }

  /** Whether a word is one of those that are known. */
  knows(word: string): boolean {
    return this.#places.has(word);
  }

  /** What a French word is in English; empty where that is not known. */
  inEnglish(word: string): readonly string[] {
    return this.#english.get(word) ?? this.#english.get(`${stem(word)}-`) ?? [];
  }

  /** How like two words are, from 0 to 1; 0 where one of them is not known. */
  likeness(one: string, other: string): number {
    const [a, b] = [this.#places.get(one), this.#places.get(other)];
    if (a === undefined || b === undefined) return 0;
    const lengths = this.#product(a, a) * this.#product(b, b);
    return lengths === 0 ? 0 : Math.max(0, this.#product(a, b) / Math.sqrt(lengths));
  }

  /** Puts or replaces what a server says, by the words of it. */
  put(id: string, words: readonly Weighed[]): void {
    this.remove(id);
    const vector = this.#vectorOf(words);
    if (vector === undefined) return;
    this.#vectors.set(id, vector);
    for (const [at, value] of vector.entries()) this.#sum[at] = (this.#sum[at] ?? 0) + value;
  }

  remove(id: string): void {
    const vector = this.#vectors.get(id);
    if (vector === undefined) return;
    this.#vectors.delete(id);
    for (const [at, value] of vector.entries()) this.#sum[at] = (this.#sum[at] ?? 0) - value;
  }

  /** How like each server's words are to these, from 0 to 1; those that are not alike are left out. */
  alike(words: readonly Weighed[]): ReadonlyMap<string, number> {
    const wanted = this.#vectorOf(words);
    if (wanted === undefined) return new Map();
    const mean = this.#mean();
    return new Map(
      [...this.#vectors].flatMap(([id, vector]) => {
        const likeness = likenessOf(wanted, vector, mean);
        return likeness > 0 ? [[id, likeness] as const] : [];
      }),
    );
  }

  #product(a: number, b: number): number {
    const { dimensions, vectors } = this.#table;
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1)
      sum += (vectors[a * dimensions + at] ?? 0) * (vectors[b * dimensions + at] ?? 0);
    return sum;
  }

  /** What all have in common: it says nothing of one of them. Of a few it would be nearly all that they say. */
  #mean(): Float32Array {
    const count = this.#vectors.size;
    return count < FEW ? new Float32Array(this.#table.dimensions) : this.#sum.map(value => value / count);
  }

  /** The direction that words point to together; undefined where none of them is known. */
  #vectorOf(words: readonly Weighed[]): Float32Array | undefined {
    const { dimensions, vectors } = this.#table;
    const sum = new Float32Array(dimensions);
    let isKnown = false;
    for (const [word, weight] of words) {
      const place = this.#places.get(word);
      if (place === undefined) continue;
      isKnown = true;
      const telling = weight * Math.log(1 + place / COMMON_RANK);
      for (let at = 0; at < dimensions; at += 1)
        sum[at] = (sum[at] ?? 0) + telling * (vectors[place * dimensions + at] ?? 0);
    }
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return isKnown && length > 0 ? sum.map(value => value / length) : undefined;
  }
}

/** By the word as it stands, and by its stem, which a hyphen follows: there, all that words of this stem are in English. */
function englishOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [french = '', ...english] = line.split(' ');
    const part = `${stem(french)}-`;
    found.set(french, english);
    found.set(part, [...new Set([...(found.get(part) ?? []), ...english])]);
  }
  return found;
}

/** The cosine of the angle between them, the second one without the mean. */
function likenessOf(wanted: Float32Array, vector: Float32Array, mean: Float32Array): number {
  let product = 0;
  let square = 0;
  for (const [at, value] of wanted.entries()) {
    const own = (vector[at] ?? 0) - (mean[at] ?? 0);
    product += value * own;
    square += own * own;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

/** Whether a text is French, as far as a few words tell. */
export function isFrench(text: string): boolean {
  if (ACCENTS.test(text)) return true;
  const words = foldText(text).split(' ');
  return words.filter(word => FRENCH_WORDS.has(word)).length >= words.length * FRENCH_SHARE;
}

/** The words of a text that mean something, apart where a name is written in one: `createIssue`. */
export function wordsIn(text: string): readonly string[] {
  return tellingWords(foldText(apart(text))).filter(word => !isStopWord(word));
}

/** A name in its words. Other separators than letters' cases fall away when texts are folded. */
export function apart(name: string): string {
  if (!/\p{Lu}/u.test(name)) return name;
  return name.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
}
