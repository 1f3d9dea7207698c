import type { TaskId } from '../snapshots/snapshot';
import { Refusal } from '../support/refusal';
import { refuseBlocked } from './decideStart';
import type { WorkflowFact } from './facts';
import { endedRefusal, openSubtasks, requireOpenTask, requireTask, tasksOf } from './find';
import { quoted } from './quoted';
import type { ReviewReason, Task, WorkflowState } from './state';
import type { CompleteTaskWish, LogDecisionWish, LogIssueWish, ReviewWish } from './wishes';
import { isOpen } from './words';

/** @throws {Refusal} task-ended, task-not-started */
export function decideLogDecision(state: WorkflowState, wish: LogDecisionWish): readonly WorkflowFact[] {
  const task = requireOpenTask(state, wish.workspace, wish.task);
  return [...woken(task, wish), { type: 'decisionLogged', task: task.id, decision: wish.decision }];
}

/** @throws {Refusal} task-ended, task-not-started */
export function decideLogIssue(state: WorkflowState, wish: LogIssueWish): readonly WorkflowFact[] {
  const task = requireOpenTask(state, wish.workspace, wish.task);
  return [...woken(task, wish), { type: 'issueLogged', task: task.id, issue: wish.issue }];
}

/** A word from its agent takes a stale task up again. */
export function decideWake(
  state: WorkflowState,
  wish: Pick<LogIssueWish, 'workspace' | 'task' | 'session'>,
): readonly WorkflowFact[] {
  return woken(requireOpenTask(state, wish.workspace, wish.task), wish);
}

/** Ends a task. No facts where it has ended before: the first answer stands. @throws {Refusal} task-*, open-subtasks */
export function decideCompleteTask(state: WorkflowState, wish: CompleteTaskWish): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, wish.task);
  if (task.completion !== null) return [];
  if (!isOpen(task.status)) {
    if (task.status !== 'planned') throw endedRefusal(task);
    requireOpenTask(state, wish.workspace, wish.task);
  }
  if (task.status === 'blocked' && wish.status !== 'failed') {
    refuseBlocked(state, task);
    throw new Refusal(
      'task-not-started',
      `Task ${quoted(task.name)} has waited and was not begun. Call start_task with resume_task_id ${quoted(task.id)} first.`,
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
  const reasons = reviewReasons(wish);
  const completed: WorkflowFact = {
    type: 'taskCompleted',
    task: task.id,
    status: reasons.length + task.reasons.length > 0 ? 'awaiting_review' : wish.status,
    outcomeStatus: wish.status,
    outcome: wish.outcome,
    claims: wish.claims,
    account: wish.account,
    verification: wish.verification,
    end: wish.end,
    reasons,
  };
  return endsPlan(state, task)
    ? [
        completed,
        { type: 'workflowEnded', workflow: task.workflow, status: 'completed', summary: null, by: 'plan' },
      ]
    : [completed];
}

/** @throws {Refusal} nothing-to-review */
export function decideReview(state: WorkflowState, wish: ReviewWish): readonly WorkflowFact[] {
  const task = requireTask(state, wish.workspace, wish.task);
  const isReviewable = task.completion !== null || (task.reasons.length > 0 && isOpen(task.status));
  if (!isReviewable || task.status === 'reverted') {
    throw new Refusal(
      'nothing-to-review',
      `Task ${quoted(task.name)} is ${task.status} and has nothing to review. Review it when it has been completed.`,
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

/** Tasks whose agent has gone. Those that ended meanwhile are passed over. */
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

function woken(task: Task, { session }: Pick<LogIssueWish, 'session'>): readonly WorkflowFact[] {
  return task.status === 'stale' ? [{ type: 'taskWoken', task: task.id, session }] : [];
}

function reviewReasons({ outcome, account, verification }: CompleteTaskWish): readonly ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (outcome.needsReview) {
    reasons.push({ kind: 'manual', text: outcome.reviewReason ?? 'The agent asks for a review.' });
  }
  if (account.unknown !== null) reasons.push({ kind: 'unknown', text: unknownWords(account.unknown) });
  // Where nothing is known, no file is outside of anything.
  if (!verification.scopeMatch && account.unknown === null) {
    const [first = '', ...others] = verification.unexpectedFiles;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    reasons.push({ kind: 'scope', text: `Changed outside the declared areas: ${first}${more}` });
  }
  const destroyed = account.preExistingTouched.filter(change => change.isDestroyed);
  if (destroyed.length > 0) {
    const names = destroyed.slice(0, 5).map(({ path }) => path);
    reasons.push({ kind: 'destroyed', text: `Work from before the task was lost: ${names.join(', ')}` });
  }
  return reasons;
}

/** The reason for a review of a task of which nothing could be found out. */
function unknownWords(reason: string): string {
  return `What the task changed is not known. ${reason}`;
}

/** Whether nothing is left of a plan when this task ends. */
function endsPlan(state: WorkflowState, task: Task): boolean {
  const workflow = state.workflows.get(task.workflow);
  if (workflow?.hasPlan !== true || workflow.status !== 'in_progress') return false;
  return tasksOf(state, workflow.id).every(
    other => other.id === task.id || !(other.status === 'planned' || isOpen(other.status)),
  );
}
