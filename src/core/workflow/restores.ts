import type {
  ConflictChoice,
  LeftPath,
  RestoredFile,
  RestorePlan,
  RestoreStep,
  Snapshot,
  TaskId,
} from '../snapshots/snapshot';
import { Refusal } from '../support/refusal';
import { refuseUnrestorable, requireRestore, restoredTogether } from './domain/decideWhole';
import { requireTask } from './model/find';
import { accountRequest } from './domain/ledger';
import { quoted } from './model/quoted';
import { changesNothing, isAllBack, isAsBefore, isBlocked, partOfPlan, putBackSince } from './restoreExtent';
import type { Task } from './model/state';
import { workflowDomain } from './domain/workflowDomain';
import { fromWorkspace } from './verification/fromWorkspace';
import type { WorkflowParts } from './model/workflowParts';

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
  /** Whether all that the task changed itself is back. False for what was taken back. */
  readonly isAllBack: boolean;
  /** Whether those files hold just what they held before the task: no later changes, no conflict markers. */
  readonly isAsBefore: boolean;
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
  /** Plans that take a restore back, by id: the plan of that restore. */
  readonly #undone = new Map<string, string>();

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
  }

  /**
   * What restoring would do; nothing is changed. `named`: only these. What was put back before is left as it has become since,
   * unless it is named. `instead`: contents of files that are put back in the place of those from before the task.
   * @throws {Refusal} not-restorable, unknown-task
   */
  async plan(
    id: string,
    named: readonly string[] | null,
    signal: AbortSignal,
    instead?: ReadonlyMap<string, Uint8Array>,
  ): Promise<RestorePlan> {
    const { snapshots, workspace } = this.#parts;
    const task = this.#task(id);
    const paths = named?.map(path => fromWorkspace(path, workspace)) ?? null;
    refuseUnrestorable(task, paths);
    const request = accountRequest(this.#parts.journal.read(workflowDomain), task, null);
    if (request === undefined) {
      throw new Refusal(
        'not-restorable',
        `Task ${quoted(task.name)} has no snapshots: there is nothing to restore.`,
      );
    }
    const plan = await snapshots.planRestore(request, paths, signal, instead);
    return this.#keep(this.#withNames(putBackSince(plan, this.#task(id), paths)));
  }

  /**
   * What it would do to put back this task and every one that began after it, in the workspace or in its workflow; nothing is changed.
   * @throws {Refusal} not-restorable, unknown-task
   */
  async planPoint(id: string, isOfWorkflow: boolean, signal: AbortSignal): Promise<RestorePlan> {
    const { snapshots, journal } = this.#parts;
    const task = this.#task(id);
    refuseUnrestorable(task, null);
    // Few sessions go back that far: it is loaded then.
    const { pointRequest, tasksSince } = await import('./restorePoint');
    const since = tasksSince(journal.read(workflowDomain), task, isOfWorkflow);
    const { request, tasks, doubts } = await pointRequest(since, snapshots, signal);
    const paths = [...new Set(tasks.flatMap(each => each.paths))];
    const plan = await snapshots.planRestore(request, paths, signal, undefined, doubts);
    return this.#keep({ ...plan, tasks });
  }

  /** What the files would hold when the plan is done with these choices. @throws {Refusal} unknown-plan, plan-outdated, not-mergeable */
  async preview(
    planId: string,
    choices: RestoreChoices,
    signal: AbortSignal,
  ): Promise<readonly RestoredFile[]> {
    return await this.#parts.snapshots.previewRestore(this.#planned(planId), choices, signal);
  }

  /**
   * Does what was planned; the task is reverted when all of its own files are back, and stays what it is until then. What would
   * change no file changes no status either. Can be left until the first file is changed, then not any more.
   * @throws {Refusal} unknown-plan, not-restorable, and as `Snapshots.applyRestore`
   */
  async apply(planId: string, choices: RestoreChoices, signal: AbortSignal): Promise<RestoreReport> {
    const plan = this.#planned(planId);
    const { journal, workspace } = this.#parts;
    const here = { workspace, task: plan.task };
    signal.throwIfAborted();
    if (changesNothing(plan, choices)) return this.#report(plan, choices, { written: [], deleted: [] });
    const [own, ...others] = (plan.tasks ?? []).map(each => partOfPlan(plan, each, choices));
    const isWhole = own?.isWhole ?? isAllBack(plan, choices);
    const part = plan.steps.some(({ instead }) => instead !== undefined) ? { isPart: true as const } : {};
    // Before the first file is written: after a crash in the middle, the way back is known.
    await journal.commit(workflowDomain, {
      verb: 'beginRestore',
      ...here,
      plan: plan.id,
      before: plan.before,
      written: own?.written ?? pathsOf(plan, ['write', 'merge', 'conflict']),
      deleted: own?.deleted ?? pathsOf(plan, ['delete']),
      isWhole,
      ...part,
      others,
    });
    const done = await this.#applied(plan, choices, signal);
    const after = await this.#takeNow();
    const { before, written, deleted } = done;
    await journal.commit(workflowDomain, {
      verb: 'markReverted',
      ...here,
      plan: plan.id,
      isWhole,
      ...part,
      before,
      after,
      written,
      deleted,
    });
    return this.#report(plan, choices, done);
  }

  /** What taking a restore back would do, also one that a crash cut short; nothing is changed. @throws {Refusal} no-restore, unknown-task */
  async planUndo(id: string, signal: AbortSignal): Promise<RestorePlan> {
    const { snapshots } = this.#parts;
    const task = this.#task(id);
    const { before, after, plan } = requireRestore(task);
    this.#refuseLater(task, plan);
    const { written, deleted } = this.#together(task, plan);
    const then = after ?? this.#aimOf(task, plan) ?? (await snapshots.take(signal));
    const undo = await snapshots.planUndo({ task: task.id, written, deleted, before, after: then }, signal);
    this.#undone.set(undo.id, plan);
    return this.#keep(undo);
  }

  /**
   * Takes the last restore back as planned; the task is again what it was before it. What was changed since stays, unless a choice says otherwise.
   * @throws {Refusal} unknown-plan, no-restore, and as `Snapshots.applyRestore`
   */
  async undo(planId: string, choices: RestoreChoices, signal: AbortSignal): Promise<RestoreReport> {
    const { journal, snapshots, workspace } = this.#parts;
    const plan = this.#planned(planId);
    const last = requireRestore(this.#task(plan.task));
    if (last.plan !== this.#undone.get(planId)) throw unknownPlan();
    const mine = pathsOf(plan, ['conflict']).map(path => [path, 'mine'] as const);
    const chosen = new Map([...mine, ...choices]);
    // What can't be taken back now may be later: the restore stays the last one.
    if (isBlocked(plan) && changesNothing(plan, chosen))
      return this.#report(plan, choices, { written: [], deleted: [] });
    const done = await snapshots.applyRestore(plan, chosen, signal);
    const after = await this.#takeNow();
    await journal.commit(workflowDomain, {
      verb: 'undoRestore',
      workspace,
      task: plan.task,
      plan: last.plan,
      before: done.before,
      after,
    });
    await this.#forgetUnfinished(last.plan);
    return this.#report(plan, choices, done);
  }

  /** Restores that a crash cut short, with the tasks they are of. */
  async unfinished(): Promise<readonly UnfinishedTaskRestore[]> {
    const unfinished = await this.#parts.snapshots.unfinishedRestores();
    return unfinished.map(({ id, paths }) => ({ id, paths, task: this.#restoredBy(id) }));
  }

  /** Ends one of them, forwards or back. Gives the files that somebody changed since, which are left. @throws {Refusal} no-such-restore */
  async settle(id: string, way: 'finish' | 'undo', signal: AbortSignal): Promise<readonly string[]> {
    const { journal, snapshots, workspace } = this.#parts;
    const left = await snapshots.settleRestore(id, way, signal);
    // Settled: from here on nobody can leave.
    const task = this.#restoredBy(id);
    const begun = task?.restores.find(({ plan }) => plan === id);
    if (task === undefined || begun === undefined) return left;
    const { before, isWhole, isPart } = begun;
    const { written, deleted } = this.#together(task, id);
    const isPutBack = (path: string): boolean => !left.includes(path);
    const here = { workspace, task: task.id, plan: id };
    if (way === 'undo') await journal.commit(workflowDomain, { verb: 'abandonRestore', ...here });
    else {
      const after = await this.#takeNow();
      await journal.commit(workflowDomain, {
        verb: 'markReverted',
        ...here,
        isWhole: isWhole && left.length === 0,
        ...(isPart && { isPart }),
        before,
        after,
        // What somebody changed after the crash is theirs: an undo must not touch it.
        written: written.filter(isPutBack),
        deleted: deleted.filter(isPutBack),
        left,
      });
    }
    return left;
  }

  /** What a restore was to bring back that a crash cut short: whatever else a file holds now, somebody wrote after it. */
  #aimOf(task: Task, plan: string): Snapshot | null {
    const [first] = restoredTogether(this.#parts.journal.read(workflowDomain), task, plan).toSorted(
      (a, b) => (a.startMark ?? Infinity) - (b.startMark ?? Infinity),
    );
    return first?.start ?? null;
  }

  /** What was taken back must not be finished one day. */
  async #forgetUnfinished(plan: string): Promise<void> {
    const { snapshots } = this.#parts;
    const unfinished = await snapshots.unfinishedRestores();
    if (unfinished.some(({ id }) => id === plan))
      await snapshots.settleRestore(plan, 'undo', new AbortController().signal);
  }

  /** What a restore put back, of the task and of those that it put back with it. */
  #together(task: Task, plan: string): Pick<RestoreReport, 'written' | 'deleted'> {
    const tasks = restoredTogether(this.#parts.journal.read(workflowDomain), task, plan);
    const all = tasks.flatMap(({ restores }) => restores.filter(each => each.plan === plan));
    return {
      written: [...new Set(all.flatMap(each => each.written))],
      deleted: [...new Set(all.flatMap(each => each.deleted))],
    };
  }

  /** @throws {Refusal} no-restore where files of one of these tasks were restored again since */
  #refuseLater(task: Task, plan: string): void {
    const tasks = restoredTogether(this.#parts.journal.read(workflowDomain), task, plan);
    const later = tasks.find(({ restores }) => restores.at(-1)?.plan !== plan);
    if (later === undefined) return;
    throw new Refusal(
      'no-restore',
      `Files of task ${quoted(later.name)} were restored again since. Undo that restore first.`,
    );
  }

  #restoredBy(plan: string): Task | undefined {
    const tasks = [...this.#parts.journal.read(workflowDomain).tasks.values()];
    return tasks.find(({ restores }) => restores.some(each => each.plan === plan && each.after === null));
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
        await journal.commit(workflowDomain, {
          verb: 'abandonRestore',
          workspace,
          task: plan.task,
          plan: plan.id,
        });
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
      this.#undone.delete(oldest);
    }
    return plan;
  }

  /** The plan with the tasks by name whose work a path may be. */
  #withNames(plan: RestorePlan): RestorePlan {
    const named = <At extends RestoreStep | LeftPath>(at: At): At =>
      at.sharedWith === undefined
        ? at
        : { ...at, reason: `${at.reason ?? ''} Ran at the same time: ${this.#names(at.sharedWith)}.` };
    return { ...plan, steps: plan.steps.map(named), left: plan.left.map(named) };
  }

  #names(tasks: readonly TaskId[]): string {
    const state = this.#parts.journal.read(workflowDomain);
    return tasks.map(id => `${quoted(state.tasks.get(id)?.name ?? 'a deleted task')} (${id})`).join(', ');
  }

  #planned(id: string): RestorePlan {
    const plan = this.#plans.get(id);
    if (plan !== undefined) return plan;
    throw unknownPlan();
  }

  #report(
    plan: RestorePlan,
    choices: RestoreChoices,
    { written, deleted }: Pick<RestoreReport, 'written' | 'deleted'>,
  ): RestoreReport {
    this.#plans.delete(plan.id);
    this.#undone.delete(plan.id);
    const changed = new Set([...written, ...deleted]);
    const left = plan.steps.filter(({ action, path }) => action !== 'keep' && !changed.has(path));
    const clean = new Set(plan.steps.filter(step => step.mergesCleanly).map(({ path }) => path));
    const marked = written.filter(path => choices.get(path) === 'markers' && !clean.has(path));
    return {
      task: this.#task(plan.task),
      written,
      deleted,
      marked,
      left: left.map(({ path }) => path),
      isAllBack: plan.way === 'restore' && isAllBack(plan, choices),
      isAsBefore: plan.way === 'restore' && isAsBefore(plan, choices),
    };
  }

  #task(id: string): Task {
    return requireTask(this.#parts.journal.read(workflowDomain), this.#parts.workspace, id);
  }
}

function pathsOf(plan: RestorePlan, actions: readonly RestoreStep['action'][]): readonly string[] {
  return plan.steps.filter(({ action }) => actions.includes(action)).map(({ path }) => path);
}

function unknownPlan(): Refusal {
  return new Refusal('unknown-plan', 'This restore plan has expired. Create a new one.');
}

function isLeaving(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
