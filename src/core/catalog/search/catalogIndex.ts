import type { ServerId } from '../../../shared/ids';
import { type CatalogEntry, isUsersOwn } from '../entry/entry';
import type { Concepts } from './concepts';
import { stem } from '../entry/stem';
import { apart, type Meanings, type Weighed } from './meanings';
import { type Field, WordIndex, type Wanted } from './wordIndex';
import { foldText, isStopWord, wordsOf } from './words';

/** What a tool says of itself, as far as a search needs it. */
export interface SearchableTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** As its server gave it; only the names of the parameters are read. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

/** Tools of a server as far as they are known, without starting it. */
export type KnownTools = (server: ServerId) => readonly SearchableTool[];

/** How much a word counts in each field (tuned on `test/discovery/sets` and on our own tuning halves). */
const WEIGHTS = {
  id: 2,
  displayName: 1,
  tags: 1,
  description: 1,
  category: 0.3,
  tool: 1.5,
  about: 1,
  parameters: 0.3,
};
/** Words that such fields have as a rule. */
const USUAL_WORDS = { name: 3, tags: 6, description: 12, about: 14, parameters: 6 };

/** Texts are read up to here: what a server is for stands at the beginning. */
const READ_CHARACTERS = 400;
/** A text of so few words is read whole. */
const FEW_WORDS = 6;
/** No server's tools crowd out the others'. */
const TOOLS_PER_SERVER = 200;
/** How much likeness of meaning counts beside the words, which are 1 for the server that has most of them. */
const MEANING_SHARE = 0.5;

/** A server that a search led to. */
export interface ServerHit {
  readonly id: ServerId;
  /** 1 for the server with most of the words, more with what speaks for it besides. */
  score: number;
  /** The stems that were found in it. */
  readonly stems: Set<string>;
  /** Its tools that matched, with their scores. */
  readonly tools: Map<string, number>;
}

/** What is looked for: by words, and by what they mean. */
export interface Query {
  readonly wanted: readonly Wanted[];
  readonly meaning: readonly Weighed[];
}

/** The search over entries and known tools, brought up to date one server at a time. */
export class CatalogIndex {
  readonly #words = new WordIndex();
  readonly #meanings: Meanings | undefined;
  /** By the stem of a word, the servers that have it in their names. */
  readonly #named = new Map<string, Set<ServerId>>();
  readonly #names = new Map<ServerId, readonly string[]>();

  /** By concept, the user's own servers that speak of it, and whether they are called after a product for it. */
  readonly #speaking = new Map<string, Map<ServerId, boolean>>();
  readonly #concepts: Concepts;

  constructor(concepts: Concepts, meanings: Meanings | undefined) {
    this.#concepts = concepts;
    this.#meanings = meanings;
  }

