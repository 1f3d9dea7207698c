import type { ConflictChoice, RestorePlan, RestoreStep, Snapshot } from '../snapshots/snapshot';
import { Refusal } from '../support/refusal';
import { refuseUnrestorable, requireRestore } from './decideWhole';
import { requireTask } from './find';
import { accountRequest } from './ledger';
import { quoted } from './quoted';
import type { Task } from './state';
import { workflowDomain } from './workflowDomain';
import type { WorkflowParts } from './workflowParts';

/** Plans kept for a person to say yes to; the oldest go first (chosen here). */
const MAX_PLANS = 20;

/** What a person chose for each path in conflict. */
export type RestoreChoices = ReadonlyMap<string, ConflictChoice>;

/** What a restore did. */
export interface RestoreReport {
  readonly task: Task;
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  /** Of those written: they hold both versions with conflict markers, to be merged by hand. */
  readonly marked: readonly string[];
  /** Planned, and left as they are: by choice, or because their content was not kept. */
  readonly left: readonly string[];
}

/** A restore that a crash cut short, and whose it is; no task where that was deleted. */
export interface UnfinishedTaskRestore {
  readonly id: string;
  readonly paths: readonly string[];
  readonly task: Task | undefined;
}

/** Puts a task's own changes back, and forth again. A plan first; doing it is for a person to say. */
export class Restores {
  readonly #parts: WorkflowParts;
  readonly #plans = new Map<string, RestorePlan>();

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
  }

  /** What restoring would do; nothing is changed. `paths`: only these. @throws {Refusal} not-restorable, unknown-task */
  async plan(id: string, paths: readonly string[] | null, signal: AbortSignal): Promise<RestorePlan> {
    const { snapshots } = this.#parts;
    const task = this.#task(id);
    refuseUnrestorable(task);
    const now = task.endMark === null ? await snapshots.take(signal) : null;
    const request = accountRequest(this.#parts.journal.read(workflowDomain), this.#task(id), now);
    if (request === undefined) {
      throw new Refusal(
        'not-restorable',
        `Task ${quoted(task.name)} has no snapshots: there is nothing to restore.`,
      );
    }
    return this.#keep(await snapshots.planRestore(request, paths, signal));
  }

  /**
   * Does what was planned, and marks the task as reverted. Can be left until the first file is changed, then not any more.
   * @throws {Refusal} unknown-plan, not-restorable, and as `Snapshots.applyRestore`
   */
  async apply(planId: string, choices: RestoreChoices, signal: AbortSignal): Promise<RestoreReport> {
    const plan = this.#planned(planId);
    const { journal, workspace } = this.#parts;
    const here = { workspace, task: plan.task };
    signal.throwIfAborted();
    // Before the first file is written: after a crash in the middle, the way back is known.
    await journal.commit(workflowDomain, {
      verb: 'beginRestore',
      ...here,
      plan: plan.id,
      before: plan.before,
      written: pathsOf(plan, ['write', 'merge', 'conflict']),
      deleted: pathsOf(plan, ['delete']),
    });
    const done = await this.#applied(plan, choices, signal);
    const after = await this.#takeNow();
    await journal.commit(workflowDomain, { verb: 'markReverted', ...here, ...done, after });
    return this.#report(plan, choices, done);
  }

  /** What taking a restore back would do, also one that a crash cut short; nothing is changed. @throws {Refusal} no-restore, unknown-task */
  async planUndo(id: string, signal: AbortSignal): Promise<RestorePlan> {
    const { snapshots } = this.#parts;
    const task = this.#task(id);
    const { before, written, deleted, after } = requireRestore(task);
    const then = after ?? (await snapshots.take(signal));
    return this.#keep(
      await snapshots.planUndo({ task: task.id, written, deleted, before, after: then }, signal),
    );
  }

  /**
   * Takes a restore back as planned. What was changed since stays, unless a choice says otherwise.
   * @throws {Refusal} unknown-plan, no-restore, and as `Snapshots.applyRestore`
   */
  async undo(planId: string, choices: RestoreChoices, signal: AbortSignal): Promise<RestoreReport> {
    const { journal, snapshots, workspace } = this.#parts;
    const plan = this.#planned(planId);
    requireRestore(this.#task(plan.task));
    const mine = pathsOf(plan, ['conflict']).map(path => [path, 'mine'] as const);
    const done = await snapshots.applyRestore(plan, new Map([...mine, ...choices]), signal);
    const after = await this.#takeNow();
    await journal.commit(workflowDomain, {
      verb: 'undoRestore',
      workspace,
      task: plan.task,
      before: done.before,
      after,
    });
    return this.#report(plan, choices, done);
  }

  /** Restores that a crash cut short, with the tasks they are of. */
  async unfinished(): Promise<readonly UnfinishedTaskRestore[]> {
    const unfinished = await this.#parts.snapshots.unfinishedRestores();
    return unfinished.map(({ id, paths }) => ({ id, paths, task: this.#restoredBy(id) }));
  }

  /** Ends one of them, forwards or back. @throws {Refusal} no-such-restore */
  async settle(id: string, way: 'finish' | 'undo', signal: AbortSignal): Promise<void> {
    const { journal, snapshots, workspace } = this.#parts;
    await snapshots.settleRestore(id, way, signal);
    // Settled: from here on nobody can leave.
    const task = this.#restoredBy(id);
    if (!task?.restore) return;
    const { before, written, deleted } = task.restore;
    const here = { workspace, task: task.id };
    if (way === 'undo') await journal.commit(workflowDomain, { verb: 'abandonRestore', ...here });
    else {
      const after = await this.#takeNow();
      await journal.commit(workflowDomain, {
        verb: 'markReverted',
        ...here,
        before,
        after,
        written,
        deleted,
      });
    }
  }

  #restoredBy(plan: string): Task | undefined {
    const tasks = [...this.#parts.journal.read(workflowDomain).tasks.values()];
    return tasks.find(({ restore }) => restore?.plan === plan && restore.after === null);
  }

  async #applied(plan: RestorePlan, choices: RestoreChoices, signal: AbortSignal) {
    const { journal, snapshots, workspace } = this.#parts;
    try {
      return await snapshots.applyRestore(plan, choices, signal);
    } catch (error) {
      // A refusal means that nothing was changed, but for one, and so does leaving: that is possible only before. Of
      // anything else we can't know, so the way back is kept.
      const isRefused = Refusal.is(error) && error.code !== 'restore-unfinished';
      if (isRefused || isLeaving(error, signal)) {
        await journal.commit(workflowDomain, { verb: 'abandonRestore', workspace, task: plan.task });
      }
      throw error;
    }
  }

  /** The disk after files were changed: whoever leaves now would lose the account of it, so nobody can. */
  async #takeNow(): Promise<Snapshot> {
    return await this.#parts.snapshots.take(new AbortController().signal);
  }

  #keep(plan: RestorePlan): RestorePlan {
    this.#plans.set(plan.id, plan);
    for (const oldest of this.#plans.keys()) {
      if (this.#plans.size <= MAX_PLANS) break;
      this.#plans.delete(oldest);
    }
    return plan;
  }

  #planned(id: string): RestorePlan {
    const plan = this.#plans.get(id);
    if (plan !== undefined) return plan;
    throw new Refusal('unknown-plan', 'This restore plan is not known any more. Make a new one.');
  }

  #report(
    plan: RestorePlan,
    choices: RestoreChoices,
    { written, deleted }: Pick<RestoreReport, 'written' | 'deleted'>,
  ): RestoreReport {
    this.#plans.delete(plan.id);
    const changed = new Set([...written, ...deleted]);
    const left = plan.steps.filter(({ action, path }) => action !== 'keep' && !changed.has(path));
    const marked = written.filter(path => choices.get(path) === 'markers');
    return { task: this.#task(plan.task), written, deleted, marked, left: left.map(({ path }) => path) };
  }

  #task(id: string): Task {
    return requireTask(this.#parts.journal.read(workflowDomain), this.#parts.workspace, id);
  }
}

function pathsOf(plan: RestorePlan, actions: readonly RestoreStep['action'][]): readonly string[] {
  return plan.steps.filter(({ action }) => actions.includes(action)).map(({ path }) => path);
}

function isLeaving(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
