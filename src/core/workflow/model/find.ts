import type { TaskId } from '../../snapshots/snapshot';
import { Refusal } from '../../support/refusal';
import { quoted } from './quoted';
import { lastReview, type Task, type Workflow, type WorkflowState } from './state';
import { canGoOn, isOpen, type WorkflowId } from './words';

/** Workflows that a refusal names (chosen here). */
const MAX_NAMED = 5;

/** The workflow with this id in this workspace. @throws {Refusal} unknown-workflow, foreign-workflow, deleted */
export function requireWorkflow(state: WorkflowState, workspace: string, id: string): Workflow {
  const workflow = state.workflows.get(id as WorkflowId);
  if (workflow === undefined) {
    refuseDeleted(state, id, 'workflow');
    const isTask = state.tasks.has(id as TaskId);
    throw new Refusal(
      'unknown-workflow',
      isTask
        ? `${quoted(id)} is a task ID, not a workflow ID. Call get_context with task_id to see its workflow_id.`
        : `This workspace has no workflow ${quoted(id)}. Call get_context to see the workflows, or start_workflow.`,
      isTask ? {} : { missing: id },
    );
  }
  if (workflow.workspace !== workspace) {
    throw new Refusal(
      'foreign-workflow',
      `Workflow ${quoted(id)} belongs to another workspace. Call get_context to see the workflows of this one, or start_workflow.`,
    );
  }
  return workflow;
}

/** Why nothing more can be begun in a workflow, and what to do. */
export function endedWorkflowRefusal({ name, status, endedBy }: Workflow): Refusal {
  return endedBy === 'user'
    ? new Refusal(
        'workflow-ended',
        `The user ended workflow ${quoted(name)} (${status}). Stop working on it and ask the user what to do next.`,
      )
    : new Refusal(
        'workflow-ended',
        `Workflow ${quoted(name)} has ended (${status}). Call start_workflow for new work.`,
      );
}

/** The only workflow of this workspace in progress, where a call names none. @throws {Refusal} workflow-not-named */
export function onlyWorkflow(state: WorkflowState, workspace: string): Workflow {
  const here = [...state.workflows.values()].filter(workflow => workflow.workspace === workspace);
  const open = here.filter(({ status }) => status === 'in_progress');
  const [only] = open;
  if (only !== undefined && open.length === 1) return only;
  const named = ({ name, id }: Workflow): string => `${quoted(name)} (${id})`;
  const last = here.findLast(({ endedBy }) => endedBy === 'plan');
  const says =
    open.length > 0
      ? `In progress: ${open.slice(-MAX_NAMED).map(named).join(', ')}. Pass one of these IDs, or call start_workflow.`
      : last === undefined
        ? 'None is in progress: call start_workflow first.'
        : `The last one, ${named(last)}, has ended: pass its ID to continue it, or call start_workflow.`;
  throw new Refusal('workflow-not-named', `workflow_id is missing. ${says}`);
}

/** The task with this id in this workspace. @throws {Refusal} unknown-task, foreign-task, deleted */
export function requireTask(state: WorkflowState, workspace: string, id: string): Task {
  const task = state.tasks.get(id as TaskId);
  if (task === undefined) {
    refuseDeleted(state, id, 'task');
    const isWorkflow = state.workflows.has(id as WorkflowId);
    throw new Refusal(
      'unknown-task',
      isWorkflow
        ? `${quoted(id)} is a workflow ID, not a task ID. Pass the task_id that start_task returned.`
        : `This workspace has no task ${quoted(id)}. Call get_context to see the tasks, or start_task.`,
      isWorkflow ? {} : { missing: id },
    );
  }
  if (task.workspace !== workspace) {
    throw new Refusal(
      'foreign-task',
      `Task ${quoted(id)} belongs to another workspace. Call get_context to see the tasks of this one, or start_task.`,
    );
  }
  return task;
}

/** The task, where its agent may add to its record. @throws {Refusal} task-not-started, task-ended, and as `requireTask` */
export function requireOpenTask(state: WorkflowState, workspace: string, id: string): Task {
  const task = requireTask(state, workspace, id);
  if (isOpen(task.status)) return task;
  if (canGoOn(task.status)) {
    goesOn(state, task);
    return task;
  }
  if (task.status === 'planned') {
    throw new Refusal(
      'task-not-started',
      `Task ${quoted(task.name)} is planned but not started. Call start_task with resume_task_id ${quoted(id)} first.`,
    );
  }
  throw endedRefusal(task);
}

/** Whether there is still a workflow for it to go on in. @throws {Refusal} workflow-ended */
function goesOn(state: WorkflowState, task: Task): void {
  const workflow = state.workflows.get(task.workflow);
  if (workflow?.endedBy === 'call' || workflow?.endedBy === 'user') throw endedWorkflowRefusal(workflow);
}

/** Why nothing more can be added to a task, and what to do. */
export function endedRefusal(task: Task): Refusal {
  const waitsForChanges =
    lastReview(task)?.verdict === 'changes_requested' && task.status === 'awaiting_review';
  const { name, status, id, isEndedByUser } = task;
  if (waitsForChanges) {
    return new Refusal(
      'task-ended',
      `Task ${quoted(name)} has ended (${status}). To work on the requested changes, call start_task with resume_task_id ${quoted(id)}.`,
    );
  }
  if (isEndedByUser) {
    return new Refusal(
      'task-ended',
      `The user ended task ${quoted(name)} (${status}). Stop working on it and ask the user what to do next.`,
    );
  }
  const how = status === 'reverted' ? 'Its files were restored: the task' : 'Task';
  return new Refusal(
    'task-ended',
    `${how} ${quoted(name)} has ended (${status}). Call start_task for new work.`,
  );
}

/** The subtasks of a task that have not ended. */
export function openSubtasks(state: WorkflowState, task: Task): readonly Task[] {
  return tasksOf(state, task.workflow).filter(other => other.parent === task.id && isOpen(other.status));
}

/** What a task is a part of, nearest first. */
export function ancestors(state: WorkflowState, task: Task): readonly TaskId[] {
  const above: TaskId[] = [];
  for (let id = task.parent; id !== null; id = state.tasks.get(id)?.parent ?? null) {
    if (above.includes(id)) break;
    above.push(id);
  }
  return above;
}

/** The tasks of a workflow, in their order. */
export function tasksOf(state: WorkflowState, workflow: WorkflowId): readonly Task[] {
  const ids = state.workflows.get(workflow)?.tasks ?? [];
  return ids.map(id => state.tasks.get(id)).filter(task => task !== undefined);
}

function refuseDeleted(state: WorkflowState, id: string, what: 'workflow' | 'task'): void {
  if (!state.deleted.has(id)) return;
  throw new Refusal(
    'deleted',
    `The ${what} ${quoted(id)} was deleted by the user. Call get_context to see what is left.`,
  );
}
