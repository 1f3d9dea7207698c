import type { FileChange, Interval, Snapshot, TaskAccount } from '../../snapshots/snapshot';
import type { Task } from '../model/state';

/** A task that changed a file, and how. */
export interface FileStep {
  readonly task: Task;
  readonly change: FileChange;
  /** Whether it may be the work of other tasks as well. */
  readonly isShared: boolean;
}

/** A file at a moment: names that it may have had, the likeliest first, and whether it may not have been there. */
export interface FileMoment {
  readonly snapshot: Snapshot;
  readonly paths: readonly string[];
  readonly mayBeAbsent: boolean;
}

/** A stretch of time in which one task alone can have written a file. */
export interface FileEdit {
  readonly task: Task;
  readonly before: FileMoment;
  readonly after: FileMoment;
}

/** The tasks that changed a file, the one that ended last first. A file that a task renamed is followed to its earlier name. */
export function fileHistory(tasks: Iterable<Task>, path: string): readonly FileStep[] {
  const ended = [...tasks]
    .filter(({ completion }) => completion !== null)
    .toSorted((a, b) => (b.endMark ?? 0) - (a.endMark ?? 0));
  const steps: FileStep[] = [];
  let name = path;
  for (const task of ended) {
    const step = stepOf(task, name);
    if (step === undefined) continue;
    steps.push(step);
    name = step.change.from ?? name;
  }
  return steps;
}

function stepOf(task: Task, path: string): FileStep | undefined {
  const account = task.completion?.account;
  const shared = account?.shared.find(change => change.path === path);
  const change = shared ?? account?.own.find(each => each.path === path);
  return change && { task, change, isShared: shared !== undefined };
}

/**
 * What is certain of the lines of a file: the stretches in which one of these tasks alone can have written it, oldest first. A
 * task in which Git may have brought lines of others says nothing.
 */
export function fileEdits(
  steps: readonly FileStep[],
  intervalsOf: (task: Task) => readonly Interval[],
): readonly FileEdit[] {
  return steps
    .filter(step => isCertain(step))
    .toReversed()
    .flatMap(step => editsOf(step, intervalsOf(step.task), steps.length === 1))
    .toSorted((a, b) => a.before.snapshot.takenAt - b.before.snapshot.takenAt);
}

function isCertain({ task, change }: FileStep): boolean {
  const { account, end = null } = task.completion ?? {};
  if (!account || account.unknown !== null || change.isBinary === true || change.status === 'type')
    return false;
  if (!account.own.some(({ path }) => path === change.path)) return false;
  return isAtSameCommit(task.start, end) || isWithoutGit(account);
}

/** Whether Git's own moves brought nothing: only the task's commits were made. */
function isWithoutGit({ history, imported }: TaskAccount): boolean {
  return history === 'linear' && imported.length === 0;
}

function isAtSameCommit(start: Snapshot | null, end: Snapshot | null): boolean {
  const heads = new Map(end?.roots.map(({ root, head }) => [root, head]));
  return start !== null && start.roots.every(({ root, head }) => heads.get(root) === head);
}

function editsOf(
  { task, change }: FileStep,
  intervals: readonly Interval[],
  isOnly: boolean,
): readonly FileEdit[] {
  const names = [change.path, change.from ?? change.path];
  const isItsAlone = ({ owners }: Interval): boolean =>
    names.every(name => {
      const [owner, ...others] = owners(name);
      return owner === task.id && others.length === 0;
    });
  const stretches: { from: Snapshot; to: Snapshot }[] = [];
  for (const interval of intervals.filter(isItsAlone)) {
    const last = stretches.at(-1);
    if (last?.to.id === interval.from.id) last.to = interval.to;
    else stretches.push({ from: interval.from, to: interval.to });
  }
  return stretches.map(({ from, to }) => ({
    task,
    before: momentOf(from, task, change, isOnly),
    after: momentOf(to, task, change, isOnly),
  }));
}

/**
 * The file at a boundary of a task: what the account says of its start and its end is certain. In between it may only be absent
 * where no other task changed it: else it may be there, and not readable.
 */
function momentOf(
  snapshot: Snapshot,
  { start, completion }: Task,
  { path, from = path, status }: FileChange,
  isOnly: boolean,
): FileMoment {
  if (snapshot.id === start?.id) return { snapshot, paths: [from], mayBeAbsent: status === 'added' };
  if (snapshot.id === completion?.end?.id)
    return { snapshot, paths: [path], mayBeAbsent: status === 'deleted' };
  const mayBeAbsent = isOnly && (status === 'added' || status === 'deleted');
  return { snapshot, paths: [...new Set([path, from])], mayBeAbsent };
}
