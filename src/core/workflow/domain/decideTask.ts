import { checkText } from '../../snapshots/checkTexts';
import { NO_FOLDER } from '../../snapshots/noSnapshots';
import { lostCommits, type TaskId } from '../../snapshots/snapshot';
import { Refusal } from '../../support/refusal';
import { refuseBlocked } from './decideStart';
import type { WorkflowFact } from '../model/facts';
import { openSubtasks, requireOpenTask, requireTask } from '../model/find';
import { quoted } from '../model/quoted';
import type { ReviewReason, Task, WorkflowState } from '../model/state';
import type {
  AbandonWish,
  CompleteTaskWish,
  LogDecisionWish,
  LogIssueWish,
  ReviewWish,
} from '../model/wishes';
import { canGoOn, isWorkedOn } from '../model/words';
import { endOfWhole, goingOn } from './workflowEnds';

/** @throws {Refusal} task-ended, task-not-started */
export function decideLogDecision(state: WorkflowState, wish: LogDecisionWish): readonly WorkflowFact[] {
  const task = requireOpenTask(state, wish.workspace, wish.task);
  return [...woken(state, task, wish), { type: 'decisionLogged', task: task.id, decision: wish.decision }];
}

/** @throws {Refusal} task-ended, task-not-started */
export function decideLogIssue(state: WorkflowState, wish: LogIssueWish): readonly WorkflowFact[] {
  const task = requireOpenTask(state, wish.workspace, wish.task);
  return [...woken(state, task, wish), { type: 'issueLogged', task: task.id, issue: wish.issue }];
}

/** A word from its agent takes a stale or abandoned task up again. */
export function decideWake(
  state: WorkflowState,
  wish: Pick<LogIssueWish, 'workspace' | 'task' | 'session' | 'program'>,
): readonly WorkflowFact[] {
  return woken(state, requireOpenTask(state, wish.workspace, wish.task), wish);
}

/** Ends a task. No facts where it has ended before: the first answer stands. @throws {Refusal} task-*, open-subtasks */
export function decideCompleteTask(state: WorkflowState, wish: CompleteTaskWish): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, wish.task);
  if (task.completion !== null && !task.isEndedByUser && !wish.isByUser) return [];
  requireOpenTask(state, wish.workspace, wish.task);
  if (task.status === 'blocked' && wish.status !== 'failed' && wish.status !== 'cancelled') {
    refuseBlocked(state, task);
    throw new Refusal(
      'task-not-started',
      `Task ${quoted(task.name)} was waiting and is not started. Call start_task with resume_task_id ${quoted(task.id)} first.`,
    );
  }
  const open = openSubtasks(state, task);
  if (open.length > 0) {
    const names = open.map(({ name, id }) => `${quoted(name)} (${id})`).join(', ');
    throw new Refusal(
      'open-subtasks',
      `These subtasks are open: ${names}. Call complete_task for each of them first.`,
      {
        tasks: open.map(({ id }) => id),
      },
    );
  }
  const reasons = wish.isByUser ? [] : reviewReasons(wish);
  const waits = !wish.isByUser && reasons.length + task.reasons.length > 0;
  const status = waits ? 'awaiting_review' : wish.status;
  const completed: WorkflowFact = {
    type: 'taskCompleted',
    task: task.id,
    status,
    outcomeStatus: wish.status,
    outcome: wish.outcome,
    claims: wish.claims,
    account: wish.account,
    verification: wish.verification,
    end: wish.end,
    reasons,
    isByUser: wish.isByUser,
  };
  return [...reopening(state, task), completed, ...endOfWhole(state, task, status)];
}

/** @throws {Refusal} nothing-to-review */
export function decideReview(state: WorkflowState, wish: ReviewWish): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, wish.task);
  const isReviewable = task.completion !== null || (task.reasons.length > 0 && canGoOn(task.status));
  if (!isReviewable || task.status === 'reverted') {
    throw new Refusal(
      'nothing-to-review',
      `Task ${quoted(task.name)} is ${task.status} and has nothing to review. Review it after it is completed.`,
    );
  }
  const status =
    task.completion === null
      ? task.status
      : wish.verdict === 'approved'
        ? task.completion.status
        : 'awaiting_review';
  const { review, verdict, comments } = wish;
  return [{ type: 'taskReviewed', task: task.id, review, verdict, comments, status }];
}

