import { listCommits } from '../plumbing/commitListing';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { entriesOf, readableName } from '../plumbing/worktreeListing';
import type { GitRoot } from '../record/gitRoot';
import type { HeadFacts } from './headFacts';

/** The branches, tags and the stash of a repository; what none of them has is gone with the next `git gc`. */
const KEPT = ['--branches', '--tags', '--remotes', '--glob=refs/stash'];

/** Whose HEAD it is, and where its commits are. */
interface Place {
  readonly live: GitRoot | undefined;
  readonly repository: PrivateRepository;
  readonly head: HeadFacts | undefined;
}

/** The task's commits that a branch, a tag, the stash or HEAD has. */
export async function keptCommits(
  live: GitRoot | undefined,
  { own, end }: HeadFacts,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (live?.repository === undefined || own.size === 0) return new Set();
  const options = ['--not', ...KEPT, '--not'];
  const asked = [...own, ...(end === null ? [] : [`^${end}`])];
  const gone = await listCommits(live.git, live.repository, asked, options, signal);
  const left = new Set(own);
  for (const { id } of gone ?? []) left.delete(id);
  return left;
}

/**
 * Of paths with work that was not committed before the task, and that git took off the disk: those of which no commit of the task
 * is left, as after a commit and a hard reset. Without a reflog nobody knows what was committed.
 */
export async function thrownAway(
  { live, repository, head }: Place,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (paths.length === 0 || live?.repository === undefined || head?.moves === undefined) return new Set();
  const left = await keptCommits(live, head, signal);
  const kept = await pathsOf(repository, left, signal);
  return new Set(paths.filter(path => !kept.has(path)));
}

/**
 * Of paths with work that was not committed before the task, and that are now as HEAD's commit has them: those that no commit of the
 * task changed. Git wrote over them because it was told to, as by a forced checkout or a hard reset to another branch.
 */
export async function writtenOver(
  { repository, head }: Place,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (paths.length === 0 || head === undefined) return new Set();
  const changed = await pathsOf(repository, head.own, signal);
  return new Set(paths.filter(path => !changed.has(path)));
}

/** The paths that these commits change. */
async function pathsOf(
  repository: PrivateRepository,
  commits: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (commits.size === 0) return new Set();
  const args = [
    'diff-tree',
    '--stdin',
    '--root',
    '--no-commit-id',
    '-r',
    '-z',
    '--no-renames',
    '--name-only',
  ];
  const input = [...commits].map(id => `${id}\n`).join('');
  const { stdout } = await repository.run({ args, input, needsNoWorkTree: true }, signal);
  return new Set(entriesOf(stdout).map(readableName));
}
