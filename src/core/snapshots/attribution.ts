import {
  fileChange,
  isAddition,
  isDeletion,
  type LineCount,
  type RawChange,
  type Rename,
  renamedFile,
} from './rawChange';
import type { FileChange, TaskAccount, TaskId } from './snapshot';

/** A stretch of time of the task, and what changed in it. */
export interface IntervalFacts {
  readonly changed: ReadonlySet<string>;
  /** The tasks that a path of the root may belong to if it changed then: one where it is certain. */
  readonly owners: (path: string) => readonly TaskId[];
}

/** All that is known of a root between a task's start and end. Paths are relative to the root. */
export interface RootFacts {
  readonly task: TaskId;
  readonly changes: readonly RawChange[];
  readonly renames: readonly Rename[];
  readonly lines: ReadonlyMap<string, LineCount>;
  /** None: the task was alone all the time. */
  readonly intervals: readonly IntervalFacts[];
  /** Paths that are now as git's own moves left them (`leftByGit`). */
  readonly imported: ReadonlySet<string>;
  /** Of the added paths, those that the start's ignore rules cover. */
  readonly ignoredAtStart: ReadonlySet<string>;
  readonly ignoredAtEnd: ReadonlySet<string>;
  /** Paths that were not as HEAD had them when the task began. */
  readonly dirtyAtStart: ReadonlySet<string>;
  /** Paths that are now as HEAD had them when the task began. */
  readonly asHeadOfStart: ReadonlySet<string>;
  /**
   * Of `dirtyAtStart`, those that the task committed and that git then took off the disk with no commit of theirs left, and those that
   * git wrote over with another commit's content.
   */
  readonly thrownAway: ReadonlySet<string>;
  /** Of `dirtyAtStart`, those whose content of the start git keeps elsewhere, as in the stash. */
  readonly kept: ReadonlySet<string>;
}

/** The part of an account that one root gives. */
export type RootAccount = Pick<
  TaskAccount,
  'own' | 'imported' | 'shared' | 'revealed' | 'preExistingTouched'
>;

type Owner =
  | { readonly type: 'own' | 'imported' | 'revealed' | 'elsewhere' }
  | { readonly type: 'shared'; readonly isAlsoOwn: boolean; readonly with: readonly TaskId[] };

/** Says of each change whose it is. `place` turns a path of the root into one of the workspace. */
export function attribute(facts: RootFacts, place: (path: string) => string): RootAccount {
  const owners = new Map(facts.changes.map(change => [change.path, ownerOf(change, facts)]));
  const byPath = new Map(facts.changes.map(change => [change.path, change]));
  const renames = new Map(
    facts.renames
      .filter(({ from, to }) => ownerKey(owners.get(from)) === ownerKey(owners.get(to)))
      .map(rename => [rename.to, rename]),
  );
  const moved = new Set([...renames.values()].map(rename => rename.from));
  const account = {
    own: [] as FileChange[],
    imported: [] as FileChange[],
    shared: [] as (FileChange & { readonly with: readonly TaskId[] })[],
    revealed: [] as FileChange[],
    preExistingTouched: [] as (FileChange & { readonly isDestroyed: boolean })[],
  };
  for (const change of facts.changes) {
    const owner = owners.get(change.path);
    if (owner === undefined || owner.type === 'elsewhere') continue;
    const isOwn = owner.type === 'own' || (owner.type === 'shared' && owner.isAlsoOwn);
    if (isOwn && facts.dirtyAtStart.has(change.path)) {
      // The whole content lives on under another name: nothing was lost.
      const isMoved = moved.has(change.path);
      const isGone =
        isDeletion(change) || [facts.asHeadOfStart, facts.thrownAway].some(some => some.has(change.path));
      const isDestroyed = !isMoved && isGone && !facts.kept.has(change.path);
      const told = fileChange(change, facts.lines.get(change.path), place);
      if (!isMoved) account.preExistingTouched.push({ ...told, isDestroyed });
    }
    if (moved.has(change.path)) continue;
    const rename = renames.get(change.path);
    const source = rename === undefined ? undefined : byPath.get(rename.from);
    const told =
      rename === undefined || source === undefined
        ? fileChange(change, facts.lines.get(change.path), place)
        : renamedFile(rename, source, change, place);
    if (owner.type === 'shared') {
      account.shared.push({ ...told, with: owner.with });
      if (owner.isAlsoOwn) account.own.push(told);
    } else account[owner.type].push(told);
  }
  return account;
}

function ownerOf(change: RawChange, facts: RootFacts): Owner {
  const { path } = change;
  if (facts.imported.has(path) && !facts.thrownAway.has(path)) return { type: 'imported' };
  if (isAddition(change) && facts.ignoredAtStart.has(path) && !facts.ignoredAtEnd.has(path))
    return { type: 'revealed' };
  const active = facts.intervals.filter(interval => interval.changed.has(path));
  // No interval saw it, because a boundary is missing: all that ran meanwhile may have done it.
  const seen = (active.length > 0 ? active : facts.intervals).map(interval => interval.owners(path));
  const isOwn = seen.length === 0 || seen.some(owners => owners.length === 1 && owners[0] === facts.task);
  const shared = seen.filter(owners => owners.length > 1 && owners.includes(facts.task));
  if (shared.length > 0) {
    const others = [...new Set(shared.flat())].filter(owner => owner !== facts.task).toSorted();
    return { type: 'shared', isAlsoOwn: isOwn, with: others };
  }
  // Another task's for certain: that one tells of it.
  return { type: isOwn ? 'own' : 'elsewhere' };
}

function ownerKey(owner: Owner | undefined): string {
  return owner?.type === 'shared'
    ? `shared ${String(owner.isAlsoOwn)} ${owner.with.join(' ')}`
    : String(owner?.type);
}
