import { commitOnce, type Done, type Once, readShared } from '../../core/coordination/once';
import { pageOf } from '../../core/coordination/page';
import type { Bus } from '../../core/journal/bus';
import type { Correlation } from '../../core/journal/event';
import type { Journal } from '../../core/journal/journal';
import type { Clock } from '../../core/support/clock';
import type { Json } from '../../core/support/json';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import { type Look, lookThrough, type Seen } from '../../core/support/lookThrough';
import { ahead, blackboardDomain, entryOf, notFound } from './blackboardDomain';
import { Board, type BoardNamespace } from './board';
import {
  type Change,
  type Entry,
  isOver,
  namespaceOf,
  shownChange,
  type ShownChange,
  shownEntry,
  type ShownEntry,
} from './entry';
import { ExpiryTimer } from '../../core/coordination/expiryTimer';
import type { BlackboardFact, BlackboardWish, EntryDeleted, EntrySet, NewEntry } from './facts';
import { KEPT_CHANGES } from './history';
import { type BoardQuery, placed } from './paging';
import { writersOf } from './writers';

/** What the board stands on. */
export interface BlackboardParts {
  readonly journal: Journal;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Key of the workspace: the boards of others in the same journal are none of its. */
  readonly workspace: string;
}

/** Where a change comes from, and what makes it a repeatable request. */
export interface Asked {
  readonly origin: Correlation;
  readonly once?: Once | undefined;
}

/** Some of the entries that were looked for. */
export interface QueryPage {
  readonly entries: readonly ShownEntry[];
  /** The place of the last one; null on an empty page. */
  readonly nextCursor: number | null;
  /** What later pages are asked for with, so that no entry is missed that somebody writes meanwhile. */
  readonly asOf: number;
}

/** Changes after a version. */
export interface WatchPage {
  readonly events: readonly ShownChange[];
  /** Where to go on. */
  readonly nextVersion: number;
  /** Changes after the version asked for that are no longer kept. */
  readonly missed: number;
}

/** What is known of a key. */
export interface KeyHistory {
  readonly entry: ShownEntry | undefined;
  /** Newest first; `session`: who made it, where the journal still knows. */
  readonly changes: readonly (ShownChange & { readonly session: string | undefined })[];
  /** Whether no older change was let go of. */
  readonly isWhole: boolean;
}

/** The one door to the board, for tools and whoever else shows it. */
export class Blackboard implements Disposable {
  readonly #parts: BlackboardParts;
  readonly #changes: Emitter<Change>;
  readonly #owned = new DisposableStore();
  readonly #expiry: ExpiryTimer;
  /** The last change that was told. */
  #told: number;

