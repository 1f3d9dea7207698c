import type { AccountRequest, Interval, Snapshot, TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import { ancestors, tasksOf } from '../model/find';
import { pathOwners } from '../verification/pathOwners';
import type { Mark, Task, WorkflowState } from '../model/state';
import { isOpen, type WorkflowId } from '../model/words';

/** Tasks whose snapshots are kept however old they are. */
const KEPT_TASKS = 50;

/** How much older than all of these a task is whose snapshots go: 30 days, in milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Notes the disk as it was when a task began or ended; gives the mark's number. */
export function setMark(state: WorkflowState, task: Task, snapshot: Snapshot): number {
  const number = state.nextMark++;
  state.marks.push({ number, workspace: task.workspace, task: task.id, snapshot });
  return number;
}

/** The task is worked on from this mark on. */
export function openSpan(task: Task, mark: number): void {
  if (task.spans.every(span => span.to !== null)) task.spans.push({ from: mark, to: null });
}

/** The task is not worked on any more from this mark on. */
export function closeSpan(task: Task, mark: number): void {
  for (const span of task.spans) span.to ??= mark;
}

/** A stretch of time in which a task was worked on; null: it still is. */
export interface WorkedStretch {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** When the tasks of a workflow were worked on, oldest first. Putting files back is no work. */
export function workedStretches(
  state: WorkflowState,
  workflow: WorkflowId,
): ReadonlyMap<TaskId, readonly WorkedStretch[]> {
  const marks = new Map(state.marks.map(mark => [mark.number, mark]));
  const stretchesOf = (task: Task): readonly WorkedStretch[] =>
    task.spans
      .filter(({ from }) => task.endMark === null || from < task.endMark)
      .map(({ from, to }, i, spans) => {
        const start = marks.get(from)?.snapshot.takenAt ?? task.startedAt ?? task.createdAt;
        if (to === null) return { from: start, to };
        const end = marks.get(to);
        // A silence has no mark of its own: it began when the agent was last heard of.
        const isSilence = end?.task !== task.id && i === spans.length - 1;
        return {
          from: start,
          to: later(start, (isSilence ? undefined : end?.snapshot.takenAt) ?? task.touchedAt),
        };
      });
  return new Map(tasksOf(state, workflow).map(task => [task.id, stretchesOf(task)]));
}

/** The wall clock may have been set back. */
function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b;
}

/**
 * What to ask of snapshots for a task that began: everything from its start to its end, or to `now` while it has none.
 * Neighbouring intervals in which the same tasks ran are one.
 */
export function accountRequest(
  state: WorkflowState,
  task: Task,
  now: Snapshot | null,
): AccountRequest | undefined {
  const { start, startMark } = task;
  if (start === null || startMark === null) return undefined;
  const endMark = task.endMark ?? Infinity;
  const marks = state.marks.filter(
    ({ number, workspace, snapshot: { disk } }) =>
      workspace === task.workspace && disk === start.disk && number >= startMark && number <= endMark,
  );
  const end = task.endMark === null ? now : (task.completion?.end ?? marks.at(-1)?.snapshot ?? null);
  if (end === null) return undefined;
  const points = task.endMark === null ? [...marks, { number: Infinity, snapshot: end }] : marks;
  return { task: task.id, start, end, intervals: intervalsOf(state, task, points) };
}

function intervalsOf(
  state: WorkflowState,
  task: Task,
  points: readonly Pick<Mark, 'number' | 'snapshot'>[],
): readonly Interval[] {
  const family = new Set(ancestors(state, task));
  const candidates = [...state.tasks.values()].filter(
    other =>
      other.workspace === task.workspace &&
      other.start?.disk === task.start?.disk &&
      other.id !== task.id &&
      // What is done in a subtask is the subtask's, unless it lies in areas that an outer task declared and the subtask has its own.
      (!family.has(other.id) || other.areas.length > 0),
  );
  const parentOf = (id: TaskId): TaskId | null => state.tasks.get(id)?.parent ?? null;
  const intervals: Interval[] = [];
  let last = '';
  for (const [i, { snapshot: to }] of points.entries()) {
    const before = points[i - 1];
    if (before === undefined) continue;
    const others = candidates.filter(other => isWorkedOn(other, before.number));
    const running = isDoneAt(task, before.number) ? others : [task, ...others];
    const names = running.map(({ id }) => id).join();
    const previous = intervals.at(-1);
    if (previous !== undefined && last === names) intervals[intervals.length - 1] = { ...previous, to };
    else {
      const owners = pathOwners(running, parentOf);
      const isAlone = others.length === 0 && running.length === 1;
      intervals.push({ from: before.snapshot, to, isAlone, owners });
    }
    last = names;
  }
  return intervals;
}

/** Whether work on it went on in the interval that begins with this mark. */
function isWorkedOn(task: Task, mark: number): boolean {
  return task.spans.some(({ from, to }) => from <= mark && (to === null || to > mark));
}

/** Whether it had been completed by this mark, and was not taken up again: what others did then is not its deed. */
function isDoneAt({ spans }: Task, mark: number): boolean {
  const last = spans.findLast(({ from }) => from <= mark);
  return last?.isDone === true && last.to !== null && last.to <= mark;
}

/** Forgets a workflow and what only it needed of the ledger. */
export function dropWorkflow(state: WorkflowState, id: WorkflowId): void {
  for (const task of tasksOf(state, id)) {
    state.tasks.delete(task.id);
    state.deleted.add(task.id);
    for (const review of task.reviews) state.undelivered.delete(review.id);
  }
  state.workflows.delete(id);
  state.deleted.add(id);
  state.marks = marksOf(state, [...state.tasks.values()]);
}

/**
 * Every snapshot that is still needed: for tasks that are open, young, or among the newest, and for what can be undone. The clock alone makes
 * no task old: one that is wrong by a year, until somebody sets it, looks like a year in which nobody worked.
 */
export function neededSnapshots(state: WorkflowState, at: Instant): readonly Snapshot[] {
  const byAge = [...state.tasks.values()].sort((a, b) => b.touchedAt - a.touchedAt);
  const from = Math.min(at, byAge[KEPT_TASKS - 1]?.touchedAt ?? at);
  const kept = byAge.filter(
    (task, i) => i < KEPT_TASKS || from - task.touchedAt < KEPT_MS || isOpen(task.status),
  );
  const restores = kept.flatMap(({ restores: each }) => each.flatMap(({ before, after }) => [before, after]));
  const needed = [
    ...marksOf(state, kept).map(mark => mark.snapshot),
    ...restores.filter(after => after !== null),
  ];
  return [...new Map(needed.map(snapshot => [snapshot.id, snapshot])).values()];
}

/** The marks from the start to the end of any of these tasks. */
function marksOf(state: WorkflowState, tasks: readonly Task[]): Mark[] {
  const ranges = tasks
    .flatMap(({ startMark, endMark, spans }) => [
      ...(startMark === null ? [] : [{ from: startMark, to: endMark ?? Infinity }]),
      ...spans.map(({ from, to }) => ({ from, to: to ?? Infinity })),
    ])
    .sort((a, b) => a.from - b.from);
  const kept: Mark[] = [];
  let next = 0;
  let until = -Infinity;
  for (const mark of state.marks) {
    for (let range = ranges[next]; range !== undefined && range.from <= mark.number; range = ranges[++next]) {
      until = Math.max(until, range.to);
    }
    if (mark.number <= until) kept.push(mark);
  }
  return kept;
}
