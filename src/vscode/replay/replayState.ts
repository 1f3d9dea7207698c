import type { FileChange, TaskId } from '../../core/snapshots/snapshot';
import type { Instant } from '../../core/support/clock';
import { isRecord } from '../../core/support/json';
import {
  REVIEW_VERDICTS,
  type ReviewVerdict,
  TASK_STATUSES,
  type TaskStatus,
  WORKFLOW_STATUSES,
  type WorkflowStatus,
} from '../../core/workflow/model/words';
import { type Runs, runsDomain } from '../../modules/plans/plansDomain';
import type { PlanFact } from '../../modules/plans/run/planFacts';
import { takeEvaporation } from '../../modules/stigmergy/evaporation';
import { emptyField, type Field } from '../../modules/stigmergy/field';
import { takeMark } from '../../modules/stigmergy/marking';
import type { StigmergyFact } from '../../modules/stigmergy/stigmergyFacts';
import { oneOf } from '../../shared/webview/shape';
import { TaskFiles } from './taskFiles';
import type { Moment, Recorded, Told } from './moment';

/** A task as it was. */
export interface PastTask {
  readonly id: TaskId;
  name: string;
  parent: TaskId | null;
  status: TaskStatus;
  /** What a person said of it last. */
  verdict: ReviewVerdict | undefined;
  message: string;
  /** Per cent. */
  progress: number | undefined;
  /** Restores that can be taken back, with what the task was in before. */
  readonly restores: { readonly plan: unknown; readonly from: TaskStatus }[];
}

/** Everything that a replay shows of a workflow, as it was at one moment. */
export interface PastState {
  status: WorkflowStatus;
  readonly tasks: Map<TaskId, PastTask>;
  readonly files: TaskFiles;
  /** The trails that were left since the workflow began. */
  readonly trails: Field;
  readonly runs: Runs;
  /** Runs of which the journal has let go of steps: how their nodes stood is known from their last calls only. */
  readonly cutRuns: Set<string>;
}

/** Before anything happened. */
export function beforeAll(): PastState {
  return {
    status: 'in_progress',
    tasks: new Map(),
    files: new TaskFiles(),
    trails: emptyField(),
    runs: { runs: new Map() },
    cutRuns: new Set(),
  };
}

const isStatus = oneOf(TASK_STATUSES);
const isWorkflowStatus = oneOf(WORKFLOW_STATUSES);
const isVerdict = oneOf(REVIEW_VERDICTS);

/** Applies a moment, in place. The same moments give the same state, however they are walked through. */
export function apply(state: PastState, moment: Moment, recorded: Recorded): void {
  const at = moment.at as Instant;
  for (const fact of moment.facts) {
    if (moment.kind === 'stigmergy_change') applyTrail(state.trails, fact, at);
    else if (moment.kind.startsWith('plan_')) applyPlan(state, fact, at, recorded);
    else if (moment.kind.startsWith('workflow')) applyWorkflow(state, fact, recorded);
    else applyTask(state, fact, at, recorded);
  }
}

function applyWorkflow(state: PastState, fact: Told, { workflow, tasks }: Recorded): void {
  const { type, status } = fact;
  if (type === 'workflowEnded' && isWorkflowStatus(status)) state.status = status;
  if (type === 'workflowReopened') state.status = 'in_progress';
  if (type !== 'workflowStarted') return;
  // What was planned is the only thing that is known of a workflow before its first task begins.
  for (const task of tasks)
    if (task.step !== null && task.createdAt === workflow.createdAt)
      addTask(state, task.id, { name: task.name, parent: null });
}

function addTask(state: PastState, id: TaskId, facts: Pick<PastTask, 'name' | 'parent'>): PastTask {
  const task: PastTask = {
    id,
    ...facts,
    status: 'planned',
    verdict: undefined,
    message: '',
    progress: undefined,
    restores: [],
  };
  state.tasks.set(id, task);
  return task;
}

