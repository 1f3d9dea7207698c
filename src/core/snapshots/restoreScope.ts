import type { FileChange, LeftPath, RestoreStep, TaskAccount, TaskId } from './snapshot';

/** What a restore is about. */
export interface RestoreScope {
  /** Paths that are put back where that is possible. */
  readonly asked: ReadonlySet<string>;
  /** Those, and the task's own ones that were not asked for: whether they are back already is to be found out. */
  readonly planned: ReadonlySet<string>;
  /** Of those asked for: why a person has to say whether they are put back. */
  readonly doubts: ReadonlyMap<string, string>;
}

const SHARED = 'Another task that ran at the same time may also have changed it.';
const SHARED_ALONE = 'It may be the work of another task that ran at the same time.';
const BROUGHT = 'Part of it came from checkout, merge, rebase or pull, and would be reverted too.';

/**
 * Which paths a restore is about: the task's own, or those of `paths`. A shared one takes part only where it is named: it may be
 * the other task's work.
 */
export function restoreScope(account: TaskAccount, paths: readonly string[] | null): RestoreScope {
  const own = new Set(account.own.flatMap(bothNames));
  const shared = new Set(account.shared.flatMap(bothNames));
  const imported = new Set(account.imported.flatMap(bothNames));
  const asked = paths === null ? own : askedPaths([...account.own, ...account.shared], new Set(paths));
  const doubts = new Map<string, string>();
  for (const path of asked) {
    if (shared.has(path)) doubts.set(path, own.has(path) ? SHARED : SHARED_ALONE);
    else if (imported.has(path)) doubts.set(path, BROUGHT);
  }
  return { asked, planned: new Set([...own, ...asked]), doubts };
}

/** Both names of a file that was moved, where one of them was asked for. */
function askedPaths(changes: readonly FileChange[], paths: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(changes.map(bothNames).flatMap(names => (names.some(name => paths.has(name)) ? names : [])));
}

function bothNames({ path, from }: FileChange): readonly string[] {
  return from === undefined ? [path] : [path, from];
}

/** The step with the tasks whose work its path may be. */
export function withTasks(step: RestoreStep, account: TaskAccount): RestoreStep {
  const tasks = tasksAt(account, step.path);
  if (step.action !== 'conflict' || tasks.length === 0) return step;
  const isOwn = account.own.flatMap(bothNames).includes(step.path);
  return { ...step, sharedWith: tasks, ...(isOwn ? {} : { isOwn }) };
}

function tasksAt(account: TaskAccount, path: string): readonly TaskId[] {
  const found = account.shared.filter(change => bothNames(change).includes(path));
  return [...new Set(found.flatMap(({ with: tasks }) => tasks))];
}

/** What a restore is told of what it leaves out. */
export interface LeftFacts {
  readonly account: TaskAccount;
  readonly scope: RestoreScope;
  /** The task's own paths that were not asked for and are not as they were. */
  readonly notBack: readonly RestoreStep[];
  /** Every path that is not at the end what it was at the start. */
  readonly changed: readonly string[];
  readonly paths: readonly string[] | null;
}

/** Every path that a restore leaves out, with why. */
export function leftPaths({ account, scope, notBack, changed, paths }: LeftFacts): readonly LeftPath[] {
  const left = new Map<string, LeftPath>();
  const add = (at: LeftPath): void => {
    if (!scope.asked.has(at.path) && !left.has(at.path)) left.set(at.path, at);
  };
  for (const { path } of notBack) add({ path, why: 'not-asked', reason: 'It was not requested.' });
  const known = new Set([...scope.planned, ...account.revealed.flatMap(bothNames)]);
  const isOwn = (path: string): boolean => scope.planned.has(path);
  for (const change of account.shared)
    for (const path of bothNames(change)) {
      known.add(path);
      if (!isOwn(path)) add({ path, why: 'shared', reason: SHARED_ALONE, sharedWith: change.with });
    }
  for (const path of account.imported.flatMap(bothNames)) {
    known.add(path);
    if (!isOwn(path))
      add({
        path,
        why: 'imported',
        reason: 'It came from checkout, merge, rebase or pull, not from the task.',
      });
  }
  for (const path of changed)
    if (!known.has(path))
      add({ path, why: 'subtask', reason: 'A subtask, another task or a person changed it.' });
  for (const path of paths ?? [])
    if (!known.has(path)) add({ path, why: 'unchanged', reason: 'The task changed no file with this name.' });
  return [...left.values()];
}
