import { type Change, namespaceOf } from './entry';
import { VersionLog } from './versionLog';

/** Changes that are kept of each namespace, and of the whole board for whoever watches all of it (seed 2). */
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

/** An entry counts for each change it is part of: that it is there twice is not looked for. */
function bytesOf({ entry, previous }: Change): number {
  return (entry?.bytes ?? 0) + (previous?.bytes ?? 0);
}
