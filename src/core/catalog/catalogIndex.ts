import type { ServerId } from '../../shared/ids';
import type { Concepts } from './concepts';
import type { CatalogEntry } from './entry';
import type { SearchIndex, SearchTerm } from './ports';
import { stem } from './stem';
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
  | 'knownFor'
  | 'toolName'
  | 'toolDescription';

/** How much a word counts in each field; tried out with the tuning half of the labelled intents. */
export const SEARCH_WEIGHTS: Readonly<Record<SearchField, number>> = {
  name: 6,
  displayName: 4,
  tags: 4,
  description: 2,
  category: 1,
  knownFor: 5,
  toolName: 2,
  toolDescription: 1,
};

/** Texts are read up to here: what a server is for stands at the beginning. */
const READ_CHARACTERS = 300;
/** No server's tools crowd out the others'. */
const TOOLS_PER_SERVER = 200;
/** What the tool that fits best adds to its server, in shares of its own score. */
const TOOL_SHARE = 0.5;

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
  /** The documents that each server has in the index. */
  readonly #documents = new Map<ServerId, readonly string[]>();

  constructor(index: SearchIndex<SearchField>, concepts: Concepts) {
    this.#index = index;
    this.#concepts = concepts;
  }

  /** Takes over what a server says of itself now; undefined where it is gone. */
  put(id: ServerId, entry: CatalogEntry | undefined, tools: readonly SearchableTool[]): void {
    for (const document of this.#documents.get(id) ?? []) this.#index.remove(document);
    this.#documents.delete(id);
    if (entry === undefined) return;
    this.#index.put(id, this.#entryFields(entry));
    const documents: string[] = [id];
    for (const tool of tools.slice(0, TOOLS_PER_SERVER)) {
      const document = `${id}${OF}${tool.name}`;
      this.#index.put(document, this.#toolFields(tool));
      documents.push(document);
    }
    this.#documents.set(id, documents);
  }

  /** The servers that these terms lead to, by themselves or by their tools, in no order. */
  search(terms: readonly SearchTerm[]): ReadonlyMap<ServerId, ServerHit> {
    const servers = new Map<ServerId, ServerHit>();
    for (const hit of this.#index.search(terms)) {
      const [id, tool] = hit.id.split(OF) as [ServerId, string?];
      let server = servers.get(id);
      if (server === undefined) {
        server = { id, score: 0, terms: new Set(), tools: new Map() };
        servers.set(id, server);
      }
      for (const term of hit.terms) server.terms.add(term);
      if (tool === undefined) server.score += hit.score;
      else {
        // Best first: the first tool is the one that counts.
        if (server.tools.size === 0) server.score += hit.score * TOOL_SHARE;
        server.tools.set(tool, hit.score);
      }
    }
    return servers;
  }

  #entryFields(entry: CatalogEntry): Readonly<Partial<Record<SearchField, string>>> {
    return {
      name: stemsOf(entry.id).join(' '),
      displayName: stemsOf(entry.displayName).join(' '),
      description: this.#termsOf(entry.description),
      tags: this.#termsOf(entry.tags.join(' ')),
      category: stemsOf(entry.category).join(' '),
      knownFor: this.#concepts.knownFor(entry.id).join(' '),
    };
  }

  #toolFields({ name, description = '' }: SearchableTool): Readonly<Partial<Record<SearchField, string>>> {
    return { toolName: this.#termsOf(name), toolDescription: this.#termsOf(description) };
  }

  /** Stems of a text's words, and terms of the concepts that it speaks of. */
  #termsOf(text: string): string {
    const stems = stemsOf(text);
    return [...stems, ...this.#concepts.meantBy(stems).map(({ term }) => term)].join(' ');
  }
}

/** Between a server and its tool in the id of a document: stands in neither. */
const OF = '\n';

function stemsOf(text: string): readonly string[] {
  // "createIssue" is two words; other separators fall away when texts are folded.
  const inWords = text.slice(0, READ_CHARACTERS).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const words = foldText(inWords);
  return (words.length > 40 ? tellingWords(words) : wordsOf(words)).map(stem);
}
