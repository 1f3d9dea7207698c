import type { SessionId } from '../../shared/ids';
import type { Workflows } from '../workflow/workflows';
import type { FileChange } from '../snapshots/snapshot';
import { Refusal } from '../support/refusal';
import type { FinishReason, RecordedWork } from './roundEvent';
import type { RecordWish } from './roundWish';

/** Longest summary that is made of a model's words, in characters. */
const MAX_SUMMARY = 2_000;

/** A round recorded as a task: what changed in the workspace while it ran is its account. */
export class RoundTask {
  readonly #workflows: Workflows;
  readonly #session: SessionId;
  readonly #workflow: string;
  readonly #task: string;

  private constructor(workflows: Workflows, session: SessionId, workflow: string, task: string) {
    this.#workflows = workflows;
    this.#session = session;
    this.#workflow = workflow;
    this.#task = task;
  }

  /** Resolves when what changes from now on is the round's. @throws {Refusal} task-not-recorded, with the reason */
  static async begin(
    workflows: Workflows,
    { name, workflow, areas }: RecordWish,
    session: SessionId,
    signal: AbortSignal,
  ): Promise<RoundTask> {
    try {
      const whole = { name, description: null, plan: [], idempotencyKey: null };
      const id = workflow ?? (await workflows.startWorkflow(whole, { session })).id;
      const { task } = await workflows.startTask(
        {
          workflow: id,
          parent: null,
          name,
          goal: name,
          areas,
          dependsOn: [],
          plannedStep: null,
          resume: null,
          caller: { kind: 'orchestrator', name: 'LLM round' },
        },
        { session },
        signal,
      );
      return new RoundTask(workflows, session, id, task.id);
    } catch (error) {
      if (!Refusal.is(error) || signal.aborted) throw error;
      throw new Refusal('task-not-recorded', `task: ${error.message}`, { why: error.code });
    }
  }

  /** Ends the task, also where the client has gone. @throws what completing a task throws */
  async end(reason: FinishReason | 'failed', lastWords: string): Promise<RecordedWork> {
    const outcome = {
      summary: shortened(lastWords) || 'The model said nothing.',
      achievements: [],
      limitations: reason === 'stop' || reason === 'failed' ? [] : [`The round ended with ${reason}.`],
      needsReview: false,
      reviewReason: null,
      nextSteps: [],
    };
    const claims = { packagesAdded: null, packagesRemoved: null, commands: null, testsStatus: null };
    const status = reason === 'stop' ? 'success' : reason === 'failed' ? 'failed' : 'partial_success';
    const { completion } = await this.#workflows.completeTask(
      { task: this.#task, status, outcome, claims },
      { session: this.#session },
      new AbortController().signal,
    );
    return {
      workflow_id: this.#workflow,
      task_id: this.#task,
      files: completion.account.own.map(fileOf),
      warnings: completion.verification.warnings,
    };
  }
}

function fileOf({ path, status }: FileChange): RecordedWork['files'][number] {
  return { path, change: status };
}

function shortened(text: string): string {
  const words = text.trim();
  return words.length <= MAX_SUMMARY ? words : `${words.slice(0, MAX_SUMMARY - 1).toWellFormed()}…`;
}