  constructor(parts: BlackboardParts) {
    this.#parts = parts;
    this.#told = this.#board.version;
    this.#changes = new Emitter(error =>
      parts.log.error('A listener of the blackboard failed', { error: String(error) }),
    );
    this.#expiry = this.#owned.add(
      new ExpiryTimer(parts, {
        earliest: () => this.#board.earliestEnd,
        expire: async () => void (await this.#commit({ verb: 'expire' }, { origin: {} })),
      }),
    );
    this.#owned.add(parts.bus.subscribe(({ stream }) => stream === blackboardDomain.name && this.#tell()));
  }

  /** Puts an entry under a key. @throws {Refusal} E-BB-CONFLICT, E-BB-INVALID-INPUT, E-BB-FULL */
  async set(entry: NewEntry, asked: Asked): Promise<{ entry: ShownEntry; isReplay: boolean }> {
    const { facts, isReplay } = await this.#write({ verb: 'set', entry }, asked);
    const [set] = facts.filter(isSet);
    if (set === undefined) throw new Error('Setting an entry gave no fact.');
    return { entry: shownEntry(entryOf(set)), isReplay };
  }

  /** Puts all of these, or none. @throws {Refusal} E-BULK-PARTIAL */
  async setAll(
    entries: readonly NewEntry[],
    asked: Asked,
  ): Promise<{ entries: ShownEntry[]; isReplay: boolean }> {
    const { facts, isReplay } = await this.#write({ verb: 'setAll', entries }, asked);
    return { entries: facts.filter(isSet).map(set => shownEntry(entryOf(set))), isReplay };
  }

  /** Takes an entry away. @throws {Refusal} E-BB-NOTFOUND, E-BB-CONFLICT */
  async delete(
    which: { readonly key: string; readonly expectedVersion?: number | undefined },
    asked: Asked,
  ): Promise<{ deleted: EntryDeleted; isReplay: boolean }> {
    const { facts, isReplay } = await this.#write({ verb: 'delete', ...which }, asked);
    const deleted = facts.find(fact => fact.type === 'bb_delete');
    if (deleted === undefined) throw new Error('Deleting an entry gave no fact.');
    return { deleted, isReplay };
  }

  /** The entry under a key. @throws {Refusal} E-BB-NOTFOUND */
  async get(key: string): Promise<ShownEntry> {
    await this.#expiry.settle();
    const entry = this.#board.find(key);
    if (entry === undefined || isOver(entry, this.#now())) throw notFound(key);
    return shownEntry(entry);
  }

  /** The value under a key, where there is one now. */
  peek(key: string): Json | undefined {
    const entry = this.#board.find(key);
    return entry === undefined || isOver(entry, this.#now()) ? undefined : shownEntry(entry).value;
  }

  /** Entries, newest update first as of the first page; with its `asOf`, all pages together show each once. */
  async query(query: BoardQuery): Promise<QueryPage> {
    await this.#expiry.settle();
    const at = this.#now();
    const page = pageOf(placed(this.#board, query), {
      limit: query.limit,
      skip: ({ entry }) => isOver(entry, at),
      bytes: ({ entry }) => entry.bytes,
    });
    return {
      entries: page.map(({ entry }) => shownEntry(entry)),
      nextCursor: page.at(-1)?.place ?? null,
      asOf: query.asOf ?? this.#board.version,
    };
  }

  /** Entries as they are kept, newest update first; costs what is looked at, not what there is. */
  latest(look: Look<Entry>): Seen<Entry> {
    return lookThrough(this.#newestFirst(), this.size, look);
  }

  /** How many entries there are, with those whose time is just over. */
  get size(): number {
    return this.#board.size;
  }

  /** Has it recorded that what is over is over. */
  async settle(): Promise<void> {
    await this.#expiry.settle();
  }

  /** The version of the last change. */
  get version(): number {
    return this.#board.version;
  }

  /**
   * Changes after a version, oldest first; where there are none yet, waits for one. Giving up gives what there is.
   * @throws {Refusal} E-BB-INVALID-INPUT for a version that the board has not reached by then: waiting on would be for ever
   */
  async watch(
    {
      startVersion,
      limit,
      waitMs,
    }: { readonly startVersion: number; readonly limit: number; readonly waitMs: number },
    signal: AbortSignal,
  ): Promise<WatchPage> {
    await this.#expiry.settle();
    if (waitMs > 0 && this.#board.version <= startVersion)
      await this.#newerThan(startVersion, waitMs, signal);
    const { history, version } = this.#board;
    if (startVersion > version) throw ahead(startVersion, version);
    const kept = Math.max(version - KEPT_CHANGES, history.gone);
    const from = Math.max(startVersion, kept);
    const page = pageOf(history.after(from), { limit, bytes: bytesOf });
    return {
      events: page.map(shownChange),
      nextVersion: page.at(-1)?.version ?? from,
      missed: from - startVersion,
    };
  }

  /** Namespaces of which an entry or a change is known, in no order. */
  namespaces(): readonly BoardNamespace[] {
    const over = new Map<string, number>();
    for (const { key } of this.#board.dueAt(this.#now(), Infinity)) {
      const namespace = namespaceOf(key);
      over.set(namespace, (over.get(namespace) ?? 0) + 1);
    }
    return this.#board
      .namespaces()
      .map(each => ({ ...each, entries: each.entries - (over.get(each.namespace) ?? 0) }));
  }

  /** Whether an entry or a change of a namespace is known. */
  has(namespace: string): boolean {
    return this.#board.knows(namespace);
  }

  /** The entries of a namespace, in the order of their keys, as many as fit on a page; `countIn` counts them all. */
  entriesOf(namespace: string): readonly ShownEntry[] {
    const entries = this.#livingIn(namespace).sort((a, b) => (a.key < b.key ? -1 : 1));
    return pageOf(entries, { limit: entries.length, bytes: ({ bytes }) => bytes }).map(shownEntry);
  }

  /** How many entries a namespace has. */
  countIn(namespace: string): number {
    return this.#livingIn(namespace).length;
  }

  /** At most so many changes of a namespace after a version, oldest first. */
  eventsAfter(namespace: string, seq: number, limit: number): readonly ShownChange[] {
    return this.#board.history.ofNamespace(namespace, seq).slice(0, limit).map(shownChange);
  }

  /** What stands under a key now, and what stood there before. */
  async historyOf(key: string): Promise<KeyHistory> {
    await this.#expiry.settle();
    const writers = await writersOf(this.#parts, key);
    const namespace = namespaceOf(key);
    const entry = this.#board.find(key);
    return {
      entry: entry && shownEntry(entry),
      changes: this.#board.history
        .ofNamespace(namespace, 0)
        .filter(change => change.key === key)
        .map(change => ({ ...shownChange(change), session: writers.get(change.version) }))
        .toReversed(),
      isWhole: this.goneIn(namespace) === 0,
    };
  }

  /** Up to this version, changes of a namespace may not be known any more. */
  goneIn(namespace: string): number {
    return this.#board.history.goneIn(namespace);
  }

  /** Tells of every change, also of other processes', in order; of those that came at once, what the history kept. */
  onDidChange(listener: (change: Change) => void): Disposable {
    return this.#changes.event(listener);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  *#newestFirst(): Generator<Entry> {
    const at = this.#now();
    for (const entry of this.#board.tagged([], Infinity)) if (!isOver(entry, at)) yield entry;
  }

  #livingIn(namespace: string): Entry[] {
    const at = this.#now();
    return this.#board.inNamespace(namespace).filter(entry => !isOver(entry, at));
  }

  get #board(): Board {
    return readShared({ ...this.#parts, domain: blackboardDomain }, () => new Board());
  }

  #now() {
    return this.#parts.clock.now();
  }

  /** What is over makes room first. */
  async #write(wish: BlackboardWish, asked: Asked): Promise<Done<BlackboardFact>> {
    await this.#expiry.settle();
    return await this.#commit(wish, asked);
  }

  #commit(wish: BlackboardWish, { origin, once }: Asked): Promise<Done<BlackboardFact>> {
    return commitOnce(
      { ...this.#parts, domain: blackboardDomain },
      once === undefined ? { wish } : { wish, once },
      origin,
    );
  }

  /** The bus says that something changed, the history what. */
  #tell(): void {
    // The board that everybody saw became another workspace's: this one's own begins anew.
    if (this.#board.version < this.#told) this.#told = 0;
    const news = [...this.#board.history.after(this.#told)];
    this.#told = this.#board.version;
    for (const change of news) this.#changes.fire(change);
    this.#expiry.follow();
  }

  async #newerThan(version: number, waitMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const owned = new DisposableStore();
    owned.add(this.#changes.event(change => void (change.version > version && resolve())));
    owned.add(this.#parts.clock.after(waitMs, resolve));
    const onAbort = (): void => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) resolve();
    await promise;
    signal.removeEventListener('abort', onAbort);
    owned.dispose();
  }
}

function isSet(fact: BlackboardFact): fact is EntrySet {
  return fact.type === 'bb_set';
}

function bytesOf({ entry, previous }: Change): number {
  return (entry?.bytes ?? 0) + (previous?.bytes ?? 0);
}
