import type { AccountRequest, FileChange, Snapshot, Snapshots, TaskId } from '../snapshots/snapshot';
import { Refusal } from '../support/refusal';
import { quoted } from './model/quoted';
import type { Task, WorkflowState } from './model/state';
import { isOpen } from './model/words';

/** Files that are looked up at the same time (chosen here). */
const AT_ONCE = 8;

/** What going back to before a task is about. */
export interface PointRequest {
  readonly request: AccountRequest;
  /** The task itself first, then those that began after it, each with its files. */
  readonly tasks: readonly { readonly task: TaskId; readonly paths: readonly string[] }[];
  /** Files that something else changed between the tasks, with why a person has to choose. */
  readonly doubts: ReadonlyMap<string, string>;
}

/** A task and what began after it in the workspace, or in its workflow, in the order of their beginning. What is put back already is not among them. */
export function tasksSince(state: WorkflowState, task: Task, isOfWorkflow: boolean): readonly Task[] {
  const from = task.startMark ?? Infinity;
  return [...state.tasks.values()]
    .filter(
      other =>
        other.workspace === task.workspace &&
        (!isOfWorkflow || other.workflow === task.workflow) &&
        other.startMark !== null &&
        other.startMark >= from &&
        (other.id === task.id || other.status !== 'reverted'),
    )
    .sort((a, b) => (a.startMark ?? 0) - (b.startMark ?? 0));
}

/**
 * What to ask of snapshots, so that the files of all these tasks are as they were before the first one. A file that somebody else
 * changed between two of them, or at the same time, is in doubt: to go back would lose that.
 * @throws {Refusal} not-restorable where one of them has not ended, or where nobody knows what it changed
 */
export async function pointRequest(
  tasks: readonly Task[],
  snapshots: Pick<Snapshots, 'entry'>,
  signal: AbortSignal,
): Promise<PointRequest> {
  for (const task of tasks) refuseUnended(task);
  const group = new Set<TaskId>(tasks.map(({ id }) => id));
  const [first] = tasks;
  const last = tasks.reduce<Task | undefined>(
    (best, task) => ((best?.endMark ?? -1) < (task.endMark ?? -1) ? task : best),
    undefined,
  );
  const start = first?.start ?? null;
  const end = last?.completion?.end ?? null;
  if (first === undefined || start === null || end === null)
    throw new Refusal('not-restorable', 'The task has no snapshots: there is nothing to restore.');
  const ofTasks = tasks.map(task => ({ task: task.id, paths: pathsOf(task, group) }));
  const paths = new Set(ofTasks.flatMap(each => each.paths));
  const doubts = new Map<string, string>();
  const isSame = async (a: Snapshot, b: Snapshot, path: string): Promise<boolean> =>
    a.id === b.id || (await snapshots.entry(a, path, signal)) === (await snapshots.entry(b, path, signal));
  for (const batch of batches([...paths], AT_ONCE)) {
    await Promise.all(
      batch.map(async path => {
        const at = stretchesOf(tasks, path, group);
        if (isSharedOutside(tasks, path, group)) doubts.set(path, 'Another task may have changed it too.');
        else if (await hasGap(isSame, path, [start, ...at, end]))
          doubts.set(path, 'Something else changed it between these tasks.');
      }),
    );
  }
  const owners = (): readonly TaskId[] => [first.id];
  const interval = { from: start, to: end, isAlone: true, owners };
  return { request: { task: first.id, start, end, intervals: [interval] }, tasks: ofTasks, doubts };
}

function refuseUnended({ name, status, completion }: Task): void {
  if (isOpen(status) || completion === null) {
    throw new Refusal(
      'not-restorable',
      `Task ${quoted(name)} has not ended (${status}): going back would change files while someone works on them. ` +
        'End it with "Switchyard: End Task…", then restore again.',
    );
  }
  const { account } = completion;
  if (account.unknown !== null || !account.isRestorable) {
    throw new Refusal(
      'not-restorable',
      `Task ${quoted(name)} can't be restored: its changes are unknown. ${account.unknown ?? ''}`.trim(),
    );
  }
}

/** The files of a task: its own, and those that it shares with tasks of the group only. */
function pathsOf({ completion }: Task, group: ReadonlySet<TaskId>): readonly string[] {
  const { own = [], shared = [] } = completion?.account ?? {};
  const ours = shared.filter(change => change.with.every(id => group.has(id)));
  return [...new Set([...own, ...ours].flatMap(namesOf))];
}

function namesOf({ path, from }: FileChange): readonly string[] {
  return from === undefined ? [path] : [path, from];
}

function isSharedOutside(tasks: readonly Task[], path: string, group: ReadonlySet<TaskId>): boolean {
  return tasks.some(({ completion }) =>
    completion?.account.shared.some(
      change => namesOf(change).includes(path) && change.with.some(id => !group.has(id)),
    ),
  );
}

/** Beginnings and ends of the times in which the tasks changed the path; those that overlap are one. */
function stretchesOf(tasks: readonly Task[], path: string, group: ReadonlySet<TaskId>): readonly Snapshot[] {
  const stretches: { from: Snapshot; to: Snapshot; endMark: number }[] = [];
  for (const task of tasks.filter(each => pathsOf(each, group).includes(path))) {
    const { start, startMark, completion } = task;
    const endMark = task.endMark ?? 0;
    const before = stretches.at(-1);
    if (start === null || !completion?.end) continue;
    if (before && (startMark ?? 0) < before.endMark) {
      if (endMark > before.endMark) Object.assign(before, { to: completion.end, endMark });
    } else stretches.push({ from: start, to: completion.end, endMark });
  }
  return stretches.flatMap(({ from, to }) => [from, to]);
}

/** Whether the file is not at the beginning of a stretch what it was at the end of the one before: snapshots come in pairs. */
async function hasGap(
  isSame: (a: Snapshot, b: Snapshot, path: string) => Promise<boolean>,
  path: string,
  at: readonly Snapshot[],
): Promise<boolean> {
  for (let pair = 0; pair + 1 < at.length; pair += 2) {
    const [before, after] = [at[pair], at[pair + 1]];
    if (before && after && !(await isSame(before, after, path))) return true;
  }
  return false;
}

function* batches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