/** Tells of each review once, whichever window asks first. */
export function decideDeliverReviews(
  state: WorkflowState,
  wish: { readonly reviews: readonly string[] },
): readonly WorkflowFact[] {
  return [...new Set(wish.reviews)].flatMap(review => {
    const task = state.undelivered.get(review);
    return task === undefined ? [] : [{ type: 'reviewDelivered' as const, task, review }];
  });
}

/** Tasks whose agent has fallen silent. Those that ended meanwhile are passed over. */
export function decideMarkStale(
  state: WorkflowState,
  wish: {
    readonly workspace: string;
    readonly tasks: readonly TaskId[];
    readonly reason: 'session-gone' | 'window-closed';
  },
): readonly WorkflowFact[] {
  return [...new Set(wish.tasks)].flatMap(id => {
    const task = state.tasks.get(id);
    if (task?.status !== 'in_progress' || task.workspace !== wish.workspace) return [];
    return [{ type: 'taskWentStale' as const, task: id, reason: wish.reason }];
  });
}

/** Tasks whose program has gone. Those that another one took up meanwhile, or that ended, are passed over. */
export function decideAbandon(state: WorkflowState, wish: AbandonWish): readonly WorkflowFact[] {
  return wish.tasks.flatMap(({ task: id, program }) => {
    const task = state.tasks.get(id);
    if (task === undefined || !isWorkedOn(task.status)) return [];
    if (task.workspace !== wish.workspace || task.program !== program) return [];
    return [{ type: 'taskAbandoned' as const, task: id, snapshot: wish.snapshot }];
  });
}

function woken(
  state: WorkflowState,
  task: Task,
  { session, program }: Pick<LogIssueWish, 'session' | 'program'>,
): readonly WorkflowFact[] {
  if (task.status !== 'stale' && task.status !== 'abandoned') return [];
  return [...reopening(state, task), { type: 'taskWoken', task: task.id, session, program }];
}

/** A workflow that ended by itself goes on with an abandoned task of it. */
function reopening(state: WorkflowState, task: Task): readonly WorkflowFact[] {
  const workflow = state.workflows.get(task.workflow);
  return task.status === 'abandoned' && workflow !== undefined ? goingOn(workflow) : [];
}

function reviewReasons({ outcome, account, verification }: CompleteTaskWish): readonly ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (outcome.needsReview) {
    reasons.push({ kind: 'manual', text: outcome.reviewReason ?? checkText('asksReview') });
  }
  // Without a folder there is nothing that a person could look at either.
  if (account.unknown !== null && account.unknown !== NO_FOLDER) {
    reasons.push({ kind: 'unknown', text: unknownWords(account.unknown) });
  } else if (account.history === 'unknown' && account.partial !== null) {
    // Its repository went, with the commits of everybody.
    reasons.push({ kind: 'unknown', text: checkText('incomplete', account.partial) });
  }
  // Where nothing is known, no file is outside of anything.
  if (!verification.scopeMatch && account.unknown === null) {
    const [first = '', ...others] = verification.unexpectedFiles;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    reasons.push({ kind: 'scope', text: checkText('changedOutside', `${first}${more}`) });
  }
  const destroyed = account.preExistingTouched.filter(change => change.isDestroyed);
  if (destroyed.length > 0) {
    const names = destroyed.slice(0, 5).map(({ path }) => path);
    reasons.push({ kind: 'destroyed', text: checkText('workLost', names.join(', ')) });
  }
  const lost = lostCommits(account);
  if (lost.length > 0) {
    const names = lost.slice(0, 5).map(({ id, subject }) => `${id.slice(0, 7)} ${quoted(subject)}`);
    const more = lost.length > 5 ? ` and ${lost.length - 5} more` : '';
    reasons.push({
      kind: 'dropped',
      text: checkText('commitsLost', `${names.join(', ')}${more}`),
    });
  }
  return reasons;
}

/** The reason for a review of a task of which nothing could be found out. */
function unknownWords(reason: string): string {
  return `${checkText('unknown')} ${reason}`;
}
