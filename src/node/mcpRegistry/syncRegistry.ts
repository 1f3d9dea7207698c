import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Clock } from '../../core/support/clock';
import { canonicalJson } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { documentEntry, publishedId } from './documentEntry';
import { RegistryClient } from './registryClient';
import { readDocument } from './serverDocument';
import {
  type BegunSync,
  type KeptPage,
  type SkippedDocument,
  SyncFolder,
  type SyncScope,
} from './syncFolder';

/** What a person asks for. */
export interface SyncWish {
  /** The registry's address. */
  readonly registry: string;
  /** Part of a name, or a whole one such as `io.github.user/weather`, with `@version` behind it where an older one is meant; empty for all. */
  readonly what: string;
}

/** What a sync stands on. */
export interface SyncWorld {
  /** Where synced servers are kept. */
  readonly folder: string;
  readonly clock: Clock;
  /** Hears after each page how many servers came so far. */
  readonly progress?: (servers: number) => void;
}

/** What came of a sync. */
export interface SyncReport {
  /** How many servers are kept now. */
  readonly servers: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly skippedCount: number;
  /** The first of those that could not be used. */
  readonly skipped: readonly SkippedDocument[];
  /** Only changes since the sync before were asked for. */
  readonly isUpdate: boolean;
  /** The registry has more than is kept. */
  readonly isCut: boolean;
}

/** What is kept at most, of servers and in bytes. */
const MOST_SERVERS = 20_000;
const MOST_BYTES = 64 * 1_048_576;
const MOST_PAGES = 1_000;
/** So many pages in a row that bring nothing new are a registry that goes round. */
const BARREN_PAGES = 3;
const SKIPPED_NAMED = 50;
/** Changes are asked for from a day before the last sync: no clock is off by more, and what comes twice does no harm. */
const OVERLAP_MS = 86_400_000;

/**
 * Brings servers of an MCP registry into the folder: everything, what changed since, those whose names hold a text, or one. What was
 * there stays until all of it came; a sync that was cut short goes on where it stopped.
 * @throws {Refusal} bad-registry-url, registry-unavailable, registry-answer, not-in-registry, sync-running
 */
export async function syncRegistry(
  wish: SyncWish,
  world: SyncWorld,
  signal: AbortSignal,
): Promise<SyncReport> {
  const folder = new SyncFolder(world.folder);
  const client = new RegistryClient(wish.registry, world.clock);
  try {
    return await folder.alone(async () => {
      const sync = new Sync(wish, world, folder, client, signal);
      return NAME.test(wish.what.trim()) ? await sync.one() : await sync.pages();
    });
  } finally {
    client.close();
  }
}

/** Forgets every synced server. True where there were some. @throws {Refusal} sync-running */
export async function clearSynced(path: string): Promise<boolean> {
  const folder = new SyncFolder(path);
  return await folder.alone(async () => await folder.clear());
}

/** A whole name, which no part of one looks like. */
const NAME = /^([\w.-]+\/[\w.-]+)(?:@([\w.+-]+))?$/;

class Sync {
  readonly #scope: SyncScope;
  readonly #world: SyncWorld;
  readonly #folder: SyncFolder;
  readonly #client: RegistryClient;
  readonly #signal: AbortSignal;

  constructor(
    { registry, what }: SyncWish,
    world: SyncWorld,
    folder: SyncFolder,
    client: RegistryClient,
    signal: AbortSignal,
  ) {
    this.#scope = { registry, search: what.trim() };
    this.#world = world;
    this.#folder = folder;
    this.#client = client;
    this.#signal = signal;
  }

