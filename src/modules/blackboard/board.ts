import type { Instant } from '../../core/support/clock';
import { type Change, type Entry, namespaceOf } from './entry';
import { Expiries } from '../../core/coordination/expiries';
import { History } from './history';
import { VersionLog } from './versionLog';

/** A namespace as a list of resources names it. */
export interface BoardNamespace {
  readonly namespace: string;
  readonly entries: number;
  /** Of the last change in it. */
  readonly lastVersion: number;
}

/** What stands on the board, and what changed last: the domain's state, changed in place by `apply` alone. */
export class Board {
  readonly #entries = new Map<string, Entry>();
  readonly #isCurrent = (entry: Entry): boolean => this.#entries.get(entry.key) === entry;
  readonly #newest = new VersionLog<Entry>(this.#isCurrent);
  readonly #byTag = new Map<string, VersionLog<Entry>>();
  readonly #byNamespace = new Map<string, Map<string, Entry>>();
  readonly #expiries = new Expiries<Entry>(this.#isCurrent);
  readonly history: History;
  #version = 0;
  #bytes = 0;

  constructor(history = new History()) {
    this.history = history;
  }

  /** Of the last change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What all entries take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** When the next entry's time is over. */
  get earliestEnd(): Instant | undefined {
    return this.#expiries.earliest;
  }

  /** The entry under a key, be it over or not. */
  find(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Every entry, oldest update first. */
  entries(): Iterable<Entry> {
    return this.#newest.after(0);
  }

  /** Entries with all the tags and a lower version, newest update first. */
  *tagged(tags: readonly string[], below: number): Generator<Entry> {
    const logs = tags.map(tag => this.#byTag.get(tag));
    if (logs.includes(undefined)) return;
    // Whoever has all the tags is in the shortest of their lists.
    const shortest = logs.reduce((a, b) => (a && b && b.size < a.size ? b : a), logs[0]);
    for (const entry of (shortest ?? this.#newest).newestFirst(below)) {
      if (tags.every(tag => entry.tags.includes(tag))) yield entry;
    }
  }

  /** Of the entries whose time is over, at most so many. */
  dueAt(at: Instant, limit: number): readonly Entry[] {
    return this.#expiries.dueAt(at, limit);
  }

  /** Namespaces of which an entry or a change is known. */
  namespaces(): readonly BoardNamespace[] {
    const versions = new Map(this.history.namespaces());
    for (const [namespace, entries] of this.#byNamespace) {
      if (versions.has(namespace)) continue;
      // Its changes were let go of: the last one is the newest that set one of its entries.
      versions.set(namespace, [...entries.values()].at(-1)?.version ?? 0);
    }
    return [...versions].map(([namespace, lastVersion]) => ({
      namespace,
      entries: this.#byNamespace.get(namespace)?.size ?? 0,
      lastVersion,
    }));
  }

  /** Whether an entry or a change of a namespace is known. */
  knows(namespace: string): boolean {
    return this.#byNamespace.has(namespace) || this.history.knows(namespace);
  }

  /** The entries of one namespace. */
  inNamespace(namespace: string): readonly Entry[] {
    return [...(this.#byNamespace.get(namespace)?.values() ?? [])];
  }

  /** Takes a change in: what it sets, or that its key has gone. */
  apply(change: Omit<Change, 'previous' | 'isFirst'>): void {
    const isFirst = !this.knows(namespaceOf(change.key));
    const previous = this.#entries.get(change.key) ?? null;
    if (previous !== null) this.#remove(previous);
    if (change.entry !== null) this.put(change.entry);
    this.#version = change.version;
    this.history.add({ ...change, previous, isFirst });
  }

  /** Puts an entry under a key that has none, without a word in the history: for a state that was saved. */
  put(entry: Entry): void {
    const { key, tags, bytes } = entry;
    this.#entries.set(key, entry);
    this.#bytes += bytes;
    this.#newest.push(entry);
    for (const tag of tags) {
      const log = this.#byTag.get(tag) ?? new VersionLog(this.#isCurrent);
      this.#byTag.set(tag, log);
      log.push(entry);
    }
    const namespace = namespaceOf(key);
    const together = this.#byNamespace.get(namespace) ?? new Map<string, Entry>();
    this.#byNamespace.set(namespace, together);
    together.set(key, entry);
    this.#expiries.add(entry);
  }

  /** Values of the history that are no longer on the board and may be forgotten. */
  forgettable(before: Instant): ReadonlySet<number> {
    return this.history.forgettable(before, key => this.#entries.has(key));
  }

  /** Goes on counting where a saved state stopped. */
  continueFrom(version: number): void {
    this.#version = version;
  }

  #remove(entry: Entry): void {
    const { key, tags, bytes } = entry;
    this.#entries.delete(key);
    this.#bytes -= bytes;
    this.#newest.becameStale();
    for (const tag of tags) {
      const log = this.#byTag.get(tag);
      log?.becameStale();
      if (log?.size === 0) this.#byTag.delete(tag);
    }
    const namespace = namespaceOf(key);
    const together = this.#byNamespace.get(namespace);
    together?.delete(key);
    if (together?.size === 0) this.#byNamespace.delete(namespace);
    this.#expiries.becameStale(entry);
  }
}
