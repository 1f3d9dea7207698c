/** A workflow's id, as tools hand it out. */
export type WorkflowId = string & { readonly brand: 'WorkflowId' };

/** What a task can be in. */
export const TASK_STATUSES = [
  'planned',
  'in_progress',
  'blocked',
  'awaiting_review',
  'success',
  'partial_success',
  'failed',
  'cancelled',
  'reverted',
  'stale',
  'abandoned',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What a workflow can be in. */
export const WORKFLOW_STATUSES = ['in_progress', 'completed', 'failed', 'cancelled'] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** How an agent may say that a task went. */
export const OUTCOME_STATUSES = ['success', 'partial_success', 'failed'] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** How a task may end: what its agent may say, and what only a person says. */
export type EndStatus = OutcomeStatus | 'cancelled';

/** What a decision was about. */
export const DECISION_CATEGORIES = [
  'architecture',
  'library_choice',
  'trade_off',
  'workaround',
  'other',
] as const;
export type DecisionCategory = (typeof DECISION_CATEGORIES)[number];

/** What kind of problem was met. */
export const ISSUE_TYPES = [
  'documentation_gap',
  'bug_encountered',
  'dependency_conflict',
  'unclear_requirement',
  'other',
] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

/** What an agent may say of its tests. */
export const TEST_STATUSES = ['passed', 'failed', 'not_run'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** What a person says of a task. */
export const REVIEW_VERDICTS = ['approved', 'changes_requested'] as const;
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

const OPEN: readonly TaskStatus[] = ['in_progress', 'blocked', 'stale'];

/** Whether it has begun or waits to, and has not ended. `stale`: its agent was not heard of for 30 minutes. */
export function isOpen(status: TaskStatus): boolean {
  return OPEN.includes(status);
}

/** Whether its agent may go on with it as if nothing had happened: it is open, or ended only because its program had gone. */
export function canGoOn(status: TaskStatus): boolean {
  return isOpen(status) || status === 'abandoned';
}

/** Whether it was begun and has not ended: an agent is at it, or was not heard of for 30 minutes. */
export function isWorkedOn(status: TaskStatus): boolean {
  return status === 'in_progress' || status === 'stale';
}