  /** Takes over what a server says of itself now; undefined where it is gone. */
  put(id: ServerId, entry: CatalogEntry | undefined, tools: readonly SearchableTool[]): void {
    for (const word of this.#names.get(id) ?? []) this.#named.get(word)?.delete(id);
    for (const servers of this.#speaking.values()) servers.delete(id);
    if (entry === undefined) {
      this.#words.remove(id);
      this.#meanings?.remove(id);
      this.#names.delete(id);
      return;
    }
    const words = wordsOfEntry(entry);
    const read = tools.slice(0, TOOLS_PER_SERVER).map(wordsOfTool);
    const units = new Map([
      [ENTRY, entryFields(words)],
      ...read.map(tool => [tool.id, toolFields(tool)] as const),
    ]);
    this.#words.put(id, units);
    this.#meanings?.put(id, meaningOf(words, read));
    this.#learnConcepts(entry);
    const names = [...new Set(stemsOf(id))];
    this.#names.set(id, names);
    for (const word of names) this.#named.set(word, (this.#named.get(word) ?? new Set()).add(id));
  }

  isThere(id: ServerId): boolean {
    return this.#names.has(id);
  }

  /** Whether any text has a word of this stem. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** The stem that a word is but for a slip; undefined where there is none. */
  similar(word: string, limit: number): string | undefined {
    return this.#words.similar(word, limit);
  }

  /** The servers that have this stem in their name. */
  named(word: string): Iterable<ServerId> {
    return this.#named.get(word) ?? [];
  }

  /** The user's own servers that speak of a concept, and whether they are called after a product for it. */
  speaking(concept: string): Iterable<readonly [ServerId, boolean]> {
    return this.#speaking.get(concept) ?? [];
  }

  /** The servers that have the words, or speak of like things, in no order. */
  search({ wanted, meaning }: Query): Map<ServerId, ServerHit> {
    const found = this.#words.search(wanted);
    const most = Math.max(...[...found.values()].map(({ score }) => score), Number.MIN_VALUE);
    const hits = new Map<ServerId, ServerHit>();
    for (const [name, { score, stems, units }] of found) {
      const id = name as ServerId;
      units.delete(ENTRY);
      hits.set(id, { id, score: score / most, stems, tools: units });
    }
    for (const [name, likeness] of this.#meanings?.alike(meaning) ?? []) {
      const id = name as ServerId;
      const hit = hits.get(id) ?? { id, score: 0, stems: new Set(), tools: new Map() };
      hit.score += MEANING_SHARE * likeness;
      hits.set(id, hit);
    }
    return hits;
  }

  /** The table of concepts knows what ships. */
  #learnConcepts(entry: CatalogEntry): void {
    if (!isUsersOwn(entry)) return;
    const { id, displayName, tags, description } = entry;
    const named = this.#concepts.namedAfter(stemsOf(`${id} ${displayName}`));
    const stems = stemsOf([id, displayName, ...tags, description].join(' '));
    const spoken = this.#concepts.meantBy(stems).map(({ term }) => term);
    for (const term of new Set([...named, ...spoken])) {
      const servers = this.#speaking.get(term) ?? new Map<ServerId, boolean>();
      this.#speaking.set(term, servers.set(id, named.has(term)));
    }
  }
}

/** The unit of an entry among those of its tools: no tool can have this name. */
const ENTRY = '';

type Words = readonly string[];

/** The words of an entry's texts, taken apart once. */
type EntryWords = Readonly<Record<'id' | 'displayName' | 'description' | 'tags' | 'category', Words>>;

function wordsOfEntry({ id, displayName, description, tags, category }: CatalogEntry): EntryWords {
  return {
    id: wordsOfText(id),
    displayName: wordsOfText(displayName),
    description: wordsOfText(description),
    tags: wordsOfText(tags.join(' ')),
    category: wordsOfText(category),
  };
}

interface ToolWords {
  /** The name as it is. */
  readonly id: string;
  readonly name: Words;
  readonly about: Words;
  readonly parameters: Words;
}

function wordsOfTool({ name, description = '', inputSchema }: SearchableTool): ToolWords {
  const parameters = Object.keys((inputSchema?.['properties'] as object | undefined) ?? {});
  return {
    id: name,
    name: wordsOfText(name),
    about: wordsOfText(description),
    parameters: wordsOfText(parameters.join(' ')),
  };
}

function entryFields({ id, displayName, description, tags, category }: EntryWords): readonly Field[] {
  return [
    { stems: stemsIn(id), weight: WEIGHTS.id, usualWords: USUAL_WORDS.name },
    { stems: stemsIn(displayName), weight: WEIGHTS.displayName, usualWords: USUAL_WORDS.name },
    { stems: stemsIn(tags), weight: WEIGHTS.tags, usualWords: USUAL_WORDS.tags },
    { stems: stemsIn(description), weight: WEIGHTS.description, usualWords: USUAL_WORDS.description },
    { stems: stemsIn(category), weight: WEIGHTS.category, usualWords: USUAL_WORDS.name },
  ];
}

function toolFields({ name, about, parameters }: ToolWords): readonly Field[] {
  return [
    { stems: stemsIn(name), weight: WEIGHTS.tool, usualWords: USUAL_WORDS.name },
    { stems: stemsIn(about), weight: WEIGHTS.about, usualWords: USUAL_WORDS.about },
    { stems: stemsIn(parameters), weight: WEIGHTS.parameters, usualWords: USUAL_WORDS.parameters },
  ];
}

function meaningOf({ id, description, tags }: EntryWords, tools: readonly ToolWords[]): readonly Weighed[] {
  const found: Weighed[] = [];
  const add = (words: Words, weight: number): void => {
    for (const word of words) if (!isStopWord(word)) found.push([word, weight]);
  };
  add(id, 2);
  add(description, 2);
  add(tags, 1);
  for (const { name, about } of tools) {
    add(name, 1);
    add(about, 0.5);
  }
  return found;
}

function wordsOfText(text: string): Words {
  return wordsOf(foldText(apart(text.slice(0, READ_CHARACTERS))));
}

function stemsOf(text: string): readonly string[] {
  return stemsIn(wordsOfText(text));
}

function stemsIn(words: Words): readonly string[] {
  // In a few words each may be what it is about: "AI", "set".
  return (words.length > FEW_WORDS ? words.filter(word => !isStopWord(word)) : words).map(knownStem);
}

/** Texts of many servers have the same words again and again: a stem costs more than a look. */
const STEMS = new Map<string, string>();
const MOST_STEMS = 20_000;

function knownStem(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  if (STEMS.size >= MOST_STEMS) STEMS.clear();
  const found = stem(word);
  STEMS.set(word, found);
  return found;
}
