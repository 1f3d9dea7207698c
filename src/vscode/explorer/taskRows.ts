import type { FileChange } from '../../core/snapshots/snapshot';
import type { Decision, Issue, Task } from '../../core/workflow/state';
import type { Milestone } from '../../core/workflow/taskActivity';
import type { TaskStatus } from '../../core/workflow/words';
import type { Icon } from '../../shared/explorer/icons';
import type { Action, Change, Row, Target, Tone } from '../../shared/explorer/picture';
import { shown, shownWhole, type Wording } from './wording';

/** Files shown below one task: the rest is counted (explorer.md, a). */
const MAX_FILES = 200;
/** Decisions shown below one task, and issues. */
const MAX_NOTES = 50;

/** What a task's rows are drawn from. */
export interface TaskFacts {
  readonly task: Task;
  readonly level: number;
  readonly milestones: readonly Milestone[];
  readonly isToReview: boolean;
  /** The rows of its subtasks. */
  readonly subtasks: readonly Row[];
}

/** A task with what is below it: subtasks, decisions, issues and the files that it changed. */
export function taskRows(facts: TaskFacts, wording: Wording): readonly Row[] {
  const { task, level, subtasks } = facts;
  const target = { workflow: task.workflow, task: task.id };
  const below = [
    ...subtasks,
    ...task.decisions.slice(-MAX_NOTES).map(decision => decisionRow(decision, level + 1, target)),
    ...task.issues.slice(-MAX_NOTES).map(issue => issueRow(issue, level + 1, target, wording)),
    ...fileRows(task, level + 1, wording),
  ];
  const row = taskRow(facts, wording);
  return [below.length === 0 ? row : { ...row, isOpen: !isOver(task.status) || facts.isToReview }, ...below];
}

/** The row of the task itself. */
export function taskRow(
  { task, level, milestones, isToReview }: Omit<TaskFacts, 'subtasks'>,
  wording: Wording,
): Row {
  const { t } = wording;
  const { icon, tone, state } = taskLook(task.status, t);
  const progress = progressOf(task, milestones);
  const hasEnded = task.completion !== null;
  const reasons = task.reasons.map(({ text }) => text).join(' ');
  return {
    id: `task:${task.id}`,
    level,
    icon,
    tone,
    state,
    label: shown(task.name),
    detail: detailOf(task, milestones, state, wording),
    tooltip: shownWhole(`${task.name}: ${state}. ${task.goal} ${reasons}`),
    enter: 'openTask',
    kind: ['task', ...(hasEnded ? ['done'] : []), ...(isToReview ? ['review'] : [])].join(' '),
    target: { workflow: task.workflow, task: task.id },
    ...(isToReview ? { badge: t('Review') } : {}),
    ...(progress === undefined ? {} : { progress }),
    ...(hasEnded ? { actions: actionsOf(isToReview, t) } : {}),
  };
}

/** How far a running task is, in per cent, where its agent said so. */
export function progressOf({ status }: Task, milestones: readonly Milestone[]): number | undefined {
  if (status !== 'in_progress' && status !== 'blocked') return undefined;
  return milestones.findLast(({ progress }) => progress !== null)?.progress ?? undefined;
}

function actionsOf(isToReview: boolean, t: Wording['t']): readonly Action[] {
  const changes: Action = { command: 'openTaskChanges', title: t('Open All Changes'), icon: 'diff-multiple' };
  const review: Action = { command: 'markReviewed', title: t('Mark Reviewed…'), icon: 'check' };
  return isToReview ? [changes, review] : [changes];
}

function detailOf(task: Task, milestones: readonly Milestone[], state: string, { t, time }: Wording): string {
  if (task.completion) return duration(task.completion.durationSeconds, t);
  const latest = milestones.at(-1);
  if (latest) return shown(latest.message);
  if (task.status === 'in_progress' && task.startedAt !== null) return t('since {0}', time(task.startedAt));
  return state;
}

