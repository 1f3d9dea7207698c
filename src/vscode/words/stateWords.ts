import type { FileChange, RestoreStep } from '../../core/snapshots/snapshot';
import {
  type DecisionCategory,
  type IssueType,
  type ReviewVerdict,
  TASK_STATUSES,
  type TestStatus,
  type WorkflowStatus,
} from '../../core/workflow/model/words';
import type { Task } from '../../core/workflow/model/state';
import type { FindingKind } from '../../core/trust/scanTool';
import type { Wording } from './wording';

type T = Wording['t'];

/**
 * What a task is in, as people see it: once they asked for changes, its agent is to act, not they; and what is done without
 * anybody knowing what it changed gets no tick.
 */
export const SHOWN_STATUSES = [...TASK_STATUSES, 'changes_requested', 'changes_unknown'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** The status of a task as people see it. */
export function shownStatus({ status, reviews, completion }: Judged): ShownStatus {
  const isAsked = status === 'awaiting_review' && reviews.at(-1)?.verdict === 'changes_requested';
  if (isAsked) return 'changes_requested';
  const isUnknown = (completion?.account.unknown ?? null) !== null;
  return status === 'success' && isUnknown ? 'changes_unknown' : status;
}

/** What of a task its shown status comes from; the past has no completions. */
interface Judged extends Pick<Task, 'status'> {
  readonly reviews: readonly { readonly verdict: ReviewVerdict }[];
  readonly completion?: Task['completion'];
}

/** What a task is in, in a word or two: the same in rows, pages, and lists. */
export function taskState(status: ShownStatus, t: T): string {
  switch (status) {
    case 'planned':
      return t('not started');
    case 'in_progress':
      return t('running');
    case 'blocked':
      return t('blocked');
    case 'awaiting_review':
      return t('needs review');
    case 'changes_requested':
      return t('changes requested');
    case 'changes_unknown':
      return t('done, changes unknown');
    case 'success':
      return t('done');
    case 'partial_success':
      return t('partial');
    case 'failed':
      return t('failed');
    case 'cancelled':
      return t('cancelled');
    case 'reverted':
      return t('reverted');
    case 'stale':
      return t('stalled');
    case 'abandoned':
      return t('its program ended');
  }
}

/** What a workflow is in. */
export function workflowState(status: WorkflowStatus, t: T): string {
  switch (status) {
    case 'in_progress':
      return t('running');
    case 'completed':
      return t('completed');
    case 'failed':
      return t('failed');
    case 'cancelled':
      return t('cancelled');
  }
}

/** What happened to a file. */
export function changeWords(status: FileChange['status'], t: T): string {
  switch (status) {
    case 'added':
      return t('added');
    case 'modified':
      return t('modified');
    case 'deleted':
      return t('deleted');
    case 'renamed':
      return t('renamed');
    case 'mode':
      return t('executable bit changed');
    case 'type':
      return t('type changed');
  }
}

/** What a decision was about. */
export function categoryWords(category: DecisionCategory, t: T): string {
  switch (category) {
    case 'architecture':
      return t('architecture');
    case 'library_choice':
      return t('library choice');
    case 'trade_off':
      return t('trade-off');
    case 'workaround':
      return t('workaround');
    case 'other':
      return t('other');
  }
}

/** What kind of problem was met. */
export function issueWords(type: IssueType, t: T): string {
  switch (type) {
    case 'documentation_gap':
      return t('documentation gap');
    case 'bug_encountered':
      return t('bug encountered');
    case 'dependency_conflict':
      return t('dependency conflict');
    case 'unclear_requirement':
      return t('unclear requirement');
    case 'other':
      return t('other');
  }
}

/** Why a restore leaves a file as it is. That its content is not there is said in core's words. */
export function leftWords({ action, reason = '' }: RestoreStep, t: T): string {
  return action === 'keep-ignored' ? t('It was an ignored file before the task.') : reason;
}

/** What is suspicious in the words of a tool. */
export function findingWords(kind: FindingKind, t: T): string {
  switch (kind) {
    case 'hidden-text':
      return t('invisible characters');
    case 'instructions':
      return t('instructions to the agent');
    case 'concealment':
      return t('a request to hide something from the user');
    case 'secrets':
      return t('a request for secrets');
    case 'other-tools':
      return t('rules for other tools');
    case 'destination':
      return t('data sent to a fixed address');
    case 'payload':
      return t('a dangerous command');
    case 'encoded':
      return t('instructions in a hidden encoding');
    case 'contradiction':
      return t('claims to be read-only, but does more');
    case 'lookalike':
      return t('mixed alphabets in one word');
    case 'embedded-secret':
      return t('a key or token in its text');
    case 'too-long':
      return t('too long to check');
  }
}

/** What an agent said of tests: Switchyard runs none. */
export function testWords(status: TestStatus | null, t: T): string | undefined {
  switch (status) {
    case null:
      return undefined;
    case 'passed':
      return t('passed (reported, not verified)');
    case 'failed':
      return t('failed (reported, not verified)');
    case 'not_run':
      return t('not run');
  }
}
