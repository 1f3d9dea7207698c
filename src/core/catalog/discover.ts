import type { ServerId } from '../../shared/ids';
import { CONCEPTS, type Concept } from './concepts';
import type { CatalogEntry } from './entry';
import { nearestNames } from './nearest';
import { oneLine } from './plainText';
import type { SearchIndex } from './ports';
import type { Readiness } from './readiness';
import { foldText, tellingWords } from './words';

/** What a tool says of itself, as far as a search needs it. */
export interface SearchableTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Fields of a catalog entry in the search index. */
export type SearchField =
  | 'name'
  | 'displayName'
  | 'description'
  | 'tags'
  | 'category'
  | 'tools'
  | 'toolDescriptions';

/** How much a word counts in each field; tried out with the 21 intents of seed 0. */
export const SEARCH_WEIGHTS: Readonly<Record<SearchField, number>> = {
  name: 6,
  displayName: 4,
  tags: 5,
  description: 2,
  category: 1.5,
  tools: 2,
  toolDescriptions: 1,
};

/** A server that fits an intent. One that can't be used now is a match as well: its readiness says why. */
export interface Match {
  readonly entry: CatalogEntry;
  readonly readiness: Readiness;
  /** The words of the intent that led here. */
  readonly why: readonly string[];
  /** Known tools whose name or description holds such a word, best known first; empty while the tools are unknown. */
  readonly tools: readonly SearchableTool[];
}

/** The answer to an intent: matches, best first, and what to do where there are none. */
export interface Discovery {
  readonly matches: readonly Match[];
  readonly didYouMean: readonly ServerId[];
  /** Said where nothing matches: that it is so, and where to look. */
  readonly message: string | undefined;
}

/** What a search asks of the catalog. */
export interface Searchable {
  find(id: string): CatalogEntry | undefined;
  entries(): readonly CatalogEntry[];
  readiness(entry: CatalogEntry): Readiness;
}

/** Tools of a server as far as they are known, without starting it. */
export type KnownTools = (server: ServerId) => readonly SearchableTool[];

/** A longer intent is read up to here: it is a few words, not a document. */
const INTENT_CHARACTERS = 400;
/** A word a server is looked for because of a concept counts half of one that was said. */
const MEANT_SHARE = 0.5;
/** What a server gains for being known for a concept, in shares of the best score without it. */
const KNOWN_SHARE = 0.7;
/** Scores closer than this share of the best are a tie, which readiness breaks. */
const TIE_SHARE = 0.01;

/** Finds the servers for an intent, by words alone: no model is asked. */
export class Discoverer {
  readonly #catalog: Searchable;
  readonly #index: SearchIndex<SearchField>;
  readonly #knownTools: KnownTools;

  constructor(catalog: Searchable, index: SearchIndex<SearchField>, knownTools: KnownTools) {
    this.#catalog = catalog;
    this.#index = index;
    this.#knownTools = knownTools;
  }

  /** Brings the index up to date for these servers, and no others. */
  refresh(servers: Iterable<ServerId>): void {
    for (const id of servers) {
      const entry = this.#catalog.find(id);
      if (entry === undefined) this.#index.remove(id);
      else this.#index.put(id, fieldsOf(entry, this.#knownTools(id)));
    }
  }

  /** The best `limit` servers for the intent. */
  discover(intent: string, limit: number): Discovery {
    const folded = foldText(intent.slice(0, INTENT_CHARACTERS));
    const words = tellingWords(folded);
    const ranked = this.#ranked(folded, words).slice(0, limit);
    const matches = ranked.map(({ entry, readiness, why }) => ({
      entry,
      readiness,
      why: [...why],
      tools: this.#matchingTools(entry.id, why),
    }));
    const didYouMean = this.#didYouMean(words);
    return {
      matches,
      didYouMean,
      message: matches.length > 0 ? undefined : this.#nothing(intent, didYouMean),
    };
  }

  #ranked(folded: string, words: readonly string[]): readonly Candidate[] {
    const concepts = conceptsIn(folded, words);
    const candidates = new Map<string, Candidate>();
    const add = (id: string, score: number, why: readonly string[]): void => {
      const known = candidates.get(id);
      const entry = known?.entry ?? this.#catalog.find(id);
      if (entry === undefined) return;
      const candidate = known ?? {
        entry,
        readiness: this.#catalog.readiness(entry),
        score: 0,
        why: new Set<string>(),
      };
      candidate.score += score;
      for (const word of why) candidate.why.add(word);
      candidates.set(id, candidate);
    };

