import type { TaskId } from '../snapshots/snapshot';
import type { Instant } from '../support/clock';
import { Refusal } from '../support/refusal';
import { dependencies, isMet, unmet } from './dependencies';
import type { TaskStarted, WorkflowFact } from './facts';
import { endedRefusal, requireOpenWorkflow, requireTask, requireWorkflow, tasksOf } from './find';
import { quoted } from './quoted';
import { compileAreas } from './scope';
import { lastReview, type Task, type Workflow, type WorkflowState } from './state';
import type { StartTaskWish, StartWorkflowWish } from './wishes';
import { isOpen } from './words';

/** How long an idempotency key stands, in milliseconds (ten minutes, seed 2's rule). */
const KEY_MS = 600_000;

/** @throws {Refusal} idempotency-conflict, duplicate-step */
export function decideStartWorkflow(
  state: WorkflowState,
  { verb: _verb, ...wish }: StartWorkflowWish,
  at: Instant,
): readonly WorkflowFact[] {
  const used = wish.key === null ? undefined : usedKey(state, wish.workspace, wish.key, at);
  if (used !== undefined) {
    if (used.fingerprint === wish.fingerprint) return [];
    throw new Refusal(
      'idempotency-conflict',
      `The idempotency_key ${quoted(wish.key ?? '')} was used for another workflow. Use a new key for a new workflow.`,
    );
  }
  const steps = new Set<string>();
  for (const { step } of wish.plan) {
    if (steps.has(step)) {
      throw new Refusal(
        'duplicate-step',
        `plan has two steps called ${quoted(step)}. Give each step its own word.`,
      );
    }
    steps.add(step);
  }
  return [{ type: 'workflowStarted', ...wish }];
}

/** What a key of this workspace was used for, while it stands. */
export function usedKey(state: WorkflowState, workspace: string, key: string, at: Instant) {
  const used = state.keys.get(keyName(workspace, key));
  return used !== undefined && at - used.at < KEY_MS && state.workflows.has(used.workflow) ? used : undefined;
}

/** A key belongs to a workspace. */
export function keyName(workspace: string, key: string): string {
  return JSON.stringify([workspace, key]);
}

/**
 * Starts a task, one that was announced, or takes one up again.
 * @throws {Refusal} workflow-ended, unknown-step, task-blocked, awaiting-review, task-ended, parent-*, dependency-*, bad-area
 */
export function decideStartTask(state: WorkflowState, wish: StartTaskWish): readonly WorkflowFact[] {
  compileAreas(wish.areas);
  if (wish.resume !== null) return takeUp(state, wish, wish.resume);
  const workflow = requireOpenWorkflow(state, wish.workspace, wish.workflow);
  const planned = wish.plannedStep === null ? undefined : plannedTask(state, workflow, wish.plannedStep);
  return start(state, workflow, planned?.id ?? wish.task, wish);
}

function start(
  state: WorkflowState,
  workflow: Workflow,
  task: TaskId,
  wish: StartTaskWish,
): readonly WorkflowFact[] {
  const parent =
    wish.parent === null ? undefined : parentTask(state, workflow, wish.workspace, wish.parent, task);
  const found = dependencies(state, { ...wish, workflow: workflow.id, task, parent: parent?.id ?? null });
  const started: TaskStarted = {
    type: 'taskStarted',
    task,
    workspace: wish.workspace,
    workflow: workflow.id,
    parent: parent?.id ?? null,
    name: wish.name,
    goal: wish.goal,
    areas: wish.areas,
    dependsOn: found.map(({ id }) => id),
    caller: wish.caller,
    session: wish.session,
    snapshot: wish.snapshot,
    isBlocked: !found.every(isMet),
  };
  return parent?.status === 'stale'
    ? [{ type: 'taskWoken', task: parent.id, session: wish.session }, started]
    : [started];
}

