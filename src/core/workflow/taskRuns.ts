import type { Snapshot, TaskAccount, TaskId } from '../snapshots/snapshot';
import { checkClaims } from './claims';
import { requireTask } from './find';
import { accountRequest } from './ledger';
import { checkScope, type ScopeCheck } from './scope';
import type { AgentClaims, Completion, Task, Verification } from './state';
import type { CompleteTaskInput, StartTaskInput, StartTaskWish } from './wishes';
import { workflowDomain } from './workflowDomain';
import type { WorkflowCaller, WorkflowParts } from './workflowParts';

/** A task that has ended, and whether it had before. */
export interface CompletedTask {
  readonly task: Task;
  readonly completion: Completion;
  readonly isRepeated: boolean;
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

const NOT_VERIFIED: Verification = { scopeMatch: true, unexpectedFiles: [], warnings: [], claims: [] };

/** Where nothing is known of the files, nothing is claimed of them. */
const UNCHECKED_SCOPE: ScopeCheck = {
  isMatch: false,
  unexpectedFiles: [],
  warnings: ['The scope was not checked, because what the task changed is not known.'],
};

/** Starts and ends tasks: the snapshot first, then the fact. */
export class TaskRuns {
  readonly #parts: WorkflowParts;

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
  }

  /** Starts a task with a snapshot, or takes one up again. @throws {Refusal} see `decideStartTask`; then no snapshot is taken */
  async start(input: StartTaskInput, caller: WorkflowCaller, signal: AbortSignal): Promise<Task> {
    const { journal, clock, ids, snapshots, workspace } = this.#parts;
    const wish: StartTaskWish = {
      verb: 'startTask',
      workspace,
      ...input,
      task: ids.next() as TaskId,
      session: caller.session,
      snapshot: NO_SNAPSHOT,
    };
    workflowDomain.decide(journal.read(workflowDomain), wish, clock.now());
    const snapshot = await snapshots.take(signal);
    const facts = await journal.commit(workflowDomain, { ...wish, snapshot }, { session: caller.session });
    const begun = facts.find(fact => fact.type === 'taskStarted' || fact.type === 'taskTakenUp');
    return requireTask(journal.read(workflowDomain), workspace, begun?.task ?? wish.task);
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
    const { journal, clock, workspace } = this.#parts;
    const wish = { verb: 'completeTask' as const, workspace, ...input };
    const untested = { account: NO_ACCOUNT, verification: NOT_VERIFIED, end: null };
    const foreseen = workflowDomain.decide(
      journal.read(workflowDomain),
      { ...wish, ...untested },
      clock.now(),
    );
    if (foreseen.length === 0) return this.#completed(input.task, true);
    const task = requireTask(journal.read(workflowDomain), workspace, input.task);
    const measured = task.status === 'blocked' ? untested : await this.#measure(task, input.claims, signal);
    const facts = await journal.commit(workflowDomain, { ...wish, ...measured }, { session: caller.session });
    return this.#completed(input.task, facts.length === 0);
  }

  async #measure(task: Task, claims: AgentClaims, signal: AbortSignal) {
    const { journal, snapshots } = this.#parts;
    const end = await snapshots.take(signal);
    const request = accountRequest(journal.read(workflowDomain), task, end);
    // Another window has ended it while the snapshot was taken: its answer will stand.
    if (request === undefined) return { account: NO_ACCOUNT, verification: NOT_VERIFIED, end };
    const account = await snapshots.account(request, signal);
    const scope = account.unknown === null ? checkScope(task.areas, account.own) : UNCHECKED_SCOPE;
    // Without knowing the files, no claim of packages can be called wrong.
    const checkable =
      account.unknown === null ? claims : { ...claims, packagesAdded: null, packagesRemoved: null };
    const checked = await checkClaims(checkable, account, request, snapshots, signal);
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