    for (const hit of this.#index.search(words.join(' '))) add(hit.id, hit.score, hit.terms);
    for (const { concept, said } of concepts) {
      for (const hit of this.#index.search(concept.meant)) add(hit.id, hit.score * MEANT_SHARE, [said]);
    }
    const best = Math.max(0, ...[...candidates.values()].map(({ score }) => score)) || 1;
    for (const { concept, said } of concepts) {
      concept.known.forEach((id, at) => add(id, best * (KNOWN_SHARE - at * 2 * TIE_SHARE), [said]));
    }
    const step = best * TIE_SHARE;
    return [...candidates.values()].toSorted(
      (a, b) =>
        Math.round(b.score / step) - Math.round(a.score / step) ||
        readyRank(a.readiness) - readyRank(b.readiness) ||
        b.score - a.score,
    );
  }

  #matchingTools(server: ServerId, why: ReadonlySet<string>): readonly SearchableTool[] {
    const words = [...why].flatMap(phrase => phrase.split(' '));
    return this.#knownTools(server)
      .filter(tool => {
        const text = ` ${foldText(toolText(tool))}`;
        return words.some(word => text.includes(` ${word}`));
      })
      .slice(0, 5);
  }

  #didYouMean(words: readonly string[]): readonly ServerId[] {
    // A sentence is no mistyped name.
    if (words.length === 0 || words.length > 2) return [];
    const ids = this.#catalog.entries().map(({ id }) => id);
    const typed = words.join('-');
    if (ids.some(id => id.toLowerCase() === typed)) return [];
    const near = new Set(nearestNames(typed, ids));
    return ids.filter(id => near.has(id));
  }

  #nothing(intent: string, didYouMean: readonly ServerId[]): string {
    const counts = new Map<string, number>();
    for (const { category } of this.#catalog.entries()) counts.set(category, (counts.get(category) ?? 0) + 1);
    const categories = [...counts]
      .map(([category, count]) => `${oneLine(category, 40)} (${count})`)
      .join(', ');
    const names = didYouMean.map(id => `"${id}"`).join(', ');
    return [
      `No server matches "${oneLine(intent, 80)}".`,
      ...(names === '' ? [] : [`Did you mean ${names}?`]),
      categories === ''
        ? 'The catalog is empty: ask the user to add servers to the setting switchyard.servers.'
        : `Call mcp_environment with one of these categories: ${categories}; or call mcp_discover with other words.`,
    ].join(' ');
  }
}

interface Candidate {
  readonly entry: CatalogEntry;
  readonly readiness: Readiness;
  score: number;
  readonly why: Set<string>;
}

function fieldsOf(
  entry: CatalogEntry,
  tools: readonly SearchableTool[],
): Readonly<Record<SearchField, string>> {
  return {
    name: entry.id,
    displayName: entry.displayName,
    description: entry.description,
    tags: entry.tags.join(' '),
    category: entry.category,
    tools: tools.map(({ name }) => inWords(name)).join(' '),
    toolDescriptions: tools.map(({ description = '' }) => description.slice(0, 300)).join(' '),
  };
}

function toolText({ name, description = '' }: SearchableTool): string {
  return `${inWords(name)} ${description.slice(0, 300)}`;
}

/** "createIssue" as two words; other separators fall away when texts are folded. */
function inWords(name: string): string {
  return name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

function conceptsIn(
  folded: string,
  words: readonly string[],
): readonly { readonly concept: Concept; readonly said: string }[] {
  const text = ` ${folded} `;
  return CONCEPTS.flatMap(concept => {
    const said = concept.said.find(phrase =>
      phrase.includes(' ') ? text.includes(` ${phrase} `) : words.some(word => isFormOf(word, phrase)),
    );
    return said === undefined ? [] : [{ concept, said }];
  });
}

/** "deploying" is a form of "deploy"; short words stand for themselves only. */
function isFormOf(word: string, concept: string): boolean {
  return (
    word === concept || (concept.length >= 5 && word.startsWith(concept) && word.length <= concept.length + 4)
  );
}

function readyRank(readiness: Readiness): number {
  return ['available', 'missing-credentials', 'disabled'].indexOf(readiness.status);
}
