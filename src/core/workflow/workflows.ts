import type { Interval, RestoredFile, RestorePlan, TaskAccount, TaskId } from '../snapshots/snapshot';
import { canonicalJson } from '../support/json';
import type { Disposable } from '../support/disposable';
import type { SessionId } from '../../shared/ids';
import { type ContextPage, contextPage, type ContextQuery } from './report/contextPage';
import { usedKey } from './domain/decideStart';
import { requireOpenTask, requireTask, requireWorkflow, tasksOf } from './model/find';
import { accountRequest, neededSnapshots, type WorkedStretch, workedStretches } from './domain/ledger';
import { taskReportOf, type WorkflowReport, workflowReport } from './report/report';
import { reportMarkdown, taskMarkdown } from './report/reportMarkdown';
import { type RestoreChoices, type RestoreReport, Restores, type UnfinishedTaskRestore } from './restores';
import { type Newcomer, Newcomers } from './domain/newcomers';
import { ReviewPost, type TaskReview } from './report/reviewPost';
import { Staleness } from './staleness';
import type { Decision, Issue, Task, Workflow, WorkflowState } from './model/state';
import { MAX_MILESTONES, type Milestone, taskActivity } from './report/taskActivity';
import { type CompletedTask, type StartedTask, TaskRuns, type UserEnd } from './domain/taskRuns';
import { UserEnds, type UserWorkflowEnd } from './domain/userEnds';
import { UserPlans } from './domain/userPlans';
import type { CompleteTaskInput, StartTaskInput } from './model/wishes';
import type { ReviewVerdict, WorkflowId } from './model/words';
import { workflowDomain } from './domain/workflowDomain';
import type { WorkflowCaller, WorkflowParts } from './model/workflowParts';

/** What an agent says of the workflow it starts. */
export interface StartWorkflowInput {
  readonly name: string;
  readonly description: string | null;
  readonly plan: readonly { readonly step: string; readonly goal: string }[];
  readonly idempotencyKey: string | null;
}

