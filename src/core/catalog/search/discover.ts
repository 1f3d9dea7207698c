import type { ServerId } from '../../../shared/ids';
import { CatalogIndex, type KnownTools, type SearchableTool, type ServerHit } from './catalogIndex';
import type { ConceptSource } from './conceptRow';
import { Concepts } from './concepts';
import { Meanings, type MeaningSource } from './meanings';
import type { CatalogEntry } from '../entry/entry';
import { IntentReader } from './intentReader';
import { nearestNames } from '../entry/nearest';
import { oneLine } from '../entry/plainText';
import type { Readiness } from '../launch/readiness';
import type { Runtime } from '../launch/runtime';
import { foldText, tellingWords } from './words';

/** A server that fits an intent. One that can't be used now is a match as well: `blocked` says why. */
export interface Match {
  readonly entry: CatalogEntry;
  readonly readiness: Readiness;
  /** Why it can't be used now and what to do; undefined where it can. */
  readonly blocked: string | undefined;
  /** The words of the intent that led here. */
  readonly why: readonly string[];
  /** How well it fits beside the one that fits best, from 0 to 1. */
  readonly share: number;
  /** Known tools that fit the intent, best first; empty while the tools are unknown. */
  readonly tools: readonly SearchableTool[];
}

/** The answer to an intent: matches, best first, and what to do where there are none. */
export interface Discovery {
  readonly matches: readonly Match[];
  readonly didYouMean: readonly ServerId[];
  /** Said where nothing matches, or nothing well: that it is so, and where to look. */
  readonly message: string | undefined;
}

/** What a search asks of the catalog. */
export interface Searchable {
  find(id: string): CatalogEntry | undefined;
  entries(): readonly CatalogEntry[];
  readiness(entry: CatalogEntry): Readiness;
  runtime(entry: CatalogEntry): Runtime;
}

/** What a search knows besides the words of servers. */
export interface SearchSources {
  readonly concepts: ConceptSource;
  /** Left out where words count as they stand. */
  readonly meanings?: MeaningSource;
}

/** A longer intent is read up to here: it is a task, not a document. */
const INTENT_CHARACTERS = 1_500;
/** Scores closer than this share of the best are a tie, which readiness breaks. */
const TIE_SHARE = 0.01;
/** What fits so much worse than the best is no match: it would only cost a reader's time. */
const LEAST_SHARE = 0.15;
/** Where nothing fits well, no more are named than these. */
const NAMED_WHEN_UNSURE = 3;
/** Ties are broken among the best so many times the servers asked for. */
const SHORTLIST_FACTOR = 3;
const TOOLS_NAMED = 5;

/** What the score of a server that the user configured is multiplied by (chosen here). */
const CONFIGURED_FACTOR = 1.5;
/** The same for one that anybody may have published: among thousands, some say the words better than the one that is meant. */
const PUBLISHED_FACTOR = 0.8;

/** Finds the servers for an intent, by words alone: no model is asked. */
export class Discoverer {
  readonly #catalog: Searchable;
  readonly #knownTools: KnownTools;
  readonly #concepts: ConceptSource;
  readonly #meaningSource: MeaningSource;
  #meanings: { readonly read: Meanings | undefined } | undefined;
  /** Servers that the index is behind with. */
  readonly #pending = new Set<ServerId>();
  /** Made by the first search: whoever never searches does not pay for it. */
  #search: { readonly index: CatalogIndex; readonly reader: IntentReader } | undefined;

  constructor(
    catalog: Searchable,
    { concepts, meanings = () => undefined }: SearchSources,
    knownTools: KnownTools,
  ) {
    this.#catalog = catalog;
    this.#concepts = concepts;
    this.#meaningSource = meanings;
    this.#knownTools = knownTools;
  }

  /** What words mean, read when it is first asked for; undefined where words count as they stand. */
  get meanings(): Meanings | undefined {
    if (this.#meanings === undefined) {
      const table = this.#meaningSource();
      this.#meanings = { read: table && new Meanings(table) };
    }
    return this.#meanings.read;
  }

  /** Brings the index up to date for these servers, and no others, before the next search. */
  refresh(servers: Iterable<ServerId>): void {
    for (const id of servers) this.#pending.add(id);
  }

  /** The best `limit` servers for the intent. */
  discover(intent: string, limit: number): Discovery {
    const text = intent.slice(0, INTENT_CHARACTERS);
    const found = this.#best(text, limit);
    const isUnsure = !found.some(({ isSure }) => isSure);
    const best = isUnsure ? found.slice(0, NAMED_WHEN_UNSURE) : found;
    const most = Math.max(...best.map(({ hit }) => hit.score));
    const matches = best.map(({ entry, readiness, hit, why }) => ({
      entry,
      readiness,
      blocked: this.#blockOf(entry, readiness),
      why,
      share: hit.score / most,
      tools: this.#matchingTools(entry.id, hit),
    }));
    const didYouMean = this.#didYouMean(text);
    return {
      matches,
      didYouMean,
      message: isUnsure ? this.#nothing(text, best.length, didYouMean) : undefined,
    };
  }

