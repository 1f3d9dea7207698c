import { checkText } from '../../snapshots/checkTexts';
import type { Snapshot, TaskAccount, TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import { checkClaims } from '../verification/claims';
import { besideOf, type Beside } from './beside';
import { requireTask, tasksOf } from '../model/find';
import { accountRequest } from './ledger';
import { LostTasks } from './lostTasks';
import { checkScope, type ScopeCheck } from '../verification/scope';
import type { AgentClaims, Completion, Task, Verification } from '../model/state';
import type { CompleteTaskInput, StartTaskInput, StartTaskWish } from '../model/wishes';
import type { EndStatus } from '../model/words';
import { workflowDomain } from './workflowDomain';
import type { WorkflowCaller, WorkflowParts } from '../model/workflowParts';

/** A task that has ended, and whether it had before. */
export interface CompletedTask {
  readonly task: Task;
  readonly completion: Completion;
  readonly isRepeated: boolean;
}

/** A task that was begun or taken up, and what its agent should know of the rest. */
export interface StartedTask {
  readonly task: Task;
  /** It was planned, and was meant by its name, goal or step. */
  readonly wasPlanned: boolean;
  /** It was recorded before, and waited for others. */
  readonly wasBlocked: boolean;
  /** It had begun before: it goes on, and is counted from its first snapshot. */
  readonly isResumed: boolean;
  /** Its workflow had ended by itself, and goes on. */
  readonly hasReopened: boolean;
  /** What else is worked on. */
  readonly beside: Beside;
  /** What of the plan of its workflow was not begun. */
  readonly planned: readonly Task[];
  readonly at: Instant;
}

/** How a person ends a task. */
export interface UserEnd {
  readonly status: EndStatus;
  readonly summary: string;
}

/** What a wish is tried with before the real snapshot is taken. */
const NO_SNAPSHOT: Snapshot = { id: '', takenAt: 0 as Snapshot['takenAt'], state: 'pending', roots: [] };

/** The account of a task that was never begun. */
const NO_ACCOUNT: TaskAccount = {
  own: [],
  imported: [],
  shared: [],
  revealed: [],
  preExistingTouched: [],
  commits: [],
  history: 'linear',
  warnings: [],
  partial: null,
  dropped: [],
  unknown: null,
  isRestorable: false,
};

/** What a person who ends a task says beside the summary. */
const NO_OUTCOME = {
  achievements: [],
  limitations: [],
  needsReview: false,
  reviewReason: null,
  nextSteps: [],
} as const;

/** A person claims nothing. */
const NO_CLAIMS: AgentClaims = {
  packagesAdded: null,
  packagesRemoved: null,
  commands: null,
  testsStatus: null,
};

const NOT_VERIFIED: Verification = { scopeMatch: true, unexpectedFiles: [], warnings: [], claims: [] };

/** Where nothing is known of the files, nothing is claimed of them. */
const UNCHECKED_SCOPE: ScopeCheck = {
  isMatch: false,
  unexpectedFiles: [],
  warnings: [checkText('scopeUnknown')],
};

/** Starts and ends tasks: the snapshot first, then the fact. */
export class TaskRuns {
  readonly #parts: WorkflowParts;
  readonly #lost: LostTasks;

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
    this.#lost = new LostTasks(parts);
  }

  /** Starts a task with a snapshot, or takes one up again. @throws {Refusal} see `decideStartTask`; then no snapshot is taken */
  async start(input: StartTaskInput, caller: WorkflowCaller, signal: AbortSignal): Promise<StartedTask> {
    const { journal, clock, ids, snapshots, livePrograms, workspace } = this.#parts;
    const wish: StartTaskWish = {
      verb: 'startTask',
      workspace,
      ...input,
      task: ids.next() as TaskId,
      session: caller.session,
      program: livePrograms.own,
      snapshot: NO_SNAPSHOT,
    };
    workflowDomain.decide(journal.read(workflowDomain), wish, clock.now());
    const lost = await this.#lost.find();
    const taken = await snapshots.take(signal);
    const snapshot = by(caller, taken);
    await this.#lost.end(lost, taken);
    const facts = await journal.commit(workflowDomain, { ...wish, snapshot }, { session: caller.session });
    const begun = facts.find(fact => fact.type === 'taskStarted' || fact.type === 'taskTakenUp');
    const state = journal.read(workflowDomain);
    const task = requireTask(state, workspace, begun?.task ?? wish.task);
    return {
      task,
      wasPlanned: begun?.type === 'taskStarted' && task.step !== null,
      wasBlocked: begun?.type === 'taskTakenUp' && begun.isFirst,
      isResumed: begun?.type === 'taskTakenUp' && !begun.isFirst,
      hasReopened: facts.some(({ type }) => type === 'workflowReopened'),
      beside: besideOf(state, task, { session: caller.session, program: livePrograms.own }),
      planned: tasksOf(state, task.workflow).filter(({ status }) => status === 'planned'),
      at: clock.now(),
    };
  }

  /**
   * Ends a task with an account of what it changed. Of several who end it, one wins and all get its answer.
   * @throws {Refusal} see `decideCompleteTask`; then nothing is stored
   */
  async complete(
    input: CompleteTaskInput,
    caller: WorkflowCaller,
    signal: AbortSignal,
  ): Promise<CompletedTask> {
    const { journal, clock, livePrograms, workspace } = this.#parts;
    const wish = { verb: 'completeTask' as const, workspace, ...input, isByUser: false };
    const untested = { account: NO_ACCOUNT, verification: NOT_VERIFIED, end: null };
    const foreseen = workflowDomain.decide(
      journal.read(workflowDomain),
      { ...wish, ...untested },
      clock.now(),
    );
    if (foreseen.length === 0) return this.#completed(input.task, true);
    const { session } = caller;
    let task = requireTask(journal.read(workflowDomain), workspace, input.task);
    if (task.status === 'abandoned') {
      // Its agent is back: what it did since is the task's own.
      const wake = { verb: 'wake' as const, workspace, task: task.id, session, program: livePrograms.own };
      await journal.commit(workflowDomain, wake, { session });
      task = requireTask(journal.read(workflowDomain), workspace, input.task);
    }
    const measured = task.status === 'blocked' ? untested : await this.#measure(task, input.claims, signal);
    const end = measured.end && by(caller, measured.end);
    const facts = await journal.commit(workflowDomain, { ...wish, ...measured, end }, { session });
    return this.#completed(input.task, facts.length === 0);
  }

  /** Ends a task for a person, with the same account; what was only planned is cancelled. @throws {Refusal} task-ended, open-subtasks */
  async end(id: string, { status, summary }: UserEnd, signal: AbortSignal): Promise<Task> {
    const { journal, clock, workspace } = this.#parts;
    const task = requireTask(journal.read(workflowDomain), workspace, id);
    if (task.status === 'planned') {
      await journal.commit(workflowDomain, { verb: 'cancelPlanned', workspace, task: id });
      return requireTask(journal.read(workflowDomain), workspace, id);
    }
    const outcome = { ...NO_OUTCOME, summary };
    const wish = {
      verb: 'completeTask' as const,
      workspace,
      task: id,
      status,
      outcome,
      claims: NO_CLAIMS,
      isByUser: true,
    };
    const untested = { account: NO_ACCOUNT, verification: NOT_VERIFIED, end: null };
    workflowDomain.decide(journal.read(workflowDomain), { ...wish, ...untested }, clock.now());
    const measured = task.status === 'blocked' ? untested : await this.#measure(task, NO_CLAIMS, signal);
    await journal.commit(workflowDomain, { ...wish, ...measured });
    return requireTask(journal.read(workflowDomain), workspace, id);
  }

  async #measure(task: Task, claims: AgentClaims, signal: AbortSignal) {
    const { journal, snapshots } = this.#parts;
    // What was abandoned ended when that was found.
    const now = task.status === 'abandoned' ? null : await snapshots.take(signal);
    const request = accountRequest(journal.read(workflowDomain), task, now);
    const end = request?.end ?? now;
    // Another window has ended it while the snapshot was taken: its answer will stand.
    if (request === undefined) return { account: NO_ACCOUNT, verification: NOT_VERIFIED, end };
    const account = await snapshots.account(request, signal);
    // Without knowing the files, no claim of packages can be called wrong.
    const isKnown = account.unknown === null;
    const checkable = isKnown ? claims : { ...claims, packagesAdded: null, packagesRemoved: null };
    const checked = await checkClaims(checkable, account, request, snapshots, signal);
    const scope = isKnown ? checkScope(task.areas, account.own, checked.explained) : UNCHECKED_SCOPE;
    return {
      end,
      account,
      verification: {
        scopeMatch: scope.isMatch,
        unexpectedFiles: scope.unexpectedFiles,
        warnings: [...scope.warnings, ...account.warnings, ...checked.warnings],
        claims: checked.claims,
      },
    };
  }

  #completed(id: string, isRepeated: boolean): CompletedTask {
    const task = requireTask(this.#parts.journal.read(workflowDomain), this.#parts.workspace, id);
    if (task.completion === null) throw new Error('A completed task has no completion.');
    return { task, completion: task.completion, isRepeated };
  }
}

/** The snapshot, which says who signed in to have it taken. */
function by({ user }: WorkflowCaller, taken: Snapshot): Snapshot {
  return user === undefined ? taken : { ...taken, by: user };
}
