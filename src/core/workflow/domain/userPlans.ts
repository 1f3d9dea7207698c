import type { TaskId } from '../../snapshots/snapshot';
import { sessionId } from '../../../shared/ids';
import { requireTask, requireWorkflow } from '../model/find';
import type { Task, Workflow, WorkflowState } from '../model/state';
import type { WorkflowParts } from '../model/workflowParts';
import type { WorkflowId } from '../model/words';
import { workflowDomain } from './workflowDomain';

/** What a person plans is no chat's, until one takes it up. */
const NOBODY = sessionId('');

/** What a person plans for agents: they find it in `get_context`, and as the next step when they complete a task. */
export class UserPlans {
  readonly #parts: WorkflowParts;

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
  }

  /** Starts a workflow with planned tasks, by their goals. */
  async startWorkflow(name: string, goals: readonly string[]): Promise<Workflow> {
    const { journal, ids, workspace } = this.#parts;
    const workflow = ids.next() as WorkflowId;
    await journal.commit(workflowDomain, {
      verb: 'startWorkflow',
      workspace,
      workflow,
      name,
      description: null,
      plan: goals.map((goal, at) => ({ task: ids.next() as TaskId, step: String(at + 1), goal })),
      session: NOBODY,
      key: null,
      fingerprint: '',
      isByUser: true,
    });
    return requireWorkflow(this.#state, workspace, workflow);
  }

  /** Adds a task after all others; a workflow that had ended goes on. @throws {Refusal} unknown-workflow */
  async add(workflow: string, goal: string): Promise<Task> {
    const { journal, ids, workspace } = this.#parts;
    const task = ids.next() as TaskId;
    await journal.commit(workflowDomain, {
      verb: 'planTask',
      workspace,
      workflow,
      task,
      goal,
      session: NOBODY,
    });
    return requireTask(this.#state, workspace, task);
  }

  /** Gives a planned task another goal, which an agent's words don't replace. @throws {Refusal} not-planned, unknown-task */
  async reword(task: string, goal: string): Promise<Task> {
    const { journal, workspace } = this.#parts;
    await journal.commit(workflowDomain, { verb: 'rewordTask', workspace, task, goal });
    return requireTask(this.#state, workspace, task);
  }

  /** Moves a planned task past the next planned one. False where there is none. @throws {Refusal} not-planned, unknown-task */
  async move(task: string, to: 'up' | 'down'): Promise<boolean> {
    const { journal, workspace } = this.#parts;
    const facts = await journal.commit(workflowDomain, { verb: 'moveTask', workspace, task, to });
    return facts.length > 0;
  }

  get #state(): WorkflowState {
    return this.#parts.journal.read(workflowDomain);
  }
}
