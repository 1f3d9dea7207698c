import { Refusal } from '../support/refusal';
import { isReady } from './dependencies';
import { requireTask, requireWorkflow, tasksOf } from './find';
import type { Task, Workflow, WorkflowState } from './state';
import type { TaskStatus, WorkflowId, WorkflowStatus } from './words';

/** What an agent wants to see. */
export interface ContextQuery {
  readonly workflow: string | null;
  readonly task: string | null;
  readonly status: TaskStatus | WorkflowStatus | null;
  /** Workflows and tasks on one page, 1 to 100. */
  readonly limit: number;
  readonly cursor: string | null;
}

/** A page of what there is. */
export interface ContextPage {
  readonly workflows: readonly Workflow[];
  readonly tasks: readonly Task[];
  /** Of the workflows on this page: what can be started or taken up now. */
  readonly ready: readonly Task[];
  /** Give it back for the next page; null on the last. */
  readonly nextCursor: string | null;
}

type Row = { readonly id: string; readonly workflow: Workflow; readonly task: Task | null };

/** A page of workflows, newest first, each followed by its tasks. Archived ones are shown when asked for by id. @throws {Refusal} bad-cursor, unknown-* */
export function contextPage(state: WorkflowState, workspace: string, query: ContextQuery): ContextPage {
  const rows = matchingRows(state, workspace, query);
  const from = query.cursor === null ? 0 : rows.findIndex(row => row.id === query.cursor) + 1;
  if (query.cursor !== null && from === 0) {
    throw new Refusal(
      'bad-cursor',
      'This cursor leads nowhere any more. Call get_context without a cursor to start over.',
    );
  }
  const page = rows.slice(from, from + query.limit);
  const workflows = [...new Set(page.map(row => row.workflow))];
  return {
    workflows,
    tasks: page.map(row => row.task).filter(task => task !== null),
    ready: workflows
      .filter(workflow => workflow.status === 'in_progress')
      .flatMap(workflow => tasksOf(state, workflow.id).filter(task => isReady(state, task))),
    nextCursor: from + query.limit < rows.length ? (page.at(-1)?.id ?? null) : null,
  };
}

function matchingRows(state: WorkflowState, workspace: string, query: ContextQuery): readonly Row[] {
  const { status } = query;
  const rows = workflowsAsked(state, workspace, query).flatMap((workflow): Row[] => [
    { id: workflow.id, workflow, task: null },
    ...tasksAsked(state, workspace, workflow.id, query).map(task => ({ id: task.id, workflow, task })),
  ]);
  return rows.filter(
    ({ workflow, task }) =>
      (status === null || (task ?? workflow).status === status) && (query.task === null || task !== null),
  );
}

function workflowsAsked(state: WorkflowState, workspace: string, query: ContextQuery): readonly Workflow[] {
  if (query.workflow !== null) return [requireWorkflow(state, workspace, query.workflow)];
  if (query.task !== null) {
    return [requireWorkflow(state, workspace, requireTask(state, workspace, query.task).workflow)];
  }
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
