import {
  type HeadMove,
  historyOf,
  importTargets,
  madeCommits,
  parseHeadMove,
} from '../../core/snapshots/headMoves';
import type { RootSnapshot, TaskAccount } from '../../core/snapshots/snapshot';
import type { GitPlumbing } from './gitPlumbing';
import { movesBetween } from './headState';
import type { Repository } from './repository';
import type { RootRecord } from './snapshotRecords';

/** Commits that one answer lists (chosen here). */
const COMMITS_LIMIT = 200;

/** What HEAD did between a task's start and end. */
export interface HeadFacts {
  readonly history: TaskAccount['history'];
  readonly commits: TaskAccount['commits'];
  /** What came from elsewhere: trees to compare the end with. */
  readonly targets: readonly { readonly base: string; readonly target: string }[];
  readonly warnings: readonly string[];
}

/** Reads HEAD's moves between two snapshots of a repository. */
export async function headFacts(
  git: GitPlumbing,
  repository: Repository,
  start: { readonly snapshot: RootSnapshot; readonly record: RootRecord | undefined },
  end: { readonly snapshot: RootSnapshot; readonly record: RootRecord | undefined },
  signal: AbortSignal,
): Promise<HeadFacts> {
  const warnings: string[] = [];
  const lines =
    start.record === undefined || end.record === undefined
      ? undefined
      : await movesBetween(repository, start.record, end.record);
  const hasMoved = start.snapshot.head !== end.snapshot.head;
  const isHidden = lines === undefined || (lines.length === 0 && hasMoved);
  if (isHidden && hasMoved)
    warnings.push(
      "HEAD's reflog does not go back to the start, so changes that came by checkout, merge or pull can not be told from the task's own.",
    );
  const moves = (lines ?? []).map(parseHeadMove).filter(move => move !== undefined);
  const made = madeCommits(moves);
  const parents = await parentsOf(git, repository, [...made], signal);
  const targets = [...importTargets(moves, parents, start.snapshot.head)];
  // A merge that is not committed yet has brought its files already.
  const merging = end.record?.mergeHead ?? null;
  if (merging !== null && merging !== start.record?.mergeHead && end.snapshot.head !== null)
    targets.push({ base: end.snapshot.head, target: merging });
  const heads = [start.snapshot.head, end.snapshot.head] as const;
  const commits = await commitsBetween(git, repository, ...heads, isHidden ? null : made, signal);
  if (commits === undefined)
    warnings.push(
      "The commit at the start is gone, and so is HEAD's reflog, so the task's commits can not be listed.",
    );
  return {
    history: historyFrom(moves, isHidden, start.snapshot, end.snapshot),
    commits: commits ?? [],
    targets,
    warnings,
  };
}

function historyFrom(
  moves: readonly HeadMove[],
  isHidden: boolean,
  start: RootSnapshot,
  end: RootSnapshot,
): TaskAccount['history'] {
  if (start.method !== 'tree') return 'linear';
  // Two branches are a switch whatever else happened; on one branch, a reflog that was cut may have told anything.
  return isHidden && start.branch === end.branch ? 'unknown' : historyOf(moves, start, end);
}

async function parentsOf(
  git: GitPlumbing,
  repository: Repository,
  commits: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const parents = new Map<string, readonly string[]>();
  if (commits.length === 0) return parents;
  const { stdout } = await git.run({
    cwd: repository.folder,
    args: ['rev-list', '--no-walk=unsorted', '--parents', '--ignore-missing', '--stdin'],
    input: commits.map(commit => `${commit}\n`).join(''),
    signal,
    answers: [128],
  });
  for (const line of stdout.toString('latin1').split('\n')) {
    const [commit, ...rest] = line.split(' ');
    if (commit !== undefined && commit !== '') parents.set(commit, rest);
  }
  return parents;
}

/**
 * Commits that the end has and the start has not; of these the ones in `made` where that is known. Undefined where nobody can tell:
 * the start's commit is gone, and so is what was made since.
 */
async function commitsBetween(
  git: GitPlumbing,
  repository: Repository,
  start: string | null,
  end: string | null,
  made: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<TaskAccount['commits'] | undefined> {
  if (end === null || end === start) return [];
  const list = async (...range: readonly string[]): Promise<Buffer | undefined> => {
    const args = [
      'rev-list',
      `--max-count=${COMMITS_LIMIT * 5}`,
      '--format=%s',
      '--end-of-options',
      ...range,
    ];
    const { code, stdout } = await git.run({ cwd: repository.folder, args, signal, answers: [128] });
    return code === 0 ? stdout : undefined;
  };
  // The start's commit may be gone: amended and pruned. Then only commits known to be made count.
  const answer =
    start === null
      ? await list(end)
      : ((await list(`${start}..${end}`)) ?? (made === null ? undefined : await list(end)));
  if (answer === undefined && made === null) return undefined;
  const commits: { id: string; subject: string }[] = [];
  const lines = (answer ?? Buffer.alloc(0)).toString('utf8').split('\n');
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const id = lines[i]?.slice('commit '.length) ?? '';
    if (made === null || made.has(id)) commits.push({ id, subject: lines[i + 1] ?? '' });
  }
  return commits.slice(0, COMMITS_LIMIT).toReversed();
}
