import type { Instant } from '../../support/clock';
import { Refusal } from '../../support/refusal';
import { isReady } from '../domain/dependencies';
import { requireTask, requireWorkflow, tasksOf } from '../model/find';
import { lastReview, type Task, waitsForReview, type Workflow, type WorkflowState } from '../model/state';
import type { TaskStatus, WorkflowId, WorkflowStatus } from '../model/words';

/** What an agent wants to see. */
export interface ContextQuery {
  readonly workflow: string | null;
  readonly task: string | null;
  readonly status: TaskStatus | WorkflowStatus | null;
  /** Tasks on one page, 1 to 100. */
  readonly limit: number;
  readonly cursor: string | null;
}

/** How many there are of all that matches, whatever the page. */
export interface ContextTotals {
  readonly workflows: number;
  readonly tasks: number;
  /** Begun and not ended, or asked to be changed. */
  readonly open: number;
  readonly planned: number;
  readonly ended: number;
  /** Of all these: a person should look. */
  readonly toReview: number;
}

/** A page of what there is. */
export interface ContextPage {
  readonly workflows: readonly Workflow[];
  readonly tasks: readonly Task[];
  /** Of all workflows that were asked about: what can be started or taken up now. */
  readonly ready: readonly Task[];
  /** Of each open workflow that was asked about, or of the newest where none is open, the task that ended last. */
  readonly lastEnded: readonly Task[];
  readonly totals: ContextTotals;
  /** What there is without the filter: how often each status occurs in tasks, and how many workflows. */
  readonly recorded: { readonly workflows: number; readonly tasks: ReadonlyMap<string, number> };
  /** Give it back for the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** Where a row stands; the lower numbers come first. It changes only when its task's status does. */
type Place = readonly [rank: number, time: number, workflow: number, task: number];

interface Row {
  readonly workflow: Workflow;
  readonly task: Task | null;
  readonly place: Place;
  readonly changedAt: Instant;
}

/** What of a task an agent has to know first. */
const RANK = { running: 0, open: 1, planned: 2, ended: 3 } as const;

const ENDED: ReadonlySet<string> = new Set(['success', 'partial_success', 'failed', 'cancelled', 'reverted']);

/**
 * A page of tasks: what is open first, then what is planned, then what ended last. A workflow without tasks is a row of its own.
 * Archived ones are shown when asked for by id. What changed since the page before is shown again: no task is lost between pages.
 * @throws {Refusal} bad-cursor, unknown-*
 */
export function contextPage(
  state: WorkflowState,
  workspace: string,
  query: ContextQuery,
  at: Instant,
): ContextPage {
  const asked = workflowsAsked(state, workspace, query);
  const rows = matchingRows(state, workspace, asked, query);
  const cursor = query.cursor === null ? undefined : readCursor(query.cursor);
  const isBefore = (row: Row) => cursor !== undefined && compared(row.place, cursor.place) <= 0;
  const changed = rows.filter(row => isBefore(row) && row.changedAt > (cursor?.asOf ?? 0));
  const left = rows.filter(row => !isBefore(row));
  const next = left.slice(0, Math.max(0, query.limit - changed.length));
  const page = [...changed, ...next];
  const last = next.at(-1)?.place ?? cursor?.place;
  const open = asked.filter(({ status }) => status === 'in_progress');
  return {
    workflows: [...new Set(page.map(row => row.workflow))],
    tasks: page.map(row => row.task).filter(task => task !== null),
    ready: open.flatMap(({ id }) => tasksOf(state, id).filter(task => isReady(state, task))),
    lastEnded: (open.length > 0 ? open : asked.slice(0, 1)).flatMap(({ id }) =>
      lastEnded(tasksOf(state, id)),
    ),
    totals: totalsOf(rows),
    recorded: recorded(state, workspace),
    nextCursor: next.length < left.length && last !== undefined ? [...last, at].join('.') : null,
  };
}

/** Whether a task is neither planned nor over, nor left behind by the end of its workflow: somebody has to go on with it. */
export function isUnfinished(task: Task, workflow: Workflow | undefined): boolean {
  return rankOf(task) <= RANK.open && !(workflow !== undefined && isLeft(workflow, task));
}

function matchingRows(
  state: WorkflowState,
  workspace: string,
  asked: readonly Workflow[],
  query: ContextQuery,
): readonly Row[] {
  const { status } = query;
  // Counted from the oldest, so that a new workflow moves nothing.
  const ages = new Map([...state.workflows.keys()].map((id, age) => [id, age]));
  const rows = asked.flatMap((workflow): readonly Row[] => {
    const at = -(ages.get(workflow.id) ?? 0);
    const tasks = tasksAsked(state, workspace, workflow.id, query);
    const found = tasks.map((task, i) => taskRow(workflow, task, { at, i }, query.task));
    const matching = found.filter(({ task }) => status === null || task?.status === status);
    const isShownItself = query.task === null && (status === null || workflow.status === status);
    return matching.length === 0 && isShownItself ? [workflowRow(workflow, at)] : matching;
  });
  return rows.toSorted((a, b) => compared(a.place, b.place));
}

function taskRow(
  workflow: Workflow,
  task: Task,
  { at, i }: { readonly at: number; readonly i: number },
  asked: string | null,
): Row {
  const rank = isLeft(workflow, task) ? RANK.ended : rankOf(task);
  const isOver = rank === RANK.ended;
  const time: number = isOver ? (task.completion?.at ?? task.touchedAt) : workflow.createdAt;
  const changedAt = Math.max(task.touchedAt, lastReview(task)?.at ?? 0) as Instant;
  // What was asked for comes before what is below it; of what ended in one moment, the later one first.
  const place: Place = task.id === asked ? [-1, 0, 0, 0] : [rank, -time, at, isOver ? -i : i];
  return { workflow, task, place, changedAt };
}

/** Whether its workflow ended without it: it cannot be taken up any more. */
function isLeft({ status, endedBy }: Workflow, task: Task): boolean {
  if (task.status === 'planned') return status !== 'in_progress';
  return task.status === 'abandoned' && (endedBy === 'call' || endedBy === 'user');
}

function workflowRow(workflow: Workflow, at: number): Row {
  const { status, createdAt, endedAt } = workflow;
  const isOver = status !== 'in_progress';
  const time: number = isOver ? (endedAt ?? createdAt) : createdAt;
  const place: Place = [isOver ? RANK.ended : RANK.planned, -time, at, 0];
  return { workflow, task: null, place, changedAt: endedAt ?? createdAt };
}

function rankOf(task: Task): number {
  if (task.status === 'in_progress') return RANK.running;
  if (task.status === 'planned') return RANK.planned;
  if (ENDED.has(task.status)) return RANK.ended;
  const waits = task.status === 'awaiting_review' && lastReview(task)?.verdict !== 'changes_requested';
  return waits ? RANK.ended : RANK.open;
}

function compared(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

function readCursor(text: string): { readonly place: Place; readonly asOf: number } {
  const [rank, time, workflow, task, asOf] = /^(?:-?\d{1,15}\.){4}\d{1,15}$/.test(text)
    ? text.split('.').map(Number)
    : [];
  if (
    rank === undefined ||
    time === undefined ||
    workflow === undefined ||
    task === undefined ||
    asOf === undefined
  ) {
    throw new Refusal(
      'bad-cursor',
      'This cursor is no longer valid. Call get_context without a cursor to start over.',
    );
  }
  return { place: [rank, time, workflow, task], asOf };
}

function totalsOf(rows: readonly Row[]): ContextTotals {
  const tasks = rows.flatMap(({ workflow, task }) =>
    task === null ? [] : [{ task, rank: isLeft(workflow, task) ? RANK.ended : rankOf(task) }],
  );
  const ofRank = (...ranks: number[]) => tasks.filter(({ rank }) => ranks.some(one => one === rank)).length;
  return {
    workflows: new Set(rows.map(({ workflow }) => workflow)).size,
    tasks: tasks.length,
    open: ofRank(RANK.running, RANK.open),
    planned: ofRank(RANK.planned),
    ended: ofRank(RANK.ended),
    toReview: tasks.filter(({ task }) => waitsForReview(task)).length,
  };
}

function recorded(state: WorkflowState, workspace: string): ContextPage['recorded'] {
  const workflows = shownWorkflows(state, workspace);
  const tasks = new Map<string, number>();
  for (const { status } of workflows.flatMap(({ id }) => tasksOf(state, id))) {
    tasks.set(status, (tasks.get(status) ?? 0) + 1);
  }
  return { workflows: workflows.length, tasks };
}

function lastEnded(tasks: readonly Task[]): readonly Task[] {
  const ended = tasks.filter(({ completion }) => completion !== null);
  return ended.toSorted((a, b) => (a.completion?.at ?? 0) - (b.completion?.at ?? 0)).slice(-1);
}

/** Newest first. */
function workflowsAsked(state: WorkflowState, workspace: string, query: ContextQuery): readonly Workflow[] {
  if (query.workflow !== null) return [requireWorkflow(state, workspace, query.workflow)];
  if (query.task !== null) {
    return [requireWorkflow(state, workspace, requireTask(state, workspace, query.task).workflow)];
  }
  return shownWorkflows(state, workspace);
}

function shownWorkflows(state: WorkflowState, workspace: string): readonly Workflow[] {
  return [...state.workflows.values()]
    .filter(workflow => workflow.workspace === workspace && !workflow.isArchived)
    .toReversed();
}

/** The task asked for and what is below it; else all of the workflow. */
function tasksAsked(
  state: WorkflowState,
  workspace: string,
  workflow: WorkflowId,
  query: ContextQuery,
): readonly Task[] {
  const tasks = tasksOf(state, workflow);
  if (query.task === null) return tasks;
  const wanted = new Set<string>([requireTask(state, workspace, query.task).id]);
  for (const task of tasks) if (task.parent !== null && wanted.has(task.parent)) wanted.add(task.id);
  return tasks.filter(task => wanted.has(task.id));
}
