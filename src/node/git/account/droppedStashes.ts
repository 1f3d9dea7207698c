import { checkText } from '../../../core/snapshots/checkTexts';
import type { RawChange } from '../../../core/snapshots/rawChange';
import type { DroppedCommit } from '../../../core/snapshots/snapshot';
import { type ListedCommit, listCommits } from '../plumbing/commitListing';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { changedEntries } from '../plumbing/treeDiff';
import { entryOfSide, treesBeside } from '../plumbing/treeEntries';
import type { GitRoot } from '../record/gitRoot';
import type { RootMoment } from '../record/rootMoment';
import { blobLines } from './blobLines';
import type { Compared } from './gitsOwnWrites';
import { emptyTreeLike } from './rootChanges';

/** Stashes from before the task that are gone from the list, and those of them of which something is to be found. */
export interface DroppedStashes {
  readonly gone: readonly DroppedCommit[];
  readonly applied: readonly string[];
}

/** The root, and where commits of its branches are. */
interface Place {
  readonly live: GitRoot | undefined;
  readonly repository: PrivateRepository;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment | undefined;
}

/**
 * Which stashes from before the task it took away. One that it applied is not lost: a file of it is on the disk as the stash has it, at the
 * end of a branch, or in another stash.
 */
export async function droppedStashes(
  { live, repository, start, end }: Place,
  isAlike: (compared: readonly Compared[]) => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<DroppedStashes> {
  const after = new Set(end?.record?.stashes);
  const ids = start?.record?.stashes?.filter(id => !after.has(id)) ?? [];
  const tree = end?.snapshot.tree ?? null;
  if (ids.length === 0 || tree === null || live?.repository === undefined) return { gone: [], applied: [] };
  const { git, repository: users } = live;
  const list = async (some: readonly string[]): Promise<readonly ListedCommit[]> =>
    (await listCommits(git, users, some, ['--no-walk=unsorted'], signal)) ?? [];
  const before = new Set(start?.record?.stashes);
  const tips = [...Object.values(end?.record?.branches ?? {}), ...[...after].filter(id => !before.has(id))];
  const others = [tree, ...(await list(tips)).map(commit => commit.tree)];
  const gone: DroppedCommit[] = [];
  const applied: string[] = [];
  for (const stash of await list(ids)) {
    const [base, , untracked] = await Promise.all(stash.parents.map(async id => (await list([id]))[0]?.tree));
    const parts = [
      { from: base, to: stash.tree },
      ...(untracked === undefined ? [] : [{ from: emptyTreeLike(untracked), to: untracked }]),
    ];
    const isHeld = (await Promise.all(parts.map(async part => await isIn(part)))).some(Boolean);
    if (isHeld) applied.push(stash.id);
    else gone.push({ id: stash.id, subject: stash.subject });
  }
  return { gone, applied };

  /** Whether one of the files that the part of a stash changed is so in one of the other trees. */
  async function isIn({ from, to }: { readonly from: string | undefined; readonly to: string }) {
    const changed = from === undefined ? [] : await changedEntries(repository, from, to, signal);
    const beside = await treesBeside(repository, to, others, signal);
    for (const other of others) {
      const differing = beside.get(other) ?? new Map<string, RawChange>();
      if (changed.some(({ path }) => !differing.has(path))) return true;
      const compared = changed.flatMap(({ path, newMode, newId }): readonly Compared[] => {
        const there = differing.get(path);
        const committed = entryOfSide(newMode, newId);
        return there === undefined ? [] : [{ path, committed, raw: entryOfSide(there.newMode, there.newId) }];
      });
      if (other === tree && (await isAlike(compared)).size > 0) return true;
      if (await holdsLines(repository, changed, differing, signal)) return true;
    }
    return false;
  }
}

/** Whether a line that the stash added is in the same file of the other tree: it was applied, and the task went on. */
async function holdsLines(
  repository: PrivateRepository,
  changed: readonly RawChange[],
  there: ReadonlyMap<string, RawChange>,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = changed.flatMap(({ path, oldId, newId, newMode }) => {
    const other = there.get(path);
    const isText = newMode.startsWith('100') && other?.newMode.startsWith('100') === true;
    return isText ? [[oldId, newId, other.newId] as const] : [];
  });
  const linesOf = await blobLines(repository, asked.flat(), signal);
  return asked.some(([before, stashed, other]) => {
    const [known, held] = [linesOf(before), linesOf(other)];
    return [...linesOf(stashed)].some(line => line.trim() !== '' && !known.has(line) && held.has(line));
  });
}

/** One sentence for a stash that is gone. */
export function stashWords({ id, subject }: DroppedCommit): string {
  return checkText('stashGone', JSON.stringify(subject.slice(0, 80)), id.slice(0, 12));
}

/** Those of all roots that none of them has applied; worktrees share their stashes. */
export function stashesGone(found: readonly DroppedStashes[]): readonly DroppedCommit[] {
  const applied = new Set(found.flatMap(root => root.applied));
  const gone = new Map(found.flatMap(root => root.gone.map(stash => [stash.id, stash] as const)));
  return [...gone.values()].filter(({ id }) => !applied.has(id));
}