  /** The one server that was named. */
  async one(): Promise<SyncReport> {
    const [, name = '', version = 'latest'] = NAME.exec(this.#scope.search) ?? [];
    const found = await this.#client.server(name, version, this.#signal);
    if (found === undefined)
      throw new Refusal(
        'not-in-registry',
        `The MCP registry has no server "${oneLine(name, 200)}"${version === 'latest' ? '' : ` in version ${oneLine(version, 60)}`}. Check the name.`,
      );
    const page = readPage([found], this.#scope.registry, new Set());
    return await this.#take({ ...this.#scope, startedAt: this.#now(), pages: [page] }, false);
  }

  async pages(): Promise<SyncReport> {
    const left = await this.#folder.begun(this.#scope);
    try {
      return await this.#run(left ?? (await this.#anew()));
    } catch (error) {
      if (left === undefined || !Refusal.is(error, 'unknown-cursor')) throw error;
      return await this.#run(await this.#anew());
    }
  }

  async #anew(): Promise<BegunSync> {
    const state = await this.#folder.state();
    const isUpdate = this.#scope.search === '' && state?.registry === this.#scope.registry;
    const since = isUpdate ? state.syncedAt : undefined;
    const begun: BegunSync = {
      ...this.#scope,
      startedAt: this.#now(),
      ...(since === undefined ? {} : { since: new Date(Date.parse(since) - OVERLAP_MS).toISOString() }),
      pages: [],
    };
    await this.#folder.begin(begun);
    return begun;
  }

  async #run(begun: BegunSync): Promise<SyncReport> {
    const pages = [...begun.pages];
    const names = new Set(
      pages.flatMap(({ entries, removed }) => [...entries.map(({ id }) => id), ...removed]),
    );
    const cursors = new Set(pages.map(({ nextCursor }) => nextCursor));
    let bytes = 0;
    let barren = 0;
    let cursor = pages.at(-1)?.nextCursor;
    for (let isDone = pages.length > 0 && cursor === undefined; !isDone; isDone = cursor === undefined) {
      if (names.size >= MOST_SERVERS || pages.length >= MOST_PAGES || bytes > MOST_BYTES)
        return await this.#take({ ...begun, pages }, true);
      const { search } = this.#scope;
      const { servers, nextCursor } = await this.#client.page(
        { cursor, updatedSince: begun.since, ...(search === '' ? {} : { search }) },
        this.#signal,
      );
      const before = names.size;
      const page = { ...readPage(servers, this.#scope.registry, names), nextCursor };
      barren = names.size === before ? barren + 1 : 0;
      if (nextCursor !== undefined && (cursors.has(nextCursor) || barren >= BARREN_PAGES))
        await this.#goesRound();
      cursors.add(nextCursor);
      bytes += await this.#folder.keep(page);
      pages.push(page);
      this.#world.progress?.(names.size);
      cursor = nextCursor;
    }
    return await this.#take({ ...begun, pages }, false);
  }

  async #goesRound(): Promise<never> {
    await this.#folder.drop();
    throw new Refusal(
      'registry-answer',
      'The MCP registry gives the same pages again and again, so nothing was taken over. What was synced before is kept.',
    );
  }

  /** Makes what came the list that counts. */
  async #take(begun: BegunSync, isCut: boolean): Promise<SyncReport> {
    const { registry, search, since, startedAt, pages } = begun;
    const state = await this.#folder.state();
    const known = state?.registry === registry ? await this.#folder.entries(state) : [];
    const old = new Map(known.map(entry => [entry.id, entry]));
    const isAll = search === '' && since === undefined;
    const now = new Map<string, CatalogEntry>(isAll && !isCut ? [] : old);
    for (const { entries, removed } of pages) {
      for (const id of removed) now.delete(id);
      for (const entry of entries) now.set(entry.id, entry);
    }
    const kept = [...now.values()].slice(0, MOST_SERVERS);
    const syncedAt =
      search === '' && !isCut ? startedAt : state?.registry === registry ? state.syncedAt : undefined;
    await this.#folder.replace({ registry, ...(syncedAt === undefined ? {} : { syncedAt }) }, kept);
    const skipped = pages.flatMap(page => page.skipped);
    return {
      servers: kept.length,
      added: kept.filter(({ id }) => !old.has(id)).length,
      changed: kept.filter(entry => isOther(old.get(entry.id), entry)).length,
      removed: [...old.keys()].filter(id => !now.has(id)).length,
      skippedCount: skipped.length,
      skipped: skipped.slice(0, SKIPPED_NAMED),
      isUpdate: since !== undefined,
      isCut,
    };
  }

  #now(): string {
    return new Date(this.#world.clock.now()).toISOString();
  }
}

/** What a page's documents are; `names` learns the ids of them. */
function readPage(servers: readonly unknown[], registry: string, names: Set<string>): KeptPage {
  const entries: CatalogEntry[] = [];
  const removed: string[] = [];
  const skipped: SkippedDocument[] = [];
  for (const value of servers.slice(0, MOST_SERVERS)) {
    const reading = readDocument(value);
    if (reading.type === 'unreadable') {
      skipped.push({ name: oneLine(reading.name, 100), why: reading.why });
      continue;
    }
    const { document } = reading;
    const id = publishedId(document.name);
    if (names.has(id)) skipped.push({ name: document.name, why: 'it comes twice, and the first one counts' });
    else if (document.status === 'deleted') removed.push(id);
    else entries.push(documentEntry(document, registry));
    names.add(id);
  }
  return { entries, removed, skipped };
}

function isOther(before: CatalogEntry | undefined, now: CatalogEntry): boolean {
  return before !== undefined && canonicalJson(before) !== canonicalJson(now);
}
