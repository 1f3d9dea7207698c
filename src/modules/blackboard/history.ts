import type { Instant } from '../../core/support/clock';
import { utf8Bytes } from '../../core/support/utf8';
import { type Change, type Entry, namespaceOf } from './entry';
import { VersionLog } from './versionLog';

/** Changes that are kept of each namespace, and of the whole board for whoever watches all of it. */
export const KEPT_CHANGES = 500;
/** Changes that are kept of all namespaces together (chosen here). */
const MAX_CHANGES = 20_000;
/** Bytes of the entries in them (chosen here). */
const MAX_BYTES = 32 * 1_024 * 1_024;

/** The last changes, by namespace and over all. Where there are too many, the oldest go, whosever they are. */
export class History {
  readonly #byNamespace = new Map<string, Change[]>();
  readonly #all = new VersionLog<Change>(change => this.#isKept(change));
  #bytes = 0;
  #gone: number;
  /** Of namespaces that had more changes than are kept of each. */
  readonly #goneIn: Map<string, number>;

  /** Of a history that goes on: what `gone` and `namespacesGone` were. */
  constructor(gone = 0, goneIn: Iterable<readonly [string, number]> = []) {
    this.#gone = gone;
    this.#goneIn = new Map(goneIn);
  }

  /** Every change up to this version was let go of, whatever its namespace. */
  get gone(): number {
    return this.#gone;
  }

  /** The last version up to which changes of a namespace may have been let go of. */
  goneIn(namespace: string): number {
    return Math.max(this.#gone, this.#goneIn.get(namespace) ?? 0);
  }

  /** Namespaces of which more was let go of than of all, with the last version of that. */
  get namespacesGone(): readonly (readonly [string, number])[] {
    return [...this.#goneIn];
  }

  /** Adds the newest change. */
  add(change: Change): void {
    const namespace = namespaceOf(change.key);
    const own = this.#byNamespace.get(namespace);
    if (own === undefined) this.#byNamespace.set(namespace, [change]);
    else own.push(change);
    this.#all.push(change);
    this.#bytes += bytesOf(change);
    if (own !== undefined && own.length > KEPT_CHANGES) {
      const [old] = own.splice(0, 1);
      if (old !== undefined) this.#bytes -= bytesOf(old);
      this.#goneIn.set(namespace, old?.version ?? 0);
      this.#all.becameStale();
    }
    while (this.#all.size > MAX_CHANGES || (this.#bytes > MAX_BYTES && this.#all.size > 1))
      this.#dropOldest();
  }

  /** Namespaces of which a change is known, with its version. */
  *namespaces(): Generator<readonly [string, number]> {
    for (const [namespace, changes] of this.#byNamespace) yield [namespace, changes.at(-1)?.version ?? 0];
  }

  /** Whether a change of this namespace is known. */
  knows(namespace: string): boolean {
    return this.#byNamespace.has(namespace);
  }

  /** Changes of one namespace after a version, oldest first. */
  ofNamespace(namespace: string, version: number): readonly Change[] {
    return (this.#byNamespace.get(namespace) ?? []).filter(change => change.version > version);
  }

  /** Changes after a version, oldest first. */
  after(version: number): Iterable<Change> {
    return this.#all.after(version);
  }

  /** Values that are no longer on the board, of keys that have gone or that were replaced before then, by their versions. */
  forgettable(before: Instant, has: (key: string) => boolean): ReadonlySet<number> {
    const versions = new Set<number>();
    for (const { previous, timestamp, key } of this.#all.after(0)) {
      if (previous === null || previous.isErased) continue;
      if (timestamp <= before || !has(key)) versions.add(previous.version);
    }
    return versions;
  }

  /** Erases these values, wherever they stand in a change. */
  erase(versions: ReadonlySet<number>): void {
    const left = (entry: Entry | null): Entry | null =>
      entry !== null && versions.has(entry.version) ? erased(entry) : entry;
    for (const change of this.#all.after(0)) {
      this.#bytes -= bytesOf(change);
      // In its place: two lists hold the change.
      Object.assign(change, { entry: left(change.entry), previous: left(change.previous) });
      this.#bytes += bytesOf(change);
    }
  }

  #dropOldest(): void {
    const old = this.#all.takeOldest();
    if (old === undefined) return;
    const namespace = namespaceOf(old.key);
    const own = this.#byNamespace.get(namespace);
    own?.splice(0, 1);
    if (own?.length === 0) {
      this.#byNamespace.delete(namespace);
      this.#goneIn.delete(namespace);
    }
    this.#bytes -= bytesOf(old);
    this.#gone = old.version;
  }

  #isKept({ key, version }: Change): boolean {
    const oldest = this.#byNamespace.get(namespaceOf(key))?.[0];
    return oldest !== undefined && oldest.version <= version;
  }
}

/** The entry without what it said. Tags are words of whoever wrote it too. */
function erased(entry: Entry): Entry {
  return { ...entry, json: 'null', tags: [], bytes: utf8Bytes(entry.key) + 4, isErased: true };
}

/** An entry counts for each change it is part of: that it is there twice is not looked for. */
function bytesOf({ entry, previous }: Change): number {
  return (entry?.bytes ?? 0) + (previous?.bytes ?? 0);
}
