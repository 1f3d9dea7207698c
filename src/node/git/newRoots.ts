import type { ImportFacts } from '../../core/snapshots/attribution';
import { madeCommits, parseHeadMove } from '../../core/snapshots/headMoves';
import { type Candidate, convertedAlike } from './cleanContent';
import { movesBetween } from './headState';
import type { PrivateRepository } from './privateRepository';
import type { GitRoot } from './root';
import { emptyTreeLike, type RootMoment } from './rootChanges';
import { changedEntries } from './treeDiff';

/** Before any line of a reflog. */
const BEGINNING = { lastMove: null, reflogBytes: 0 };

/**
 * What git put into a root that appeared in a task (a worktree, a submodule, a clone): the paths of the commit that it was
 * checked out at, and those that are not as that commit has them any more. The rest of its files, and a repository in which the
 * task made the first commit, are the task's own.
 */
export async function broughtByNewRoot(
  live: GitRoot,
  repository: PrivateRepository,
  end: RootMoment,
  since: number,
  signal: AbortSignal,
): Promise<ImportFacts> {
  const commit = await foreignCommit(live, end, since, signal);
  const { tree } = end.snapshot;
  if (commit === null || tree === null) return { brought: new Set(), unlike: new Set() };
  const brought = await changedEntries(repository, emptyTreeLike(tree), commit, signal);
  const paths = new Set(brought.map(({ path }) => path));
  const unlike = (await changedEntries(repository, commit, tree, signal)).filter(({ path }) =>
    paths.has(path),
  );
  const candidates = unlike
    .filter(({ oldMode, newMode }) => oldMode === newMode && oldMode.startsWith('100'))
    .map(({ path, oldId, newId }): Candidate => ({ path, committedId: oldId, rawId: newId }));
  const { alike } =
    live.repository === undefined
      ? { alike: new Set<Candidate>() }
      : await convertedAlike(live.git, live.repository, repository, candidates, signal);
  const same = new Set([...alike].map(({ path }) => path));
  return { brought: paths, unlike: new Set(unlike.map(({ path }) => path).filter(path => !same.has(path))) };
}

/** The last commit that HEAD of a new root named and that was not made there; null where all were. `since`: when the task began. */
async function foreignCommit(
  { git, repository }: GitRoot,
  end: RootMoment,
  since: number,
  signal: AbortSignal,
): Promise<string | null> {
  const { head } = end.snapshot;
  if (repository === undefined || head === null) return null;
  const lines = end.record === undefined ? undefined : await movesBetween(repository, BEGINNING, end.record);
  const moves = (lines ?? []).map(parseHeadMove).filter(move => move !== undefined);
  if (moves.length > 0) {
    const made = madeCommits(moves);
    return moves.findLast(move => !made.has(move.to))?.to ?? null;
  }
  // Without a reflog its age has to tell, in whole seconds.
  const args = ['rev-list', '--no-walk', '--timestamp', '--end-of-options', head];
  const { code, stdout } = await git.run({ cwd: repository.folder, args, signal, answers: [128] });
  const madeAt = Number(stdout.toString('latin1').split(' ')[0]) * 1_000;
  return code === 0 && madeAt + 1_000 <= since ? head : null;
}