/** Records workflows and tasks with a true account of what they changed. The one door for agents and people alike. */
export class Workflows implements Disposable {
  readonly #parts: WorkflowParts;
  readonly #runs: TaskRuns;
  readonly #restores: Restores;
  readonly #reviews: ReviewPost;
  readonly #staleness: Staleness;
  readonly #userEnds: UserEnds;
  readonly #newcomers = new Newcomers();
  /** For a person only. */
  readonly userPlans: UserPlans;

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
    this.#runs = new TaskRuns(parts);
    this.#restores = new Restores(parts);
    this.#reviews = new ReviewPost(parts);
    this.#staleness = new Staleness(parts);
    this.#userEnds = new UserEnds(parts, this.#runs);
    this.userPlans = new UserPlans(parts);
  }

  /** Starts a workflow; the same key with the same wish gives the first one again. @throws {Refusal} idempotency-conflict, duplicate-step */
  async startWorkflow(input: StartWorkflowInput, caller: WorkflowCaller): Promise<Workflow> {
    const { journal, ids, sha256, clock, workspace } = this.#parts;
    this.notice(caller.session);
    const { idempotencyKey: key, ...asked } = input;
    const [started] = await journal.commit(
      workflowDomain,
      {
        verb: 'startWorkflow',
        workspace,
        workflow: ids.next() as WorkflowId,
        ...asked,
        plan: asked.plan.map(step => ({ ...step, task: ids.next() as TaskId })),
        session: caller.session,
        key,
        fingerprint: key === null ? '' : sha256(canonicalJson(asked)),
      },
      { session: caller.session },
    );
    const id =
      started?.type === 'workflowStarted'
        ? started.workflow
        : usedKey(this.#state, workspace, key ?? '', clock.now())?.workflow;
    return requireWorkflow(this.#state, workspace, id ?? '');
  }

  /** @throws {Refusal} see `TaskRuns.start` */
  async startTask(input: StartTaskInput, caller: WorkflowCaller, signal: AbortSignal): Promise<StartedTask> {
    this.notice(caller.session);
    const started = await this.#runs.start(input, caller, signal);
    this.#newcomers.know(
      started.task,
      started.beside.tasks.map(({ task }) => task),
    );
    return started;
  }

  /** See `Newcomers.take`. */
  newcomers({ session }: WorkflowCaller): readonly Newcomer[] {
    return this.#newcomers.take(session, this.running());
  }

  /** @throws {Refusal} see `TaskRuns.complete` */
  async completeTask(
    input: CompleteTaskInput,
    caller: WorkflowCaller,
    signal: AbortSignal,
  ): Promise<CompletedTask> {
    this.notice(caller.session);
    return await this.#runs.complete(input, caller, signal);
  }

  /** Gives the decision's id. @throws {Refusal} task-ended, task-not-started, unknown-task */
  async logDecision(
    task: string,
    decision: Omit<Decision, 'id' | 'at'>,
    { session }: WorkflowCaller,
  ): Promise<string> {
    const { journal, ids, livePrograms, workspace } = this.#parts;
    this.notice(session);
    const id = ids.next();
    const by = { session, program: livePrograms.own };
    const wish = { verb: 'logDecision' as const, workspace, task, ...by, decision: { id, ...decision } };
    await journal.commit(workflowDomain, wish, { session });
    return id;
  }

  /** Gives the issue's id. @throws {Refusal} task-ended, task-not-started, unknown-task */
  async logIssue(
    task: string,
    issue: Omit<Issue, 'id' | 'at'>,
    { session }: WorkflowCaller,
  ): Promise<string> {
    const { journal, ids, livePrograms, workspace } = this.#parts;
    this.notice(session);
    const id = ids.next();
    const by = { session, program: livePrograms.own };
    const wish = { verb: 'logIssue' as const, workspace, task, ...by, issue: { id, ...issue } };
    await journal.commit(workflowDomain, wish, { session });
    return id;
  }

  /** Says how many milestones the task has now, and whether this one took the last one's place. @throws {Refusal} as `logIssue` */
  async logMilestone(
    id: string,
    milestone: Omit<Milestone, 'at'>,
    { session }: WorkflowCaller,
  ): Promise<{ readonly count: number; readonly isReplacing: boolean }> {
    const { journal, livePrograms, workspace } = this.#parts;
    this.notice(session);
    const task = requireOpenTask(this.#state, workspace, id);
    if (task.status === 'stale' || task.status === 'abandoned') {
      const by = { session, program: livePrograms.own };
      await journal.commit(workflowDomain, { verb: 'wake', workspace, task: id, ...by }, { session });
    }
    const [logged] = await journal.commit(
      taskActivity,
      { verb: 'milestone', task: task.id, ...milestone },
      { session },
    );
    const isReplacing = logged?.type === 'milestoneLogged' && logged.isReplacing;
    return { count: Math.min(MAX_MILESTONES, this.milestones(task.id).length), isReplacing };
  }

  /** A page of what there is. @throws {Refusal} bad-cursor, unknown-workflow, unknown-task */
  context(query: ContextQuery, caller?: WorkflowCaller): ContextPage {
    if (caller) this.notice(caller.session);
    return contextPage(this.#state, this.#parts.workspace, query, this.#parts.clock.now());
  }

  /** Ends a workflow: what is open in it is cancelled, or refuses where it was completed. @throws {Refusal} open-tasks, workflow-ended */
  async completeWorkflow(
    id: string,
    end: { readonly status: 'completed' | 'failed' | 'cancelled'; readonly summary: string | null },
    caller: WorkflowCaller,
    signal: AbortSignal,
  ): Promise<Workflow> {
    const { journal, snapshots, clock, workspace } = this.#parts;
    this.notice(caller.session);
    const asked = { workspace, workflow: id, ...end, isByUser: false };
    const wish = { verb: 'endWorkflow' as const, ...asked, snapshot: null };
    const foreseen = workflowDomain.decide(this.#state, wish, clock.now());
    const isCancelling = foreseen.some(
      fact => fact.type === 'taskCancelled' && this.#state.tasks.get(fact.task)?.start !== null,
    );
    const snapshot = isCancelling ? await snapshots.take(signal) : null;
    await journal.commit(workflowDomain, { ...wish, snapshot }, { session: caller.session });
    return requireWorkflow(this.#state, workspace, id);
  }

  /** See `UserEnds.task`. For a person only. */
  async endTask(id: string, end: UserEnd, signal: AbortSignal): Promise<Task> {
    return await this.#userEnds.task(id, end, signal);
  }

  /** See `UserEnds.workflow`. For a person only. */
  async endWorkflow(id: string, end: UserWorkflowEnd, signal: AbortSignal): Promise<Workflow> {
    return await this.#userEnds.workflow(id, end, signal);
  }

  /** What a person says of a task. @throws {Refusal} nothing-to-review, unknown-task */
  async review(task: string, verdict: ReviewVerdict, comments: readonly string[]): Promise<Task> {
    return await this.#reviews.review(task, verdict, comments);
  }

  /** Tasks that wait for a person, oldest first. */
  reviewQueue(): readonly Task[] {
    return this.#reviews.queue();
  }

  /** See `ReviewPost.deliver`. */
  async deliverReviews(caller: WorkflowCaller, about: string | null): Promise<readonly TaskReview[]> {
    return await this.#reviews.deliver(caller, about);
  }

  /** Takes a workflow out of the daily view, or back into it. @throws {Refusal} unknown-workflow */
  async archive(workflow: string, isArchived: boolean): Promise<void> {
    const { journal, workspace } = this.#parts;
    await journal.commit(workflowDomain, { verb: 'archive', workspace, workflow, isArchived });
  }

  /** Forgets a workflow, its tasks and the snapshots that only they needed. @throws {Refusal} open-tasks, unknown-workflow */
  async delete(id: string, signal: AbortSignal): Promise<void> {
    const { journal, workspace } = this.#parts;
    const workflow = requireWorkflow(this.#state, workspace, id);
    const tasks = [...workflow.tasks];
    await journal.commit(workflowDomain, { verb: 'delete', workspace, workflow: id });
    await journal.commit(taskActivity, { verb: 'forget', tasks });
    await this.letGoOfOldSnapshots(signal);
  }

  /** Why nothing can be recorded now, so that what is shown may not be all; undefined while it can. */
  get readOnlyReason(): string | undefined {
    return this.#parts.journal.readOnlyReason;
  }

  /** Lets go of snapshots that nothing needs any more: call it now and then. What needs them must be known for that. */
  async letGoOfOldSnapshots(signal: AbortSignal): Promise<void> {
    const { journal, snapshots, clock } = this.#parts;
    if (!journal.isWhole) return;
    await snapshots.retain(neededSnapshots(this.#state, clock.now()), signal);
  }

  /**
   * What a task that is worked on has changed so far; undefined where it is not. A look costs what a snapshot costs, and leaves none.
   * @throws {Refusal} unknown-task
   */
  async changesSoFar(id: string, signal: AbortSignal): Promise<TaskAccount | undefined> {
    const { snapshots } = this.#parts;
    if (this.task(id).status !== 'in_progress') return undefined;
    const now = await snapshots.take(signal);
    try {
      const task = this.task(id);
      const request = task.status === 'in_progress' ? accountRequest(this.#state, task, now) : undefined;
      return request && (await snapshots.account(request, signal));
    } finally {
      await snapshots.release(now, new AbortController().signal);
    }
  }

  /** See `Restores.plan`. */
  async planRestore(
    task: string,
    paths: readonly string[] | null,
    signal: AbortSignal,
    instead?: ReadonlyMap<string, Uint8Array>,
  ): Promise<RestorePlan> {
    return await this.#restores.plan(task, paths, signal, instead);
  }

  /** See `Restores.planPoint`. */
  async planRestorePoint(task: string, isOfWorkflow: boolean, signal: AbortSignal): Promise<RestorePlan> {
    return await this.#restores.planPoint(task, isOfWorkflow, signal);
  }

  /** See `Restores.preview`. */
  async previewRestore(
    plan: string,
    choices: RestoreChoices,
    signal: AbortSignal,
  ): Promise<readonly RestoredFile[]> {
    return await this.#restores.preview(plan, choices, signal);
  }

  /** See `Restores.apply`. For a person's yes only. */
  async applyRestore(plan: string, choices: RestoreChoices, signal: AbortSignal): Promise<RestoreReport> {
    return await this.#restores.apply(plan, choices, signal);
  }

  /** See `Restores.planUndo`. */
  async planUndo(task: string, signal: AbortSignal): Promise<RestorePlan> {
    return await this.#restores.planUndo(task, signal);
  }

  /** See `Restores.undo`. For a person's yes only. */
  async undoRestore(plan: string, choices: RestoreChoices, signal: AbortSignal): Promise<RestoreReport> {
    return await this.#restores.undo(plan, choices, signal);
  }

  /** See `Restores.unfinished`. */
  async unfinishedRestores(): Promise<readonly UnfinishedTaskRestore[]> {
    return await this.#restores.unfinished();
  }

  /** See `Restores.settle`. */
  async settleRestore(id: string, way: 'finish' | 'undo', signal: AbortSignal): Promise<readonly string[]> {
    return await this.#restores.settle(id, way, signal);
  }

  /** The whole workflow without snapshots: what is exported as JSON. @throws {Refusal} unknown-workflow */
  report(id: string): WorkflowReport {
    const workflow = requireWorkflow(this.#state, this.#parts.workspace, id);
    return workflowReport(this.#state, workflow, task => this.milestones(task.id));
  }

  /** The same as Markdown for a pull request. @throws {Refusal} unknown-workflow */
  markdown(id: string): string {
    return reportMarkdown(this.report(id));
  }

  /** One task of it as Markdown, with its subtasks. @throws {Refusal} unknown-task */
  taskMarkdown(id: string): string {
    const report = taskReportOf(this.#state, this.task(id), task => this.milestones(task.id));
    return `${taskMarkdown(report, 1)}\n`;
  }

  /** All workflows of this workspace, newest first, archived ones included. */
  all(): readonly Workflow[] {
    return [...this.#state.workflows.values()]
      .filter(workflow => workflow.workspace === this.#parts.workspace)
      .toReversed();
  }

  /** @throws {Refusal} unknown-workflow */
  workflow(id: string): Workflow {
    return requireWorkflow(this.#state, this.#parts.workspace, id);
  }

  /** @throws {Refusal} unknown-task */
  task(id: string): Task {
    return requireTask(this.#state, this.#parts.workspace, id);
  }

  /** The tasks of a workflow, subtasks included, in their order. @throws {Refusal} unknown-workflow */
  tasks(id: string): readonly Task[] {
    return tasksOf(this.#state, this.workflow(id).id);
  }

  /** When each task of a workflow was worked on. @throws {Refusal} unknown-workflow */
  stretches(id: string): ReadonlyMap<TaskId, readonly WorkedStretch[]> {
    return workedStretches(this.#state, this.workflow(id).id);
  }

  /** What happened between the boundaries of a task that has ended, oldest first. @throws {Refusal} unknown-task */
  intervals(id: string): readonly Interval[] {
    return accountRequest(this.#state, this.task(id), null)?.intervals ?? [];
  }

  milestones(task: TaskId): readonly Milestone[] {
    return this.#parts.journal.read(taskActivity).get(task)?.milestones ?? [];
  }

  /** The tasks that are being worked on. */
  running(): readonly Task[] {
    // Asked with every answer of the tracker: the many that have ended are passed over, not copied.
    const open: Workflow[] = [];
    for (const workflow of this.#state.workflows.values())
      if (workflow.status === 'in_progress' && workflow.workspace === this.#parts.workspace)
        open.push(workflow);
    return open
      .toReversed()
      .flatMap(({ id }) => tasksOf(this.#state, id))
      .filter(task => task.status === 'in_progress');
  }

  /** Whether a workflow or a task belongs to another workspace: nothing is told of it here. */
  isForeign(id: string): boolean {
    const { workflows, tasks } = this.#state;
    const found = workflows.get(id as WorkflowId) ?? tasks.get(id as TaskId);
    return found !== undefined && found.workspace !== this.#parts.workspace;
  }

  /** A session was heard of, by whatever call: its tasks are alive. */
  notice(session: SessionId): void {
    this.#staleness.notice(session);
  }

  /** Ends tasks whose program has gone, and marks those that nobody has heard of for 30 minutes. Also runs by itself every minute. */
  async sweep(): Promise<void> {
    await this.#staleness.sweep();
  }

  /** The window closes: the tasks of its sessions are stale at once. */
  async windowClosed(): Promise<void> {
    await this.#staleness.windowClosed();
  }

  dispose(): void {
    this.#staleness.dispose();
  }

  get #state(): WorkflowState {
    return this.#parts.journal.read(workflowDomain);
  }
}
