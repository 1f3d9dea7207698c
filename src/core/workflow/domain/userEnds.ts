import { openSubtasks, requireTask, requireWorkflow, tasksOf } from '../model/find';
import type { Task, Workflow, WorkflowState } from '../model/state';
import type { TaskRuns, UserEnd } from './taskRuns';
import { type EndStatus, isOpen } from '../model/words';
import { workflowDomain } from './workflowDomain';
import type { WorkflowParts } from '../model/workflowParts';

/** How a person ends a workflow. */
export interface UserWorkflowEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly summary: string;
}

/** What becomes of the open tasks of a workflow that a person ends. Nobody but its agent can say that a task went well. */
const TASKS_END: Readonly<Record<UserWorkflowEnd['status'], EndStatus>> = {
  completed: 'partial_success',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Ends tasks and workflows for a person, over the heads of their agents, who are told so by their next call. */
export class UserEnds {
  readonly #parts: WorkflowParts;
  readonly #runs: TaskRuns;

  constructor(parts: WorkflowParts, runs: TaskRuns) {
    this.#parts = parts;
    this.#runs = runs;
  }

  /** Ends a task, its open subtasks first. @throws {Refusal} task-ended, unknown-task */
  async task(id: string, end: UserEnd, signal: AbortSignal): Promise<Task> {
    const task = requireTask(this.#state, this.#parts.workspace, id);
    for (const below of openSubtasks(this.#state, task)) await this.task(below.id, end, signal);
    // What never began has not succeeded in part.
    const hasBegun = task.status !== 'blocked' || end.status !== 'partial_success';
    return await this.#runs.end(id, hasBegun ? end : { ...end, status: 'cancelled' }, signal);
  }

  /** Ends a workflow, its open tasks first. @throws {Refusal} workflow-ended, unknown-workflow */
  async workflow(id: string, { status, summary }: UserWorkflowEnd, signal: AbortSignal): Promise<Workflow> {
    const { journal, clock, workspace } = this.#parts;
    const wish = {
      verb: 'endWorkflow' as const,
      workspace,
      workflow: id,
      status,
      summary,
      isByUser: true,
      snapshot: null,
    };
    const tried = { ...wish, status: status === 'completed' ? ('failed' as const) : status };
    workflowDomain.decide(this.#state, tried, clock.now());
    const { id: workflow } = requireWorkflow(this.#state, workspace, id);
    for (const { id: task, parent, status: now } of tasksOf(this.#state, workflow)) {
      const isTop = parent === null || !isOpen(this.#state.tasks.get(parent)?.status ?? 'failed');
      if (isOpen(now) && isTop) await this.task(task, { status: TASKS_END[status], summary }, signal);
    }
    await journal.commit(workflowDomain, wish);
    return requireWorkflow(this.#state, workspace, id);
  }

  get #state(): WorkflowState {
    return this.#parts.journal.read(workflowDomain);
  }
}
