import type { Snapshot } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import type { TaskCompleted, TaskReviewed, TaskStarted, TaskTakenUp, WorkflowFact } from '../model/facts';
import { closeSpan, openSpan, setMark } from './ledger';
import { addTask } from '../model/newTask';
import type { Restore, Task, WorkflowState } from '../model/state';
import { titleOf } from '../model/titleOf';

type TaskFact = Exclude<WorkflowFact, { readonly workflow: string; readonly task?: never }>;

/** Applies a fact about a task, in place. What was deleted meanwhile is passed over. */
export function evolveTask(state: WorkflowState, fact: TaskFact, at: Instant): void {
  if (fact.type === 'taskStarted' && !state.tasks.has(fact.task)) {
    addTask(state, fact, at, { task: fact.task, step: null, name: fact.name, goal: fact.goal });
  }
  if (fact.type === 'taskPlanned') {
    const { task, step, goal } = fact;
    return addTask(state, fact, at, { task, step, name: titleOf(goal), goal, isByUser: true });
  }
  const task = state.tasks.get(fact.task);
  if (task === undefined) return;
  switch (fact.type) {
    case 'taskReworded':
      Object.assign(task, { name: titleOf(fact.goal), goal: fact.goal, isByUser: true });
      return;
    case 'taskMoved':
      return move(state, task, fact.before);
    case 'taskStarted':
      return startTask(state, task, fact, at);
    case 'taskTakenUp':
      return takeUp(state, task, fact, at);
    case 'taskWoken':
      Object.assign(task, { status: 'in_progress', endMark: null, touchedAt: at });
      Object.assign(task, { session: fact.session, program: fact.program });
      return openSpan(task, state.nextMark - 1);
    case 'taskPlaced':
      task.parent = fact.parent;
      return;
    case 'taskAbandoned':
      task.status = 'abandoned';
      return endWork(state, task, fact.snapshot);
    case 'taskWentStale':
      task.status = 'stale';
      return closeSpan(task, state.nextMark);
    case 'decisionLogged':
      task.decisions.push({ ...fact.decision, at });
      task.touchedAt = at;
      return;
    case 'issueLogged':
      task.issues.push({ ...fact.issue, at });
      task.touchedAt = at;
      if (fact.issue.needsReview) {
        task.reasons = [...task.reasons, { kind: 'issue', text: fact.issue.description }];
      }
      return;
    case 'taskCompleted':
      return completeTask(state, task, fact, at);
    case 'taskCancelled':
      Object.assign(task, { status: 'cancelled', reasons: [], isEndedByUser: fact.isByUser });
      return endWork(state, task, fact.snapshot);
    case 'taskReviewed':
      return review(state, task, fact, at);
    case 'reviewDelivered':
      state.undelivered.delete(fact.review);
      for (const told of task.reviews) if (told.id === fact.review) told.isDelivered = true;
      return;
    case 'restoreBegun': {
      const { type: _type, task: _task, ...begun } = fact;
      const mark = setMark(state, task, begun.before);
      task.restores.push({ ...begun, after: null, from: task.status, mark });
      return;
    }
    case 'restoreAbandoned':
      takeOut(task, fact.plan);
      return;
    case 'taskReverted':
      return revert(state, task, fact);
    case 'restoreUndone': {
      const from = takeOut(task, fact.plan)?.from ?? task.status;
      // After a restore of a part the task is what it was, or what it has become since. Of one that ran, nobody works on it now.
      if (task.status === 'reverted') task.status = from === 'in_progress' ? 'stale' : from;
      const mark = setMark(state, task, fact.before);
      task.spans.push({ from: mark, to: setMark(state, task, fact.after) });
      return;
    }
  }
}

/** What it is to stand before may be gone: then it stands after all others. */
function move(state: WorkflowState, { id, workflow }: Task, before: Task['id'] | null): void {
  const tasks = state.workflows.get(workflow)?.tasks ?? [];
  const at = tasks.indexOf(id);
  if (at < 0) return;
  tasks.splice(at, 1);
  const to = before === null ? -1 : tasks.indexOf(before);
  tasks.splice(to < 0 ? tasks.length : to, 0, id);
}

