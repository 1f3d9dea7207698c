import type { TaskId } from '../snapshots/snapshot';
import { Refusal } from '../support/refusal';
import { quoted } from './quoted';
import { lastReview, type Task, type Workflow, type WorkflowState } from './state';
import { isOpen, type WorkflowId } from './words';

/** The workflow with this id in this workspace. @throws {Refusal} unknown-workflow, foreign-workflow, deleted */
export function requireWorkflow(state: WorkflowState, workspace: string, id: string): Workflow {
  const workflow = state.workflows.get(id as WorkflowId);
  if (workflow === undefined) {
    refuseDeleted(state, id, 'workflow');
    const isTask = state.tasks.has(id as TaskId);
    throw new Refusal(
      'unknown-workflow',
      isTask
        ? `${quoted(id)} is the id of a task, not of a workflow. Call get_context with task_id to see its workflow_id.`
        : `No workflow of this workspace has the id ${quoted(id)}. Call get_context to see the workflows, or start_workflow.`,
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

/** The same, where it still goes on. @throws {Refusal} workflow-ended, and as `requireWorkflow` */
export function requireOpenWorkflow(state: WorkflowState, workspace: string, id: string): Workflow {
  const workflow = requireWorkflow(state, workspace, id);
  if (workflow.status !== 'in_progress') {
    throw new Refusal(
      'workflow-ended',
      `Workflow ${quoted(workflow.name)} has ended (${workflow.status}). Call start_workflow for new work.`,
    );
  }
  return workflow;
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
        ? `${quoted(id)} is the id of a workflow, not of a task. Give the task_id that start_task answered.`
        : `No task of this workspace has the id ${quoted(id)}. Call get_context to see the tasks, or start_task.`,
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
  if (task.status === 'planned') {
    throw new Refusal(
      'task-not-started',
      `Task ${quoted(task.name)} is planned and was not started. Call start_task with resume_task_id ${quoted(id)} first.`,
    );
  }
  throw endedRefusal(task);
}

/** Why nothing more can be added to a task, and what to do. */
export function endedRefusal(task: Task): Refusal {
  const waitsForChanges =
    lastReview(task)?.verdict === 'changes_requested' && task.status === 'awaiting_review';
  return new Refusal(
    'task-ended',
    `Task ${quoted(task.name)} has ended (${task.status}). ` +
      (waitsForChanges
        ? `To work on the requested changes, call start_task with resume_task_id ${quoted(task.id)}.`
        : 'Call start_task for new work.'),
  );
}

/** The subtasks of a task that have not ended. */
export function openSubtasks(state: WorkflowState, task: Task): readonly Task[] {
  return tasksOf(state, task.workflow).filter(other => other.parent === task.id && isOpen(other.status));
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
