import type { TaskId } from '../../snapshots/snapshot';
import { Refusal } from '../../support/refusal';
import { requireTask, tasksOf } from '../model/find';
import { quoted } from '../model/quoted';
import type { Task, WorkflowState } from '../model/state';
import type { EndStatus, WorkflowId } from '../model/words';

/** The tasks that a task shall depend on. @throws {Refusal} dependency-elsewhere, dependency-cycle, and as `requireTask` */
export function dependencies(
  state: WorkflowState,
  wish: {
    readonly workspace: string;
    readonly workflow: WorkflowId;
    readonly task: TaskId;
    readonly parent: TaskId | null;
    readonly dependsOn: readonly string[];
  },
): readonly Task[] {
  const found = [...new Set(wish.dependsOn)].map(id => requireTask(state, wish.workspace, id));
  for (const task of found) {
    if (task.workflow !== wish.workflow) {
      throw new Refusal(
        'dependency-elsewhere',
        `Task ${quoted(task.name)} in depends_on belongs to another workflow. Use only tasks of the same workflow.`,
      );
    }
  }
  refuseCycle(state, wish, found);
  return found;
}

const GOES_WELL: readonly EndStatus[] = ['success', 'partial_success'];

/** Whether a task that waits for this one may begin. */
export function isMet(task: Task | undefined): boolean {
  if (task === undefined) return true; // Deleted: nothing to wait for.
  return (
    task.status === 'success' ||
    task.status === 'partial_success' ||
    (task.status === 'awaiting_review' &&
      task.completion !== null &&
      GOES_WELL.includes(task.completion.status))
  );
}

/** What a task still waits for. */
export function unmet(state: WorkflowState, task: Pick<Task, 'dependsOn'>): readonly Task[] {
  return task.dependsOn
    .map(id => state.tasks.get(id))
    .filter(other => other !== undefined)
    .filter(other => !isMet(other));
}

/** Whether it can be started or taken up now: it was announced, or waited, and nothing is left to wait for; or it was abandoned. */
export function isReady(state: WorkflowState, task: Task): boolean {
  if (task.status === 'abandoned') return true;
  return (task.status === 'planned' || task.status === 'blocked') && unmet(state, task).length === 0;
}

/** A task waits for what it depends on, and to be completed also for its subtasks: a ring of these would never end. */
function refuseCycle(
  state: WorkflowState,
  wish: { readonly task: TaskId; readonly parent: TaskId | null; readonly workflow: WorkflowId },
  dependsOn: readonly Task[],
): void {
  const subtasks = Map.groupBy(tasksOf(state, wish.workflow), task => task.parent);
  const seen = new Set<TaskId>();
  const open = dependsOn.map(task => task.id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === wish.task || id === wish.parent) {
      throw new Refusal(
        'dependency-cycle',
        `depends_on would create a cycle: ${quoted(state.tasks.get(id)?.name ?? 'the new task')} waits for this task, ` +
          'or contains it. Remove that dependency.',
      );
    }
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(state.tasks.get(id)?.dependsOn ?? []), ...(subtasks.get(id) ?? []).map(task => task.id));
  }
}