function startTask(state: WorkflowState, task: Task, fact: TaskStarted, at: Instant): void {
  const { parent, name, goal, areas, dependsOn, caller, session, program, snapshot } = fact;
  Object.assign(task, { parent, name, goal, areas, dependsOn, caller, session, program });
  begin(task, snapshot, setMark(state, task, snapshot), at);
  if (!fact.isBlocked) return;
  Object.assign(task, { status: 'blocked', startedAt: null });
  task.spans.pop();
}

function takeUp(state: WorkflowState, task: Task, fact: TaskTakenUp, at: Instant): void {
  const mark = setMark(state, task, fact.snapshot);
  Object.assign(task, { session: fact.session, program: fact.program, isEndedByUser: false });
  if (fact.isFirst) return begin(task, fact.snapshot, mark, at);
  Object.assign(task, { status: 'in_progress', completion: null, endMark: null, touchedAt: at });
  openSpan(task, mark);
}

function begin(task: Task, start: Snapshot, mark: number, at: Instant): void {
  Object.assign(task, { status: 'in_progress', start, startMark: mark, startedAt: at, touchedAt: at });
  openSpan(task, mark);
}

function completeTask(state: WorkflowState, task: Task, fact: TaskCompleted, at: Instant): void {
  endWork(state, task, fact.end);
  const last = task.spans.at(-1);
  // Of a task whose program was gone nobody knows what its agent did until it said so.
  if (last !== undefined && last.to === task.endMark) last.isDone = true;
  task.status = fact.status;
  // A person who ends a task has looked at it.
  task.reasons = fact.isByUser ? [] : [...task.reasons, ...fact.reasons];
  task.isEndedByUser = fact.isByUser;
  task.completion = {
    status: fact.outcomeStatus,
    outcome: fact.outcome,
    claims: fact.claims,
    account: fact.account,
    verification: fact.verification,
    end: fact.end,
    // The wall clock may have been set back meanwhile.
    durationSeconds: task.startedAt === null ? 0 : Math.max(0, Math.round((at - task.startedAt) / 1_000)),
    at,
  };
  task.touchedAt = at;
}

function endWork(state: WorkflowState, task: Task, end: Snapshot | null): void {
  if (end === null) return closeSpan(task, state.nextMark);
  // An abandoned task that a person ends: its work ended when its program did.
  const { endMark } = task;
  const last = endMark === null ? undefined : state.marks.find(({ number }) => number === endMark);
  if (last?.snapshot.id === end.id) return;
  task.endMark = setMark(state, task, end);
  closeSpan(task, task.endMark);
}

function review(state: WorkflowState, task: Task, fact: TaskReviewed, at: Instant): void {
  const { review: id, verdict, comments, status } = fact;
  Object.assign(task, { status, reasons: [] });
  task.reviews.push({ id, verdict, comments, at, isDelivered: false });
  state.undelivered.set(id, task.id);
}

function revert(
  state: WorkflowState,
  task: Task,
  fact: Extract<WorkflowFact, { type: 'taskReverted' }>,
): void {
  const { before, after, written, deleted, isWhole, isPart } = fact;
  const begun: Pick<Restore, 'plan' | 'from' | 'mark'> = takeOut(task, fact.plan) ?? {
    plan: fact.plan ?? '',
    from: task.status,
    mark: setMark(state, task, before),
  };
  const { plan, from, mark } = begun;
  if (isWhole) closeSpan(task, mark);
  task.spans.push({ from: mark, to: setMark(state, task, after) });
  const part = isPart && { isPart };
  task.restores.push({ plan, from, mark, before, after, written, deleted, isWhole, ...part });
  if (isWhole) task.status = 'reverted';
}

/** Forgets a restore; the last one where its plan is not known. */
function takeOut(task: Task, plan: string | null): Restore | undefined {
  const at =
    plan === null ? task.restores.length - 1 : task.restores.findLastIndex(each => each.plan === plan);
  return at < 0 ? undefined : task.restores.splice(at, 1)[0];
}
