import { Refusal } from '../support/refusal';
import type { WorkflowFact } from './facts';
import { endedWorkflowRefusal, requireTask, requireWorkflow, tasksOf } from './find';
import { quoted } from './quoted';
import type { Task, WorkflowState } from './state';
import type { EndWorkflowWish, WorkflowWish } from './wishes';
import { isOpen } from './words';

/** Ends a workflow; what was only announced is cancelled with it. @throws {Refusal} open-tasks, workflow-ended */
export function decideEndWorkflow(state: WorkflowState, wish: EndWorkflowWish): readonly WorkflowFact[] {
  const workflow = requireWorkflow(state, wish.workspace, wish.workflow);
  // What ended by itself can still be given a summary, or another end.
  if (workflow.status !== 'in_progress' && workflow.endedBy !== 'plan') {
    if (workflow.endedBy === 'user' && !wish.isByUser) throw endedWorkflowRefusal(workflow);
    if (workflow.status === wish.status) return [];
    throw new Refusal(
      'workflow-ended',
      `Workflow ${quoted(workflow.name)} has ended (${workflow.status}). Nothing is left to do.`,
    );
  }
  const tasks = tasksOf(state, workflow.id);
  const open = tasks.filter(task => isOpen(task.status));
  if (wish.status === 'completed' && open.length > 0) {
    const names = open.map(({ name, id }) => `${quoted(name)} (${id})`).join(', ');
    throw new Refusal(
      'open-tasks',
      `These tasks are open: ${names}. Call complete_task for each of them first.`,
    );
  }
  const cancelled = tasks
    .filter(task => isOpen(task.status) || task.status === 'planned')
    .map(task => ({
      type: 'taskCancelled' as const,
      task: task.id,
      snapshot: isOpen(task.status) ? wish.snapshot : null,
      isByUser: wish.isByUser,
    }));
  const { status, summary } = wish;
  const by = wish.isByUser ? 'user' : 'call';
  return [...cancelled, { type: 'workflowEnded', workflow: workflow.id, status, summary, by }];
}

/** Takes a workflow out of the daily view, or back into it. */
export function decideArchive(
  state: WorkflowState,
  wish: Extract<WorkflowWish, { verb: 'archive' }>,
): readonly WorkflowFact[] {
  const workflow = requireWorkflow(state, wish.workspace, wish.workflow);
  if (workflow.isArchived === wish.isArchived) return [];
  return [{ type: 'workflowArchived', workflow: workflow.id, isArchived: wish.isArchived }];
}

/** @throws {Refusal} open-tasks */
export function decideDelete(
  state: WorkflowState,
  wish: Extract<WorkflowWish, { verb: 'delete' }>,
): readonly WorkflowFact[] {
  const workflow = requireWorkflow(state, wish.workspace, wish.workflow);
  const running = tasksOf(state, workflow.id).find(({ status }) => status === 'in_progress');
  if (running) {
    throw new Refusal(
      'open-tasks',
      `Task ${quoted(running.name)} of this workflow is in progress. Wait for it, or end it with "Switchyard: End Task…", ` +
        'and then delete the workflow; or archive it.',
    );
  }
  return [{ type: 'workflowDeleted', workflow: workflow.id }];
}

type RestoreWish = Extract<
  WorkflowWish,
  { verb: 'beginRestore' | 'abandonRestore' | 'markReverted' | 'undoRestore' }
>;

/** The steps of a restore: begun, then done or abandoned, then perhaps undone. @throws {Refusal} not-restorable, no-restore */
export function decideRestore(state: WorkflowState, wish: RestoreWish): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, wish.task);
  switch (wish.verb) {
    case 'beginRestore':
      refuseUnrestorable(task);
      return [
        {
          type: 'restoreBegun',
          task: task.id,
          plan: wish.plan,
          before: wish.before,
          written: wish.written,
          deleted: wish.deleted,
        },
      ];
    case 'abandonRestore':
      return task.restore === null || task.restore.after !== null
        ? []
        : [{ type: 'restoreAbandoned', task: task.id }];
    case 'markReverted': {
      const { before, after, written, deleted } = wish;
      return [{ type: 'taskReverted', task: task.id, before, after, written, deleted }];
    }
    case 'undoRestore':
      requireRestore(task);
      return [{ type: 'restoreUndone', task: task.id, before: wish.before, after: wish.after }];
  }
}

/** @throws {Refusal} not-restorable */
export function refuseUnrestorable(task: Task): void {
  if (task.status === 'reverted') {
    throw new Refusal(
      'not-restorable',
      `Task ${quoted(task.name)} has been restored already. That can be undone.`,
    );
  }
  if (task.start === null || task.status === 'blocked') {
    throw new Refusal(
      'not-restorable',
      `Task ${quoted(task.name)} was not begun: there is nothing to restore.`,
    );
  }
}

/** The restore that can be undone. @throws {Refusal} no-restore */
export function requireRestore(task: Task) {
  if (task.restore !== null) return task.restore;
  throw new Refusal('no-restore', `Task ${quoted(task.name)} was not restored: there is nothing to undo.`);
}
