import type { ServerId, SessionId } from '../../shared/ids';
import type { Clock } from '../support/clock';
import { type Disposable, DisposableStore } from '../support/disposable';
import { Emitter } from '../support/emitter';
import { folded, onlyMeant } from '../support/folded';
import { canonicalJson } from '../support/json';
import type { Log } from '../support/log';
import type { Redactor } from '../support/redactor';
import { Refusal } from '../support/refusal';
import { withBorrowedWords } from './search/borrowedWords';
import { type NamedServers, unknownNames } from './entry/unknownNames';
import { withoutReservedNames } from './entry/reservedNames';
import type { KnownTools, SearchableTool } from './search/catalogIndex';
import type { MeaningSource } from './search/meanings';
import { Discoverer, type Discovery } from './search/discover';
import { type Embedder, Reranker } from './search/reranker';
import { type RankedTool, rankTools } from './search/toolRanker';
import type { ConceptSource } from './search/conceptRow';
import type { CatalogEntry, CatalogProblem, CatalogSourceReading, EntrySource } from './entry/entry';
import { type PreparedLaunch, resolveLaunch } from './launch/launch';
import { nearestNames } from './entry/nearest';
import { spoiltSources, throwBroken } from './entry/brokenEntry';
import { oneLine } from './entry/plainText';
import type {
  CatalogSource,
  CredentialStore,
  Programs,
  SignIns,
  Surroundings,
  Switches,
} from './entry/ports';
import { type Readiness, readinessOf } from './launch/readiness';
import { lookedForOnce, type Runtime, runtimeOf } from './launch/runtime';

/** What the catalog needs of the world. */
export interface CatalogParts {
  /** Of two entries with one id the one from the stronger kind of source counts; within a kind, the earlier source's. */
  readonly sources: readonly CatalogSource[];
  readonly credentials: CredentialStore;
  readonly signIns: SignIns;
  readonly surroundings: Surroundings;
  readonly programs: Programs;
  readonly concepts: ConceptSource;
  /** What words mean; left out where they count as they stand. */
  readonly meanings?: MeaningSource;
  /** A model of the user's that orders what a search found; left out, or undefined, where there is none. */
  readonly embedder?: () => Embedder | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent where people have no switches but the entries themselves. */
  readonly switches?: Switches;
  /** Learns the secrets that launches are made of. */
  readonly redactor: Redactor;
  /** A setting whose names are told where no server has them. */
  readonly named?: NamedServers;
}

/** What a change of the catalog touched: entries that came, went, or say something else. May be none: then its problems changed. */
export interface CatalogChange {
  readonly servers: readonly ServerId[];
}

/** What is known of tools, elsewhere. */
export interface CatalogTools {
  readonly knownTools: KnownTools;
  /** Servers of which more is known from the first search on: asked for before each one. */
  readonly beforeSearch?: () => readonly ServerId[];
  /** Servers that lists have though they are only found else: somebody uses them. */
  readonly inUse?: () => Iterable<ServerId>;
}

/** So many times more are looked at by a model than are asked for. */
const RERANKED_FACTOR = 3;

/** Strongest first. */
const PRECEDENCE: readonly EntrySource[] = [
  'settings',
  'servers-file',
  'imported',
  'built-in',
  'registry',
  'mcp-registry',
];

/** What an agent does about a name that no server has; a person at a terminal has no such tool. */
export const HOW_TO_SEARCH = 'Call mcp_discover to search the catalog.';

/** Which servers exist, how ready each is, and how to find the right one. */
export class Catalog implements Disposable {
  readonly #parts: CatalogParts;
  readonly #discoverer: Discoverer;
  readonly #reranker: Reranker;
  readonly #knownTools: KnownTools;
  readonly #beforeSearch: () => readonly ServerId[];
  readonly #inUse: () => Iterable<ServerId>;
  readonly #slots: readonly Slot[];
  readonly #changed: Emitter<CatalogChange>;
  readonly #owned = new DisposableStore();
  #shown: ReadonlyMap<string, Listed> = new Map();
  /** What all may see: always, and where it is asked for. */
  #public: Public = { always: [], found: [] };
  #reserved: readonly CatalogProblem[] = [];
  #isLoaded = false;