/** A stretch of time in its two largest units at most. */
export function duration(seconds: number, t: Wording['t']): string {
  if (seconds < 60) return t('{0} s', Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('{0} min', minutes);
  return t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}

/** How a status looks, and what it says. */
export function taskLook(status: TaskStatus, t: Wording['t']): { icon: Icon; tone: Tone; state: string } {
  switch (status) {
    case 'planned':
      return { icon: 'circle-outline', tone: 'off', state: t('not started') };
    case 'in_progress':
      return { icon: 'loading', tone: 'run', state: t('running') };
    case 'blocked':
      return { icon: 'circle-slash', tone: 'warn', state: t('blocked') };
    case 'awaiting_review':
      return { icon: 'eye', tone: 'warn', state: t('waits for a review') };
    case 'success':
      return { icon: 'pass', tone: 'ok', state: t('done') };
    case 'partial_success':
      return { icon: 'warning', tone: 'warn', state: t('partly done') };
    case 'failed':
      return { icon: 'error', tone: 'bad', state: t('failed') };
    case 'cancelled':
      return { icon: 'circle-slash', tone: 'off', state: t('cancelled') };
    case 'reverted':
      return { icon: 'discard', tone: 'off', state: t('files put back') };
    case 'stale':
      return { icon: 'history', tone: 'warn', state: t('not heard of for a while') };
  }
}

function isOver(status: TaskStatus): boolean {
  return status !== 'planned' && status !== 'in_progress' && status !== 'blocked';
}

function decisionRow(decision: Decision, level: number, target: Target): Row {
  return {
    id: `decision:${decision.id}`,
    level,
    icon: 'lightbulb',
    label: shown(decision.chosen),
    detail: decision.category.replaceAll('_', ' '),
    tooltip: shownWhole(`${decision.question} ${decision.chosen}: ${decision.reasoning}`),
    enter: 'openTask',
    kind: 'decision',
    target: { ...target, event: decision.id },
  };
}

function issueRow(issue: Issue, level: number, target: Target, { t }: Wording): Row {
  return {
    id: `issue:${issue.id}`,
    level,
    icon: 'issues',
    ...(issue.needsReview ? { tone: 'warn' as const, state: t('needs a review') } : {}),
    label: shown(issue.description),
    detail: issue.issueType.replaceAll('_', ' '),
    tooltip: shownWhole(`${issue.description} ${issue.resolution}`),
    enter: 'openTask',
    kind: 'issue',
    target: { ...target, event: issue.id },
  };
}

/** The rows of the files that it changed, those first that it changed alone. */
export function fileRows(task: Task, level: number, wording: Wording): readonly Row[] {
  const { completion } = task;
  if (!completion) return [];
  const shared = new Set<FileChange>(completion.account.shared);
  const changes: readonly FileChange[] = [...completion.account.own, ...shared];
  const unexpected = new Set(completion.verification.unexpectedFiles);
  const rows = changes.slice(0, MAX_FILES).map(change => {
    const outside = unexpected.has(change.path)
      ? wording.t('outside {0}', shown(task.areas.join(', '), 60))
      : undefined;
    return fileRow(task, change, { level, outside, isShared: shared.has(change) }, wording);
  });
  const more = changes.length - rows.length;
  return more === 0 ? rows : [...rows, moreRow(task, more, level, wording)];
}

/** Where a file's row stands, and what is said of it. */
interface FilePlace {
  readonly level: number;
  /** That it lies outside the areas that the task named. */
  readonly outside: string | undefined;
  readonly isShared: boolean;
}

function fileRow(task: Task, change: FileChange, place: FilePlace, wording: Wording): Row {
  const { t } = wording;
  const slash = change.path.lastIndexOf('/');
  const folder = slash < 0 ? '' : change.path.slice(0, slash);
  const kind = kindOf(change.status);
  const detail = [
    shown(folder, 100),
    ...(place.outside === undefined ? [] : [place.outside]),
    ...(place.isShared ? [t('other tasks ran meanwhile')] : []),
  ].filter(part => part !== '');
  return {
    id: `file:${task.id}:${shown(change.path, 1_000)}`,
    level: place.level,
    icon: 'file',
    label: shown(change.path.slice(slash + 1)),
    ...(detail.length === 0 ? {} : { detail: detail.join(' · ') }),
    change: { kind, letter: LETTERS[kind], title: titleOf(kind, t) },
    ...(place.outside === undefined
      ? {}
      : {
          mark: { icon: 'warning' as const, title: t('Outside the declared areas'), tone: 'warn' as const },
        }),
    tooltip: shownWhole(change.from === undefined ? change.path : `${change.from} → ${change.path}`),
    enter: 'openFileChanges',
    actions: [{ command: 'openFileChanges', title: t('Open Changes'), icon: 'diff' }],
    kind: `file ${kind}`,
    target: { workflow: task.workflow, task: task.id, path: change.path },
  };
}

const LETTERS: Readonly<Record<Change, string>> = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' };

function kindOf(status: FileChange['status']): Change {
  return status === 'mode' || status === 'type' ? 'modified' : status;
}

function titleOf(kind: Change, t: Wording['t']): string {
  switch (kind) {
    case 'added':
      return t('added');
    case 'modified':
      return t('modified');
    case 'deleted':
      return t('deleted');
    case 'renamed':
      return t('renamed');
  }
}

function moreRow(task: Task, count: number, level: number, { t }: Wording): Row {
  return {
    id: `more:${task.id}`,
    level,
    icon: 'diff-multiple',
    label: t('{0} more files: open all changes', count),
    enter: 'openTaskChanges',
    kind: 'more',
    target: { workflow: task.workflow, task: task.id },
  };
}
