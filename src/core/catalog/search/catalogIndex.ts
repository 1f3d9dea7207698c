import type { ServerId } from '../../../shared/ids';
import type { Concepts } from './concepts';
import type { CatalogEntry } from '../entry/entry';
import type { SearchIndex, SearchTerm } from '../entry/ports';
import { stem } from '../entry/stem';
import { foldText, tellingWords, wordsOf } from './words';

/** What a tool says of itself, as far as a search needs it. */
export interface SearchableTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Tools of a server as far as they are known, without starting it. */
export type KnownTools = (server: ServerId) => readonly SearchableTool[];

/** Fields of the search index: of an entry, and of a tool, which is a document of its own. */
export type SearchField =
  | 'name'
  | 'displayName'
  | 'description'
  | 'tags'
  | 'category'
  | 'concepts'
  | 'toolName'
  | 'toolDescription';

/** How much a word counts in each field; tried out with the tuning half of the labelled intents. */
export const SEARCH_WEIGHTS: Readonly<Record<SearchField, number>> = {
  name: 6,
  displayName: 4,
  tags: 4,
  description: 2,
  category: 1,
  concepts: 2,
  toolName: 2,
  toolDescription: 1,
};

/** Texts are read up to here: what a server is for stands at the beginning. */
const READ_CHARACTERS = 300;
/** No server's tools crowd out the others'. */
const TOOLS_PER_SERVER = 200;
/** What a server gains that is the best known for a concept; the ones after it gain a little less each. */
const KNOWN_SCORE = 60;
const KNOWN_STEP = 0.1;
/** What a server that no table can know gains for speaking of a concept itself: as if it stood in the fourth place. */
const SPOKEN_SHARE = 0.7;
/** What a server gains whose name is said: whoever names a product means it. */
const NAMED_SCORE = 150;
/** What the tool that fits best adds to its server, in shares of its own score. */
const TOOL_SHARE = 0.25;

/** A server that terms led to. */
export interface ServerHit {
  readonly id: ServerId;
  score: number;
  /** The terms that matched. */
  readonly terms: Set<string>;
  /** Its tools that matched, with their scores. */
  readonly tools: Map<string, number>;
}

/** The full-text index over entries and known tools, brought up to date one server at a time. */
export class CatalogIndex {
  readonly #index: SearchIndex<SearchField>;
  readonly #concepts: Concepts;
  /** Servers of the user's own: the table of concepts can't know them. */
  readonly #own = new Set<ServerId>();
  /** The documents that each server has in the index. */
  readonly #documents = new Map<ServerId, readonly string[]>();
  /** By the stem of a word, the servers that have it in their names. */
  readonly #named = new Map<string, Set<ServerId>>();

  constructor(index: SearchIndex<SearchField>, concepts: Concepts) {
    this.#index = index;
    this.#concepts = concepts;
  }

  /** Takes over what a server says of itself now; undefined where it is gone. */
  put(id: ServerId, entry: CatalogEntry | undefined, tools: readonly SearchableTool[]): void {
    const documents = entry === undefined ? new Map<string, Fields>() : this.#documentsOf(entry, tools);
    for (const document of this.#documents.get(id) ?? []) {
      if (!documents.has(document)) this.#index.remove(document);
    }
    for (const [document, fields] of documents) this.#index.put(document, fields);
    this.#name(id, entry !== undefined);
    if (entry === undefined) this.#documents.delete(id);
    else this.#documents.set(id, [...documents.keys()]);
    // The table knows what ships, modules of ours included.
    if (entry === undefined || ['registry', 'built-in'].includes(entry.source)) this.#own.delete(id);
    else this.#own.add(id);
  }