  constructor(parts: CatalogParts, { knownTools, beforeSearch = () => [], inUse = () => [] }: CatalogTools) {
    this.#parts = parts;
    this.#slots = parts.sources.map(source => ({ source, reading: undefined, failure: undefined, round: 0 }));
    this.#knownTools = knownTools;
    this.#discoverer = new Discoverer(this, parts, knownTools);
    this.#reranker = new Reranker(parts.embedder ?? (() => undefined), parts.clock, parts.log);
    this.#beforeSearch = beforeSearch;
    this.#inUse = inUse;
    this.#changed = new Emitter(error =>
      parts.log.error('A catalog listener failed', { error: String(error) }),
    );
  }

  /** Tells what changed, after it can be read here. */
  get onDidChange(): (listener: (change: CatalogChange) => void) => Disposable {
    return this.#changed.event;
  }

  /** Reads every source, and from then on each one again when it says that it changed. */
  async load(): Promise<void> {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      // A key that comes or goes changes who is ready, though no entry says anything else.
      for (const store of [this.#parts.credentials, this.#parts.signIns]) {
        this.#owned.add(store.onDidChange(() => this.#changed.fire({ servers: [] })));
      }
      const { switches } = this.#parts;
      if (switches) this.#owned.add(switches.onDidChange(() => this.#publish()));
      for (const slot of this.#slots) {
        this.#owned.add(slot.source.onDidChange(() => void this.#reload(slot))); // Never rejects: failures become problems.
      }
    }
    await Promise.all(this.#slots.map(slot => this.#read(slot)));
    this.#publish();
  }

  /** The entry that counts for this name; undefined for a name that nobody uses, `__proto__` among them. */
  find(name: string): CatalogEntry | undefined {
    return this.#shown.get(name)?.entry;
  }

  /** The entry of this name, or the one that can only be meant by it: `GitHub` for `github`. `session`: who is to use it. @throws {Refusal} broken-entry, where it can't be used as it stands; unknown-server, with the names that may have been meant */
  require(name: string, session?: SessionId): CatalogEntry {
    const entry = this.find(name) ?? onlyMeant(name, this.entries(), ({ id }) => [id]);
    const isTheirs = session === undefined || (entry?.onlyFor?.has(session) ?? true);
    if (entry !== undefined && isTheirs) return entry;
    throwBroken(name, this.problems());
    const near = this.nearest(name);
    const meant = near.length === 0 ? '' : ` Did you mean ${near.map(id => `"${id}"`).join(', ')}?`;
    throw new Refusal(
      'unknown-server',
      `There is no server "${oneLine(name, 64)}".${meant}${spoiltSources(this.problems())} ${HOW_TO_SEARCH}`,
      { did_you_mean: near },
    );
  }

  /** Every entry that lists show to all, strongest source first, in each source's own order. */
  entries(): readonly CatalogEntry[] {
    const { always, found } = this.#public;
    if (found.length === 0) return always;
    const used = [...new Set(this.#inUse())].flatMap(id => this.seen(id) ?? []);
    return [...always, ...used.filter(({ onlyFound }) => onlyFound)];
  }

  /** Every entry that all may see, those with them that only a search or their name leads to. */
  everyEntry(): readonly CatalogEntry[] {
    const { always, found } = this.#public;
    return found.length === 0 ? always : [...always, ...found];
  }

  /** The entry of this name, where all may see it. */
  seen(name: string): CatalogEntry | undefined {
    const entry = this.find(name);
    return entry?.onlyFor === undefined ? entry : undefined;
  }

  /** Entries that another one of the same id hides, strongest first. */
  shadowed(name: string): readonly CatalogEntry[] {
    return this.#shown.get(name)?.shadowed ?? [];
  }

  /** What is wrong with the sources and their entries. */
  problems(): readonly CatalogProblem[] {
    return [...this.#slots.flatMap(problemsIn), ...this.#ownProblems()];
  }

  /** What is wrong with the entry of this name, though it may be used. Not with those that it hides. */
  problemsOf(name: string): readonly CatalogProblem[] {
    const entry = this.find(name);
    const slots = this.#slots.filter(({ reading }) => entry === undefined || stands(entry, reading));
    return [...slots.flatMap(problemsIn), ...this.#ownProblems()].filter(({ server }) => server === name);
  }

  /** What no source can know by itself. */
  #ownProblems(): readonly CatalogProblem[] {
    const { named } = this.#parts;
    const isRead = this.#slots.every(
      ({ reading, failure }) => reading !== undefined || failure !== undefined,
    );
    return [...this.#reserved, ...(named && isRead ? unknownNames(named, this) : [])];
  }

  /** Names that a mistyped one may have meant. */
  nearest(name: string): readonly string[] {
    return nearestNames(
      name,
      this.entries().map(({ id }) => id),
    );
  }

  /** Servers that have a tool of this name, those that can start first. Looks through what is known of all. */
  having(tool: string): readonly ServerId[] {
    this.#discoverer.refresh(this.#beforeSearch());
    const wanted = folded(tool);
    const found = this.entries().filter(({ id }) =>
      this.#knownTools(id).some(({ name }) => folded(name) === wanted),
    );
    const canStart = (entry: CatalogEntry): boolean => this.readiness(entry).status === 'available';
    return found.toSorted((a, b) => Number(canStart(b)) - Number(canStart(a))).map(({ id }) => id);
  }

  readiness(entry: CatalogEntry): Readiness {
    return readinessOf(entry, this.#parts);
  }

  runtime(entry: CatalogEntry): Runtime {
    return runtimeOf(entry, this.#parts.programs, this.#parts.surroundings);
  }

  /** The runtimes of many entries at this moment: each program is looked for once. */
  runtimes(): (entry: CatalogEntry) => Runtime {
    const programs = lookedForOnce(this.#parts.programs);
    return entry => runtimeOf(entry, programs, this.#parts.surroundings);
  }

  /** @throws {Refusal} missing-credentials, not-startable */
  async resolve(entry: CatalogEntry): Promise<PreparedLaunch> {
    return await resolveLaunch(entry, this.#parts, secret => this.#parts.redactor.add(secret));
  }

  /** The best servers for an intent, by words. */
  discover(intent: string, limit: number): Discovery {
    this.#discoverer.refresh(this.#beforeSearch());
    return this.#discoverer.discover(intent, limit);
  }

  /** The same, ordered by the user's model where there is one: never more than 0.3 s later. */
  async discoverBest(intent: string, limit: number): Promise<Discovery> {
    if (!this.#reranker.isReady) return this.discover(intent, limit);
    const found = this.discover(intent, limit * RERANKED_FACTOR);
    const matches = await this.#reranker.rerank(intent, found.matches);
    return { ...found, matches: matches.slice(0, limit) };
  }

  /** A server's tools by how well they fit what somebody wants to do, best first. */
  rankTools<Tool extends SearchableTool>(
    tools: readonly Tool[],
    purpose: string,
  ): readonly RankedTool<Tool>[] {
    return rankTools(tools, purpose, this.#discoverer.meanings);
  }

  /** Takes over what is known of a server's tools now, so that a search finds it by them. */
  toolsChanged(server: ServerId): void {
    if (this.#isPublic(server)) this.#discoverer.refresh([server]);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #reload(slot: Slot): Promise<void> {
    if (await this.#read(slot)) this.#publish();
  }

  /** False where a newer reading of the same source overtook this one. */
  async #read(slot: Slot): Promise<boolean> {
    const round = (slot.round += 1);
    try {
      const reading = await slot.source.read();
      if (slot.round !== round) return false;
      slot.reading = reading;
      slot.failure = undefined;
    } catch (error) {
      // A source that fails must not take the others with it; what it gave before still stands.
      if (slot.round !== round) return false;
      this.#parts.log.error('A source of the catalog failed', { error: String(error) });
      const origin = slot.reading?.entries[0]?.origin ?? 'catalog';
      slot.failure = {
        origin,
        message:
          "This source couldn't be read. Its last known servers are still listed. See the log for details.",
      };
    }
    return true;
  }

  #isPublic(server: ServerId): boolean {
    return this.find(server)?.onlyFor === undefined;
  }

  #publish(): void {
    const before = this.#shown;
    const readings = this.#slots.flatMap(slot => (slot.reading === undefined ? [] : [slot.reading]));
    const { allowed, problems } = withoutReservedNames(readings);
    this.#reserved = problems;
    this.#shown = listed(allowed, entry => switched(entry, this.#parts.switches));
    this.#public = publicOf(this.#shown);
    const ids = new Set([...before.values(), ...this.#shown.values()].map(({ entry }) => entry.id));
    const servers = [...ids].filter(id => !isSame(before.get(id), this.#shown.get(id)));
    this.#discoverer.refresh(servers.filter(server => this.#isPublic(server)));
    this.#changed.fire({ servers });
  }
}

interface Slot {
  readonly source: CatalogSource;
  reading: CatalogSourceReading | undefined;
  failure: CatalogProblem | undefined;
  round: number;
}

interface Public {
  readonly always: readonly CatalogEntry[];
  /** Thousands of them, mostly. */
  readonly found: readonly CatalogEntry[];
}

function problemsIn({ failure, reading }: Slot): readonly CatalogProblem[] {
  return [...(failure === undefined ? [] : [failure]), ...(reading?.problems ?? [])];
}

/** Whether the entry stands in this reading. */
function stands({ id, origin }: CatalogEntry, reading: Slot['reading']): boolean {
  return reading?.entries.some(entry => entry.id === id && entry.origin === origin) ?? false;
}

function publicOf(shown: ReadonlyMap<string, Listed>): Public {
  const always: CatalogEntry[] = [];
  const found: CatalogEntry[] = [];
  for (const { entry } of shown.values())
    if (entry.onlyFor === undefined) (entry.onlyFound ? found : always).push(entry);
  return { always, found };
}

interface Listed {
  readonly entry: CatalogEntry;
  readonly shadowed: readonly CatalogEntry[];
}

/** The entry as people switched it. What a policy keeps away, no switch brings back. */
function switched(entry: CatalogEntry, switches: Switches | undefined): CatalogEntry {
  const state = switches?.of(entry.id);
  if (switches === undefined || state === undefined || entry.disabledBy === 'policy') return entry;
  return state.isOn
    ? { ...entry, disabledBy: null }
    : { ...entry, disabledBy: state.by, disabledAdvice: switches.advice };
}

function isSame(one: Listed | undefined, other: Listed | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  // A source that was not read again gives the very entries that it gave before.
  const isUntouched = one.entry === other.entry && one.shadowed.length === 0 && other.shadowed.length === 0;
  return isUntouched || canonicalJson(one) === canonicalJson(other);
}

function listed(
  readings: readonly CatalogSourceReading[],
  asSwitched: (entry: CatalogEntry) => CatalogEntry,
): ReadonlyMap<string, Listed> {
  const ranked = readings.toSorted((a, b) => PRECEDENCE.indexOf(a.source) - PRECEDENCE.indexOf(b.source));
  const byId = new Map<string, CatalogEntry[]>();
  for (const entry of ranked.flatMap(({ entries }) => entries)) {
    const others = byId.get(entry.id);
    if (others === undefined) byId.set(entry.id, [entry]);
    else others.push(entry);
  }
  return new Map(
    [...byId].flatMap(([id, [entry, ...shadowed]]) =>
      entry === undefined
        ? []
        : [[id, { entry: asSwitched(withBorrowedWords(entry, shadowed)), shadowed }] as const],
    ),
  );
}
