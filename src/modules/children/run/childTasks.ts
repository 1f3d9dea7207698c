import { isRecord } from '../../../core/support/json';
import type { Log } from '../../../core/support/log';
import { Refusal } from '../../../core/support/refusal';
import type { SessionId } from '../../../shared/ids';
import type { Workflows } from '../../../core/workflow/workflows';
import type { Child, Overlap } from '../model/childTypes';
import type { OutcomeStatus } from '../../../core/workflow/model/words';

/** Whose work is recorded. */
export interface ChildWorker {
  readonly session: SessionId;
  readonly id: string;
  readonly role: string | null;
  readonly areas: readonly string[];
}

interface TaskParts {
  readonly workflows: Workflows;
  readonly log: Log;
}

/** A step of a plan that an agent tells of. */
interface PlanEntry {
  readonly content: string;
  readonly status: string;
}

/** Longest name and summary of a task that is made of an agent's words, in characters. */
const MAX_NAME = 200;
const MAX_SUMMARY = 2_000;

/** Steps of one plan that become tasks: each costs two snapshots (chosen here). */
const MAX_STEPS = 50;

/**
 * Records the work of a child as a workflow: a task for each message, from before the child has it until it has answered, and in
 * it a task for each step of its plan. One after the other: what a snapshot holds depends on when it is taken.
 */
export class ChildTasks {
  readonly #parts: TaskParts;
  readonly #worker: ChildWorker;
  readonly #signal = new AbortController().signal;
  #workflow: string | null = null;
  #open: string | undefined;
  /** Messages that are not answered yet: the task is that of all of them. */
  #pending = 0;
  #messages = 0;
  readonly #tasks: string[] = [];
  #overlaps: readonly Overlap[] = [];
  /** Tasks of steps by their words, while they are open. */
  readonly #steps = new Map<string, string>();
  #line: Promise<void> = Promise.resolve();

  constructor(parts: TaskParts, worker: ChildWorker) {
    this.#parts = parts;
    this.#worker = worker;
  }

  /** What was recorded, and the tasks of others in its areas when the last message began. */
  get view(): Pick<Child, 'workflow' | 'tasks' | 'overlaps'> {
    return { workflow: this.#workflow, tasks: this.#tasks, overlaps: this.#overlaps };
  }

  /** Before a message is sent. Resolves when what changes from now on is the child's. Never rejects. */
  async sending(): Promise<void> {
    this.#pending += 1;
    await this.#next(async () => {
      this.#messages += 1;
      if (this.#open === undefined) this.#open = await this.#start(`Message ${this.#messages}`, null);
    });
  }

  /** The child tells of its plan. */
  planned(entries: unknown): void {
    const steps = stepsIn(entries);
    void this.#next(async () => {
      const parent = this.#open;
      if (parent === undefined) return;
      for (const { content, status } of steps) {
        const task = this.#steps.get(content);
        if (status === 'in_progress' && task === undefined && this.#tasks.length < MAX_STEPS)
          this.#steps.set(content, await this.#start(content, parent));
        if (status !== 'completed' || task === undefined) continue;
        this.#steps.delete(content);
        await this.#complete(task, 'success', content);
      }
    });
  }

  /** The child has answered. Resolves when what it changed is recorded. Never rejects. */
  async answered(isError: boolean, text: string): Promise<void> {
    this.#pending = Math.max(0, this.#pending - 1);
    if (this.#pending > 0) return;
    await this.ended(isError, text);
  }

  /** Nothing more comes of what it works on. Never rejects. */
  async ended(isError: boolean, text: string): Promise<void> {
    this.#pending = 0;
    await this.#next(async () => {
      const status = isError ? 'failed' : 'success';
      for (const [content, task] of this.#steps) await this.#complete(task, status, content);
      this.#steps.clear();
      const task = this.#open;
      this.#open = undefined;
      if (task !== undefined) await this.#complete(task, status, text);
    });
  }

  /** Resolves when everything so far is recorded. */
  async settled(): Promise<void> {
    await this.#line;
  }

  async #start(name: string, parent: string | null): Promise<string> {
    const { workflows } = this.#parts;
    const { session, id, role, areas } = this.#worker;
    this.#workflow ??= (
      await workflows.startWorkflow(
        { name: `Child ${id}`, description: role, plan: [], idempotencyKey: null },
        { session },
      )
    ).id;
    const { task, beside } = await workflows.startTask(
      {
        workflow: this.#workflow,
        parent,
        name: shortened(name, MAX_NAME),
        goal: role ?? shortened(name, MAX_NAME),
        areas,
        dependsOn: [],
        plannedStep: null,
        resume: null,
        caller: { kind: 'subagent', name: id },
      },
      { session },
      this.#signal,
    );
    this.#tasks.push(task.id);
    if (parent === null)
      this.#overlaps = beside.tasks
        .filter(({ overlap, task: other }) => overlap.length > 0 && other.session !== session)
        .map(({ task: other, overlap: met }) => ({
          task: other.id,
          name: other.name,
          agent: other.caller?.name ?? null,
          areas: met,
        }));
    return task.id;
  }

  async #complete(task: string, status: OutcomeStatus, text: string): Promise<void> {
    const summary = shortened(text, MAX_SUMMARY) || 'It said nothing.';
    const outcome = {
      summary,
      achievements: [],
      limitations: [],
      needsReview: false,
      reviewReason: null,
      nextSteps: [],
    };
    const claims = { packagesAdded: null, packagesRemoved: null, commands: null, testsStatus: null };
    await this.#parts.workflows.completeTask(
      { task, status, outcome, claims },
      { session: this.#worker.session },
      this.#signal,
    );
  }

  /** What can't be recorded holds up no child: the log tells of it. */
  async #next(step: () => Promise<void>): Promise<void> {
    this.#line = this.#line.then(step).catch((error: unknown) => {
      const code = Refusal.is(error) ? error.code : 'internal';
      this.#parts.log.warn('Work of a child agent was not recorded', { child: this.#worker.id, code });
    });
    await this.#line;
  }
}

function stepsIn(entries: unknown): readonly PlanEntry[] {
  if (!Array.isArray(entries)) return [];
  return entries.filter(
    (entry): entry is PlanEntry =>
      isRecord(entry) && typeof entry['content'] === 'string' && typeof entry['status'] === 'string',
  );
}

function shortened(text: string, most: number): string {
  const line = text.trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