function takeUp(state: WorkflowState, wish: StartTaskWish, id: string): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, id);
  const workflow = requireWorkflow(state, wish.workspace, wish.workflow);
  if (task.workflow !== workflow.id) {
    throw new Refusal(
      'task-elsewhere',
      `Task ${quoted(task.name)} belongs to another workflow. Call start_task with workflow_id ${quoted(task.workflow)}.`,
    );
  }
  const takenUp = (isFirst: boolean): WorkflowFact => ({
    type: 'taskTakenUp',
    task: task.id,
    session: wish.session,
    snapshot: wish.snapshot,
    isFirst,
  });
  switch (task.status) {
    case 'planned':
      requireOpenWorkflow(state, wish.workspace, wish.workflow);
      return start(state, workflow, task.id, wish);
    case 'in_progress':
    case 'stale':
      return [takenUp(false)];
    case 'blocked':
      refuseBlocked(state, task);
      return [takenUp(true)];
    case 'awaiting_review':
      if (lastReview(task)?.verdict !== 'changes_requested') {
        throw new Refusal(
          'awaiting-review',
          `Task ${quoted(task.name)} waits for a person's review. Go on with another task, or ask the user to review it.`,
        );
      }
      return workflow.status === 'in_progress'
        ? [takenUp(false)]
        : [{ type: 'workflowReopened', workflow: workflow.id }, takenUp(false)];
    case 'success':
    case 'partial_success':
    case 'failed':
    case 'cancelled':
    case 'reverted':
      throw endedRefusal(task);
  }
}

/** @throws {Refusal} task-blocked */
export function refuseBlocked(state: WorkflowState, task: Task): void {
  const waitsFor = unmet(state, task);
  if (waitsFor.length === 0) return;
  const names = waitsFor.map(({ name, id, status }) => `${quoted(name)} (${id}, ${status})`).join(', ');
  const ended = waitsFor.filter(({ status }) => !isOpen(status) && status !== 'planned');
  if (ended.length > 0) {
    const lost = ended.map(({ name, id, status }) => `${quoted(name)} (${id}, ${status})`).join(', ');
    throw new Refusal(
      'task-blocked',
      `Task ${quoted(task.name)} waits for ${lost}, which ended without success. ` +
        'End this one with complete_task and status "failed", or call start_task for a new task without that dependency.',
    );
  }
  throw new Refusal('task-blocked', `Task ${quoted(task.name)} waits for ${names}. Complete that first.`);
}

function plannedTask(state: WorkflowState, workflow: Workflow, step: string): Task {
  const planned = tasksOf(state, workflow.id).filter(task => task.step !== null);
  const task = planned.find(candidate => candidate.step === step);
  if (task?.status === 'planned') return task;
  const left = planned.filter(({ status }) => status === 'planned').map(other => quoted(other.step ?? ''));
  throw new Refusal(
    'unknown-step',
    task === undefined
      ? `The plan of this workflow has no step ${quoted(step)}. Steps not started: ${left.join(', ') || 'none'}.`
      : `Step ${quoted(step)} was started as task ${quoted(task.id)} (${task.status}). ` +
          'To go on with it, call start_task with that id as resume_task_id.',
  );
}

function parentTask(
  state: WorkflowState,
  workflow: Workflow,
  workspace: string,
  id: string,
  child: TaskId,
): Task {
  const parent = requireTask(state, workspace, id);
  if (parent.workflow !== workflow.id) {
    throw new Refusal(
      'parent-elsewhere',
      `The parent task ${quoted(parent.name)} belongs to another workflow. Use its workflow_id ${quoted(parent.workflow)}.`,
    );
  }
  for (let above: Task | undefined = parent; above !== undefined; above = parentOf(state, above)) {
    if (above.id === child)
      throw new Refusal('dependency-cycle', 'A task can not be its own parent. Leave parent_task_id out.');
  }
  if (parent.status === 'in_progress' || parent.status === 'stale') return parent;
  throw new Refusal(
    'parent-not-running',
    `The parent task ${quoted(parent.name)} is ${parent.status}. A subtask can be started only while its parent is in progress.`,
  );
}

function parentOf(state: WorkflowState, task: Task): Task | undefined {
  return task.parent === null ? undefined : state.tasks.get(task.parent);
}