function applyTask(state: PastState, fact: Told, at: Instant, recorded: Recorded): void {
  const id = fact['task'] as TaskId;
  const record = recorded.byId.get(id);
  if (record === undefined) return;
  const task = state.tasks.get(id) ?? addTask(state, id, { name: record.name, parent: record.parent });
  const { name, parent, status, message, progress, verdict } = fact;
  switch (fact['type']) {
    case 'taskStarted':
      if (typeof name === 'string') task.name = name;
      task.parent = typeof parent === 'string' ? (parent as TaskId) : null;
      task.status = fact['isBlocked'] === true ? 'blocked' : 'in_progress';
      return;
    case 'taskTakenUp':
    case 'taskWoken':
      task.status = 'in_progress';
      return;
    case 'taskPlaced':
      if (typeof parent === 'string') task.parent = parent as TaskId;
      return;
    case 'taskAbandoned':
      task.status = 'abandoned';
      return;
    case 'taskWentStale':
      task.status = 'stale';
      return;
    case 'taskCancelled':
      task.status = 'cancelled';
      return;
    case 'milestoneLogged':
      if (typeof message === 'string') task.message = message;
      if (typeof progress === 'number') task.progress = progress;
      return;
    case 'taskCompleted':
      if (isStatus(status)) task.status = status;
      state.files.end(id, at, changesOf(fact, record.completion?.at === at ? record.completion : null));
      return;
    case 'taskReviewed':
      if (isStatus(status)) task.status = status;
      if (isVerdict(verdict)) task.verdict = verdict;
      return;
    default:
      applyRestore(state, task, fact);
  }
}

/** The files that a task's end tells of: those of the event where it is whole, else those of the record. */
function changesOf(
  { account }: Told,
  completion: {
    readonly account: { readonly own: readonly FileChange[]; readonly shared: readonly FileChange[] };
  } | null,
): readonly FileChange[] | undefined {
  // What this domain wrote itself.
  const whole = isRecord(account)
    ? (account as unknown as { own: FileChange[]; shared: FileChange[] })
    : undefined;
  const known = whole ?? completion?.account;
  return known && [...known.own, ...known.shared];
}

function applyRestore(state: PastState, task: PastTask, fact: Told): void {
  const { type, plan } = fact;
  const isWhole = fact['isWhole'] !== false;
  switch (type) {
    case 'restoreBegun':
      task.restores.push({ plan, from: task.status });
      return;
    case 'restoreAbandoned':
      takeOut(task, plan);
      return;
    case 'taskReverted': {
      const from = takeOut(task, plan)?.from ?? task.status;
      task.restores.push({ plan, from });
      if (isWhole) task.status = 'reverted';
      if (isWhole) state.files.putBack(task.id);
      return;
    }
    case 'restoreUndone': {
      const from = takeOut(task, plan)?.from ?? task.status;
      if (task.status !== 'reverted') return;
      task.status = from === 'in_progress' ? 'stale' : from;
      state.files.takeBack(task.id);
    }
  }
}

/** Forgets a restore; the last one where its plan is not known. */
function takeOut({ restores }: PastTask, plan: unknown): PastTask['restores'][number] | undefined {
  const at =
    typeof plan === 'string' ? restores.findLastIndex(each => each.plan === plan) : restores.length - 1;
  return at < 0 ? undefined : restores.splice(at, 1)[0];
}

function applyTrail(field: Field, fact: Told, at: Instant): void {
  // What this domain wrote itself.
  const change = fact as unknown as StigmergyFact;
  if (change.change === 'mark') takeMark(field, change);
  else if (isRecord(fact) && typeof fact['min_intensity'] === 'number') takeEvaporation(field, change, at);
}

function applyPlan(state: PastState, fact: Told, at: Instant, { runs }: Recorded): void {
  const run = runs.find(({ id }) => id === fact['run']);
  if (run === undefined) return;
  // What this domain wrote itself, or what compaction has left of it.
  const told = fact as unknown as PlanFact;
  if (
    told.type === 'plan_stepped' &&
    !Array.isArray((told.step as Partial<typeof told.step> | undefined)?.nodes)
  )
    return void state.cutRuns.add(run.id);
  const whole =
    told.type === 'plan_started' && !isRecord(told.spec) ? { ...told, spec: run, program: null } : told;
  runsDomain.evolve(state.runs, whole, at);
}
