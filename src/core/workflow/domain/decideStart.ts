import type { TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import { Refusal } from '../../support/refusal';
import { dependencies, isMet, unmet } from './dependencies';
import type { TaskStarted, WorkflowFact } from '../model/facts';
import { endedRefusal, onlyWorkflow, requireTask, requireWorkflow, tasksOf } from '../model/find';
import { plannedMeant } from './plannedMatch';
import { quoted } from '../model/quoted';
import { fromWorkspace } from '../verification/fromWorkspace';
import { compileAreas } from '../verification/scope';
import { lastReview, type Task, type Workflow, type WorkflowState } from '../model/state';
import type { StartTaskWish, StartWorkflowWish } from '../model/wishes';
import { canGoOn, isWorkedOn } from '../model/words';
import { goingOn } from './workflowEnds';

/** How long an idempotency key stands, in milliseconds (ten minutes). */
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
      `The idempotency_key ${quoted(wish.key ?? '')} was already used for another workflow. Use a new key for a new workflow.`,
    );
  }
  const steps = new Set<string>();
  for (const { step } of wish.plan) {
    if (steps.has(step)) {
      throw new Refusal(
        'duplicate-step',
        `plan has two steps named ${quoted(step)}. Give each step a unique name.`,
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
 * @throws {Refusal} missing-field, workflow-not-named, workflow-ended, unknown-step, two-tasks, task-blocked, awaiting-review, task-ended, parent-*, dependency-*, bad-area
 */
export function decideStartTask(state: WorkflowState, asked: StartTaskWish): readonly WorkflowFact[] {
  const areas = asked.areas.map(area => fromWorkspace(area, asked.workspace));
  compileAreas(areas);
  const wish = { ...asked, areas };
  if (wish.resume !== null) return takeUp(state, wish, wish.resume);
  if (wish.plannedStep === null && wish.name === null && wish.goal === null) throw missing(['name', 'goal']);
  const workflow =
    wish.workflow === null
      ? onlyWorkflow(state, wish.workspace)
      : requireWorkflow(state, wish.workspace, wish.workflow);
  const reopening = goingOn(workflow);
  return [...reopening, ...start(state, workflow, plannedFor(state, workflow, wish), wish)];
}

/** The planned task that is named by its step, or certainly meant by its words. */
function plannedFor(state: WorkflowState, workflow: Workflow, wish: StartTaskWish): Task | undefined {
  if (wish.plannedStep !== null) return plannedTask(state, workflow, wish.plannedStep);
  // A part of another task may be called as a step of the plan is.
  return wish.parent === null ? plannedMeant(tasksOf(state, workflow.id), wish) : undefined;
}

/** Begins a planned task, or a new one. */
function start(
  state: WorkflowState,
  workflow: Workflow,
  planned: Task | undefined,
  wish: StartTaskWish,
): readonly WorkflowFact[] {
  const task = planned?.id ?? wish.task;
  const { name, goal } = wordsOf(planned, wish);
  const parent =
    wish.parent === null ? undefined : parentTask(state, workflow, wish.workspace, wish.parent, task);
  const found = dependencies(state, { ...wish, workflow: workflow.id, task, parent: parent?.id ?? null });
  const started: TaskStarted = {
    type: 'taskStarted',
    task,
    workspace: wish.workspace,
    workflow: workflow.id,
    parent: parent?.id ?? null,
    name,
    goal,
    areas: wish.areas,
    dependsOn: found.map(({ id }) => id),
    caller: wish.caller,
    session: wish.session,
    program: wish.program,
    snapshot: wish.snapshot,
    isBlocked: !found.every(isMet),
  };
  const { session, program } = wish;
  return parent !== undefined && parent.status !== 'in_progress'
    ? [{ type: 'taskWoken', task: parent.id, session, program }, started]
    : [started];
}

/** What it is called: as a person wrote it, else what is said now, else what was announced. @throws {Refusal} missing-field */
function wordsOf(
  planned: Task | undefined,
  wish: StartTaskWish,
): { readonly name: string; readonly goal: string } {
  if (planned?.isByUser) return planned;
  const name = wish.name ?? planned?.name;
  const goal = wish.goal ?? planned?.goal;
  if (name === undefined) throw missing(['name']);
  if (goal === undefined) throw missing(['goal']);
  return { name, goal };
}

function missing(fields: readonly string[]): Refusal {
  return new Refusal(
    'missing-field',
    `${fields.join(' and ')} ${fields.length === 1 ? 'is' : 'are'} missing: a new task needs name and goal. ` +
      'For a planned or started task, pass resume_task_id only.',
    { fields: [...fields] },
  );
}

function takeUp(state: WorkflowState, wish: StartTaskWish, id: string): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, id);
  const workflow = requireWorkflow(state, wish.workspace, task.workflow);
  if (wish.plannedStep !== null && task.step !== wish.plannedStep) {
    throw new Refusal(
      'two-tasks',
      `planned_step ${quoted(wish.plannedStep)} and resume_task_id ${quoted(id)} are different tasks. Pass resume_task_id only.`,
    );
  }
  if (wish.workflow !== null && requireWorkflow(state, wish.workspace, wish.workflow) !== workflow) {
    throw new Refusal(
      'task-elsewhere',
      `Task ${quoted(task.name)} belongs to another workflow. Call start_task with workflow_id ${quoted(task.workflow)}.`,
    );
  }
  const takenUp = (isFirst: boolean): WorkflowFact => ({
    type: 'taskTakenUp',
    task: task.id,
    session: wish.session,
    program: wish.program,
    snapshot: wish.snapshot,
    isFirst,
  });
  const placed = (): readonly WorkflowFact[] => placing(state, workflow, task, wish);
  switch (task.status) {
    case 'planned':
      return [...goingOn(workflow), ...start(state, workflow, task, wish)];
    case 'in_progress':
    case 'stale':
    case 'abandoned':
      return [...goingOn(workflow), takenUp(false), ...placed()];
    case 'blocked':
      refuseBlocked(state, task);
      return [takenUp(true), ...placed()];
    case 'awaiting_review':
      if (lastReview(task)?.verdict !== 'changes_requested') {
        throw new Refusal(
          'awaiting-review',
          `Task ${quoted(task.name)} is waiting for a person's review. Continue with another task, or ask the user to review it.`,
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

/** A task that is taken up can be made a subtask of another one. @throws {Refusal} has-parent, parent-*, dependency-cycle */
function placing(
  state: WorkflowState,
  workflow: Workflow,
  task: Task,
  { parent: id, workspace }: StartTaskWish,
): readonly WorkflowFact[] {
  if (id === null || id === task.parent || task.status === 'planned') return [];
  if (task.parent !== null) {
    throw new Refusal(
      'has-parent',
      `Task ${quoted(task.name)} is a subtask of ${quoted(task.parent)}. Omit parent_task_id.`,
    );
  }
  const parent = parentTask(state, workflow, workspace, id, task.id);
  dependencies(state, { ...task, task: task.id, parent: parent.id });
  return [{ type: 'taskPlaced', task: task.id, parent: parent.id }];
}

/** @throws {Refusal} task-blocked */
export function refuseBlocked(state: WorkflowState, task: Task): void {
  const waitsFor = unmet(state, task);
  if (waitsFor.length === 0) return;
  const names = waitsFor.map(({ name, id, status }) => `${quoted(name)} (${id}, ${status})`).join(', ');
  const ended = waitsFor.filter(({ status }) => !canGoOn(status) && status !== 'planned');
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
          (isOver(task)
            ? `It has ended. Call start_task without planned_step for new work. Steps not started: ${left.join(', ') || 'none'}.`
            : 'To resume it, call start_task with that ID as resume_task_id.'),
  );
}

/** Whether nothing can take it up any more. */
function isOver(task: Task): boolean {
  const isAsked = task.status === 'awaiting_review' && lastReview(task)?.verdict === 'changes_requested';
  return !canGoOn(task.status) && !isAsked;
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
      throw new Refusal('dependency-cycle', "A task can't be its own parent. Omit parent_task_id.");
  }
  if (isWorkedOn(parent.status) || parent.status === 'abandoned') return parent;
  throw new Refusal(
    'parent-not-running',
    `The parent task ${quoted(parent.name)} is ${parent.status}. A subtask can start only while its parent is in progress: omit parent_task_id.`,
  );
}

function parentOf(state: WorkflowState, task: Task): Task | undefined {
  return task.parent === null ? undefined : state.tasks.get(task.parent);
}
