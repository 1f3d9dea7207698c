import type { TaskId } from '../../snapshots/snapshot';
import { Refusal } from '../../support/refusal';
import type { WorkflowFact } from '../model/facts';
import { endedRefusal, requireTask, requireWorkflow, tasksOf } from '../model/find';
import { quoted } from '../model/quoted';
import type { Task, WorkflowState } from '../model/state';
import type { PlanTaskWish, WorkflowWish } from '../model/wishes';
import { endOfWhole } from './workflowEnds';

/** A person adds a task to a workflow, which goes on with it where it had ended. @throws {Refusal} unknown-workflow */
export function decidePlanTask(state: WorkflowState, wish: PlanTaskWish): readonly WorkflowFact[] {
  const { id, status, isArchived } = requireWorkflow(state, wish.workspace, wish.workflow);
  const { workspace, task, goal, session } = wish;
  const step = nextStep(tasksOf(state, id));
  const planned = { type: 'taskPlanned', workflow: id, workspace, task, step, goal, session } as const;
  return [
    ...(status === 'in_progress' ? [] : [{ type: 'workflowReopened' as const, workflow: id }]),
    ...(isArchived ? [{ type: 'workflowArchived' as const, workflow: id, isArchived: false }] : []),
    planned,
  ];
}

/** A person says what a planned task is in other words. @throws {Refusal} not-planned, unknown-task */
export function decideRewordTask(
  state: WorkflowState,
  wish: Extract<WorkflowWish, { verb: 'rewordTask' }>,
): readonly WorkflowFact[] {
  const task = requirePlanned(state, wish.workspace, wish.task);
  return task.goal === wish.goal ? [] : [{ type: 'taskReworded', task: task.id, goal: wish.goal }];
}

/** A person moves a planned task past the planned one before or after it. No facts at the end of the list. @throws {Refusal} not-planned, unknown-task */
export function decideMoveTask(
  state: WorkflowState,
  wish: Extract<WorkflowWish, { verb: 'moveTask' }>,
): readonly WorkflowFact[] {
  const task = requirePlanned(state, wish.workspace, wish.task);
  const all = tasksOf(state, task.workflow);
  const planned = all.filter(({ status }) => status === 'planned');
  const at = planned.indexOf(task);
  const passed = planned[wish.to === 'up' ? at - 1 : at + 1];
  if (passed === undefined) return [];
  const before: TaskId | null = wish.to === 'up' ? passed.id : (all[all.indexOf(passed) + 1]?.id ?? null);
  return [{ type: 'taskMoved', task: task.id, before }];
}

/** A person gives up what was only announced. @throws {Refusal} task-ended */
export function decideCancelPlanned(
  state: WorkflowState,
  wish: { readonly workspace: string; readonly task: string },
): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, wish.task);
  if (task.status !== 'planned') throw endedRefusal(task);
  return [
    { type: 'taskCancelled', task: task.id, snapshot: null, isByUser: true },
    ...endOfWhole(state, task, 'cancelled'),
  ];
}

function requirePlanned(state: WorkflowState, workspace: string, id: string): Task {
  const task = requireTask(state, workspace, id);
  if (task.status === 'planned') return task;
  throw new Refusal(
    'not-planned',
    `Task ${quoted(task.name)} is ${task.status}. Only a planned task can be edited or moved.`,
  );
}

/** A number that no step of the plan has. */
function nextStep(tasks: readonly Task[]): string {
  const numbers = tasks.flatMap(({ step }) => (/^\d{1,9}$/.test(step ?? '') ? [Number(step)] : []));
  const planned = tasks.filter(({ step }) => step !== null).length;
  return String(Math.max(planned, ...numbers) + 1);
}