  /** The servers that these terms lead to, by themselves or by their tools, in no order. */
  search(terms: readonly SearchTerm[]): ReadonlyMap<ServerId, ServerHit> {
    const servers = new Map<ServerId, ServerHit>();
    const at = (id: ServerId): ServerHit => {
      const known = servers.get(id);
      if (known !== undefined) return known;
      const hit = { id, score: 0, terms: new Set<string>(), tools: new Map<string, number>() };
      servers.set(id, hit);
      return hit;
    };
    const spoken = new Map(terms.map(({ term }) => [term, [] as ServerId[]]));
    for (const { id: document, score, terms: matched } of this.#index.search(terms)) {
      const [id, tool] = document.split(OF) as [ServerId, string?];
      const server = at(id);
      for (const term of matched) server.terms.add(term);
      if (tool === undefined && this.#own.has(id)) {
        for (const term of matched) spoken.get(term)?.push(id);
      }
      // Best first: the first tool is the one that counts.
      if (tool === undefined) server.score += score;
      else if (server.tools.size === 0) server.score += score * TOOL_SHARE;
      if (tool !== undefined) server.tools.set(tool, score);
    }
    this.#addNamed(servers, terms);
    for (const { term, weight } of terms) this.#addKnown(at, term, weight, spoken.get(term) ?? []);
    return servers;
  }

  /** What servers gain whose names are said. */
  #addNamed(servers: ReadonlyMap<ServerId, ServerHit>, terms: readonly SearchTerm[]): void {
    for (const { term, match } of terms) {
      const named = match === 'whole' ? this.#named.get(term) : undefined;
      for (const id of named ?? []) {
        const hit = servers.get(id);
        if (hit) hit.score += NAMED_SCORE;
      }
    }
  }

  /** What servers gain for a concept: the ones that are known for it by their place, the ones that speak of it a share. */
  #addKnown(
    at: (id: ServerId) => ServerHit,
    term: string,
    weight: number,
    spoken: readonly ServerId[],
  ): void {
    const known = this.#concepts.knownFor(term);
    if (known.length === 0) return;
    const most = KNOWN_SCORE * weight * (1 + 1 / known.length);
    for (const id of spoken) if (!known.includes(id)) at(id).score += most * SPOKEN_SHARE;
    for (const [place, name] of known.entries()) {
      const id = name as ServerId;
      if (!this.#documents.has(id)) continue;
      at(id).terms.add(term);
      at(id).score += most * (1 - KNOWN_STEP * place);
    }
  }

  /** Learns by which words a server is named, or forgets it. An id never changes its words. */
  #name(id: ServerId, isThere: boolean): void {
    for (const word of stemsOf(id)) {
      // "time" and "memory" are names, and words like any other.
      if (this.#concepts.isSpokenOfWith(word)) continue;
      const servers = this.#named.get(word) ?? new Set();
      if (isThere) this.#named.set(word, servers.add(id));
      else servers.delete(id);
    }
  }

  #documentsOf(entry: CatalogEntry, tools: readonly SearchableTool[]): Map<string, Fields> {
    const documents = new Map<string, Fields>([[entry.id, this.#entryFields(entry)]]);
    for (const tool of tools.slice(0, TOOLS_PER_SERVER)) {
      documents.set(`${entry.id}${OF}${tool.name}`, this.#toolFields(tool));
    }
    return documents;
  }

  #entryFields(entry: CatalogEntry): Fields {
    const name = stemsOf(entry.id);
    const displayName = stemsOf(entry.displayName);
    const description = stemsOf(entry.description);
    const tags = stemsOf(entry.tags.join(' '));
    return {
      name: name.join(' '),
      displayName: displayName.join(' '),
      description: description.join(' '),
      tags: tags.join(' '),
      category: stemsOf(entry.category).join(' '),
      concepts: this.#meantBy([...name, ...displayName, ...tags, ...description]).join(' '),
    };
  }

  #toolFields({ name, description = '' }: SearchableTool): Fields {
    // "createIssue" is two words; other separators fall away when texts are folded.
    const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
    return { toolName: this.#termsOf(words), toolDescription: this.#termsOf(description) };
  }

  /** Stems of a text's words, and terms of the concepts that it speaks of. */
  #termsOf(text: string): string {
    const stems = stemsOf(text);
    return [...stems, ...this.#meantBy(stems)].join(' ');
  }

  #meantBy(stems: readonly string[]): readonly string[] {
    return this.#concepts.meantBy(stems).map(({ term }) => term);
  }
}

type Fields = Readonly<Partial<Record<SearchField, string>>>;

/** Between a server and its tool in the id of a document: stands in neither. */
const OF = '\n';

function stemsOf(text: string): readonly string[] {
  const words = foldText(text.slice(0, READ_CHARACTERS));
  return (words.length > 40 ? tellingWords(words) : wordsOf(words)).map(stem);
}