  #best(intent: string, limit: number): readonly Candidate[] {
    const { index, reader } = this.#current();
    const { hits, said, isSure } = reader.read(intent, index, id => this.#isShipped(id));
    const ranked = [...hits.values()]
      .map(hit => ({ ...hit, score: hit.score * this.#trustIn(hit.id) }))
      .toSorted((a, b) => b.score - a.score);
    const most = ranked[0]?.score ?? 1;
    const step = most * TIE_SHARE;
    return ranked
      .filter(({ score }) => score >= most * LEAST_SHARE)
      .slice(0, limit * SHORTLIST_FACTOR)
      .flatMap((hit): readonly Candidate[] => {
        const entry = this.#catalog.find(hit.id);
        return entry === undefined
          ? []
          : [{ hit, entry, readiness: this.#catalog.readiness(entry), why: said(hit), isSure: isSure(hit) }];
      })
      .toSorted(
        (a, b) =>
          Math.round(b.hit.score / step) - Math.round(a.hit.score / step) ||
          readyRank(a.readiness) - readyRank(b.readiness) ||
          b.hit.score - a.hit.score,
      )
      .slice(0, limit);
  }

  /** A server that the user configured is more likely to be the one they mean than one that only ships. */
  #trustIn(server: ServerId): number {
    if (this.#isShipped(server)) return 1;
    return this.#catalog.find(server)?.source === 'mcp-registry' ? PUBLISHED_FACTOR : CONFIGURED_FACTOR;
  }

  #isShipped(server: ServerId): boolean {
    const source = this.#catalog.find(server)?.source;
    return source === 'registry' || source === 'built-in';
  }

  #current(): { readonly index: CatalogIndex; readonly reader: IntentReader } {
    if (this.#search === undefined) {
      const concepts = new Concepts(this.#concepts());
      this.#search = {
        index: new CatalogIndex(concepts, this.meanings),
        reader: new IntentReader(concepts, this.meanings),
      };
    }
    for (const id of this.#pending) {
      const entry = this.#catalog.find(id);
      this.#search.index.put(id, entry, entry === undefined ? [] : this.#knownTools(id));
    }
    this.#pending.clear();
    return this.#search;
  }

  #blockOf(entry: CatalogEntry, readiness: Readiness): string | undefined {
    if (readiness.status !== 'available') return readiness.message;
    const runtime = this.#catalog.runtime(entry);
    return runtime.status === 'missing' ? runtime.message : undefined;
  }

  #matchingTools(server: ServerId, { tools }: ServerHit): readonly SearchableTool[] {
    if (tools.size === 0) return [];
    const known = new Map(this.#knownTools(server).map(tool => [tool.name, tool]));
    return [...tools]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, TOOLS_NAMED)
      .flatMap(([name]) => known.get(name) ?? []);
  }

  #didYouMean(intent: string): readonly ServerId[] {
    const words = tellingWords(foldText(intent));
    // A sentence is no mistyped name.
    if (words.length === 0 || words.length > 2) return [];
    const ids = this.#catalog.entries().map(({ id }) => id);
    const typed = words.join('-');
    if (ids.some(id => id.toLowerCase() === typed)) return [];
    const near = new Set(nearestNames(typed, ids));
    return ids.filter(id => near.has(id));
  }

  #nothing(intent: string, matches: number, didYouMean: readonly ServerId[]): string {
    const counts = new Map<string, number>();
    for (const { category } of this.#catalog.entries()) counts.set(category, (counts.get(category) ?? 0) + 1);
    const categories = [...counts]
      .map(([category, count]) => `${oneLine(category, 40)} (${count})`)
      .join(', ');
    const names = didYouMean.map(id => `"${id}"`).join(', ');
    return [
      matches === 0
        ? `No server matches "${oneLine(intent, 80)}".`
        : `No server matches "${oneLine(intent, 80)}" well: what is listed only comes near.`,
      ...(names === '' ? [] : [`Did you mean ${names}?`]),
      categories === ''
        ? 'The catalog is empty: ask the user to add servers to the setting switchyard.servers.'
        : `Call mcp_environment with one of these categories: ${categories}; or call mcp_discover with other words.`,
    ].join(' ');
  }
}

interface Candidate {
  readonly hit: ServerHit;
  readonly entry: CatalogEntry;
  readonly readiness: Readiness;
  readonly why: readonly string[];
  readonly isSure: boolean;
}

function readyRank(readiness: Readiness): number {
  return ['available', 'missing-credentials', 'disabled'].indexOf(readiness.status);
}
