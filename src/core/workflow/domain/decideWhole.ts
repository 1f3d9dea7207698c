import { Refusal } from '../../support/refusal';
import type { WorkflowFact } from '../model/facts';
import { endedWorkflowRefusal, requireTask, requireWorkflow, tasksOf } from '../model/find';
import { quoted } from '../model/quoted';
import { lastRestore, type Restore, type Task, type WorkflowState } from '../model/state';
import type { EndWorkflowWish, WorkflowWish } from '../model/wishes';
import { isOpen } from '../model/words';

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
        'then delete the workflow. Or archive it instead.',
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
    case 'beginRestore': {
      const { plan, before, written, deleted, isWhole, isPart, others = [] } = wish;
      refuseUnrestorable(task, [...written, ...deleted]);
      return [{ task: task.id, written, deleted, isWhole }, ...others].map(each => ({
        type: 'restoreBegun',
        plan,
        before,
        ...each,
        ...(isPart && { isPart }),
      }));
    }
    case 'abandonRestore':
      return begunBy(state, wish.plan).map(([id]) => ({
        type: 'restoreAbandoned',
        task: id,
        plan: wish.plan,
      }));
    case 'markReverted': {
      const { verb: _verb, workspace: _workspace, task: _task, left = [], ...done } = wish;
      const begun = begunBy(state, wish.plan);
      if (begun.length < 2) return [{ type: 'taskReverted', task: task.id, ...done }];
      return begun.map(([id, restore]) => ({
        type: 'taskReverted',
        task: id,
        ...done,
        ...partOf(restore, done, left),
      }));
    }
    case 'undoRestore': {
      const { plan, before, after } = wish;
      return restoredTogether(state, task, plan).map(({ id }) => ({
        type: 'restoreUndone',
        task: id,
        plan,
        before,
        after,
      }));
    }
  }
}

/** The tasks of which this plan has begun to put files back. */
function begunBy(state: WorkflowState, plan: string): readonly (readonly [Task['id'], Restore])[] {
  return [...state.tasks.values()].flatMap(({ id, restores }) =>
    restores.filter(each => each.plan === plan && each.after === null).map(each => [id, each] as const),
  );
}

/** Of what was done, the part that was this task's. */
function partOf(
  { written, deleted, isWhole }: Restore,
  done: Pick<Restore, 'written' | 'deleted'>,
  left: readonly string[],
) {
  const own = new Set([...written, ...deleted]);
  return {
    isWhole: isWhole && !left.some(path => own.has(path)),
    written: done.written.filter(path => own.has(path)),
    deleted: done.deleted.filter(path => own.has(path)),
  };
}

/** A task, and those whose files were put back with its own by this plan. */
export function restoredTogether(state: WorkflowState, task: Task, plan: string): readonly Task[] {
  const others = [...state.tasks.values()].filter(
    ({ id, restores }) => id !== task.id && restores.some(each => each.plan === plan),
  );
  return [task, ...others];
}

/** Files that a refusal names (chosen here). */
const MOST_NAMED = 5;

/** `paths`: what was named, null for all that is the task's own. @throws {Refusal} not-restorable */
export function refuseUnrestorable(task: Task, paths: readonly string[] | null): void {
  if (task.status === 'reverted' && !namesShared(task, paths ?? [])) {
    const shared = sharedLeft(task);
    const more = shared.length > MOST_NAMED ? ` and ${shared.length - MOST_NAMED} more` : '';
    const whole = `All files of task ${quoted(task.name)} are already restored.`;
    const own = `The files that task ${quoted(task.name)} alone changed are already restored. Shared with others, and not restored: ${shared.map(quoted).slice(0, MOST_NAMED).join(', ')}${more}. To restore one of them, name it in paths.`;
    throw new Refusal(
      'not-restorable',
      `${shared.length === 0 ? whole : own} To undo the restore, call restore_task with task_id ${quoted(task.id)} and undo: true.`,
      { isRestored: true },
    );
  }
  if (task.status === 'in_progress' || task.status === 'stale') {
    throw new Refusal(
      'not-restorable',
      `Task ${quoted(task.name)} has not ended (${task.status}): restoring its files would change them while someone ` +
        `works on them. Call complete_task with task_id ${quoted(task.id)} first (status "failed" is fine), then restore it.`,
    );
  }
  const unknown = task.completion?.account.unknown ?? null;
  if (unknown !== null) throw nothingKnown(task, unknown);
  if (task.start === null || task.status === 'blocked') {
    throw new Refusal(
      'not-restorable',
      `Task ${quoted(task.name)} was not started: there is nothing to restore.`,
    );
  }
}

/** Files that other tasks changed too, and that no restore of this one put back. */
function sharedLeft({ completion, restores }: Task): readonly string[] {
  const back = new Set(restores.flatMap(({ written, deleted }) => [...written, ...deleted]));
  const shared = completion?.account.shared ?? [];
  return shared.filter(({ path, from = path }) => !back.has(path) && !back.has(from)).map(({ path }) => path);
}

/** Whether a file is among them that tasks share: it is put back only by name, so it is left when all others are back. */
function namesShared({ completion }: Task, paths: readonly string[]): boolean {
  const named = new Set(paths);
  const shared = completion?.account.shared ?? [];
  return shared.some(({ path, from = path }) => named.has(path) || named.has(from));
}

/** Says that nobody knows what the task changed, and why. */
export function nothingKnown(task: Task, reason: string): Refusal {
  return new Refusal(
    'not-restorable',
    `Task ${quoted(task.name)} can't be restored: its changes are unknown. ${reason}`,
  );
}

/** The restore that can be undone: the last one. @throws {Refusal} no-restore */
export function requireRestore(task: Task): Restore {
  const restore = lastRestore(task);
  if (restore !== undefined) return restore;
  throw new Refusal('no-restore', `Task ${quoted(task.name)} has no restore to undo.`);
}
