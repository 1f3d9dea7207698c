import type { FileChange, TaskAccount } from '../../core/snapshots/snapshot';
import type { Decision, Issue, Task } from '../../core/workflow/model/state';
import type { Milestone } from '../../core/workflow/report/taskActivity';
import type { TaskStatus } from '../../core/workflow/model/words';
import type { Icon } from '../../shared/webview/icons';
import type { Action, Change, Row, Target, Tone } from '../../shared/explorer/picture';
import { duration } from '../words/amounts';
import { fileIcon } from '../words/fileIcon';
import { canBeEnded } from '../workflow/canBeEnded';
import {
  categoryWords,
  changeWords,
  issueWords,
  type ShownStatus,
  shownStatus,
  taskState,
} from '../words/stateWords';
import { taskCard } from './cards';
import { paged, type Paging } from './paging';
import { shown, shownWhole, type Wording } from '../words/wording';

/** What a task's rows are drawn from. */
export interface TaskFacts {
  readonly task: Task;
  readonly level: number;
  readonly milestones: readonly Milestone[];
  readonly isToReview: boolean;
  /** Whether an agent can begin it or go on with it. */
  readonly isStartable: boolean;
  /** Draws each of its subtasks. */
  readonly subtasks: readonly (() => readonly Row[])[];
  /** Where rows of its children go on. */
  readonly paging: Paging;
  /** Whether so few tasks wait for a person that they stand open. */
  readonly areReviewsOpen: boolean;
  /** Address of a file of the workspace, for dragging it. */
  readonly uriOf: (path: string) => string | undefined;
  /** Id of this disk, where the journal is shared with a team. */
  readonly disk?: string | undefined;
}

/** A task with what is below it: subtasks, decisions, issues and the files that it changed. */
export function taskRows(facts: TaskFacts, wording: Wording): readonly Row[] {
  const { task, subtasks, isToReview, areReviewsOpen } = facts;
  const target = { workflow: task.workflow, task: task.id };
  const level = facts.level + 1;
  const children = [
    ...subtasks,
    ...task.decisions.map(decision => () => [decisionRow(decision, level, target, wording)]),
    ...task.issues.map(issue => () => [issueRow(issue, level, { target, isToReview }, wording)]),
    ...fileRows(facts, level, wording),
  ];
  const row = taskRow(facts, wording);
  const below = paged({ parent: row.id, level }, children, facts.paging, wording);
  return [
    below.length === 0 ? row : { ...row, isOpen: !isOver(task.status) || (isToReview && areReviewsOpen) },
    ...below,
  ];
}

/** The row of the task itself. */
export function taskRow(
  {
    task,
    level,
    milestones,
    isToReview,
    isStartable,
    disk,
  }: Pick<TaskFacts, 'task' | 'level' | 'milestones' | 'isToReview' | 'isStartable' | 'disk'>,
  wording: Wording,
): Row {
  const { t } = wording;
  const { icon, tone, state } = lookOf(task, t);
  const progress = progressOf(task, milestones);
  const teammate = teammateOf(task, disk, wording);
  return {
    id: `task:${task.id}`,
    level,
    icon,
    tone,
    state,
    label: shown(task.name),
    detail: detailOf(task, milestones, state, wording),
    tooltip: taskCard(task, milestones, state, wording),
    enter: 'openTask',
    kind: taskKind(task, isToReview, isStartable),
    target: { workflow: task.workflow, task: task.id },
    ...(isToReview ? { badge: t('Review') } : {}),
    ...(teammate === undefined ? {} : { mark: { icon: 'organization' as const, title: teammate } }),
    ...(progress === undefined ? {} : { progress }),
    ...(task.status === 'planned' ? { moves: MOVES } : {}),
    ...actionsOf({ hasEnded: task.completion !== null, isToReview, isStartable }, t),
  };
}

/** Who of the team did it, where that was on another machine. */
function teammateOf({ start }: Task, disk: string | undefined, { t }: Wording): string | undefined {
  if (disk === undefined || start?.disk === undefined || start.disk === disk) return undefined;
  return start.by === undefined
    ? t('Team: on another machine')
    : t('Team: {0}, on another machine', shown(start.by, 60));
}

const MOVES = { up: 'moveTaskUp', down: 'moveTaskDown' };

/** What menus go by. What was put back can't be reviewed any more. */
function taskKind({ completion, status }: Task, isToReview: boolean, isStartable: boolean): string {
  const hasEnded = completion !== null;
  const isReviewable = hasEnded && status !== 'reverted';
  const kinds = [
    'task',
    hasEnded ? 'done' : undefined,
    isReviewable ? 'reviewable' : undefined,
    isToReview ? 'review' : undefined,
    canBeEnded(status) ? 'endable' : undefined,
    isStartable ? 'startable' : undefined,
    status === 'planned' || status === 'abandoned' ? status : undefined,
  ];
  return kinds.filter(kind => kind !== undefined).join(' ');
}

/** How far a running task is, in per cent, where its agent said so. */
export function progressOf({ status }: Task, milestones: readonly Milestone[]): number | undefined {
  if (status !== 'in_progress' && status !== 'blocked') return undefined;
  return milestones.findLast(({ progress }) => progress !== null)?.progress ?? undefined;
}

function actionsOf(
  task: { readonly hasEnded: boolean; readonly isToReview: boolean; readonly isStartable: boolean },
  t: Wording['t'],
): { readonly actions?: readonly Action[] } {
  if (task.isStartable)
    return { actions: [{ command: 'startInChat', title: t('Start in Chat'), icon: 'play' }] };
  if (!task.hasEnded) return {};
  const changes: Action = { command: 'openTaskChanges', title: t('Open All Changes'), icon: 'diff-multiple' };
  return { actions: task.isToReview ? [changes, review(t)] : [changes] };
}

function review(t: Wording['t']): Action {
  return { command: 'markReviewed', title: t('Mark Reviewed…'), icon: 'check' };
}

function detailOf(task: Task, milestones: readonly Milestone[], state: string, wording: Wording): string {
  const { t, time } = wording;
  if (task.completion) return duration(task.completion.durationSeconds, wording);
  const latest = milestones.at(-1);
  if (latest) return shown(latest.message);
  if (task.status === 'in_progress' && task.startedAt !== null) return t('since {0}', time(task.startedAt));
  return state;
}

/** How a status looks, and what it says. */
export function taskLook(status: ShownStatus, t: Wording['t']): { icon: Icon; tone: Tone; state: string } {
  return { ...signOf(status), state: taskState(status, t) };
}

/** The same of a task. */
export function lookOf(task: Pick<Task, 'status' | 'completion' | 'reviews'>, t: Wording['t']) {
  return taskLook(shownStatus(task), t);
}

/** An icon that no other status has; its colour says who acts: yellow a person, blue an agent. */
function signOf(status: ShownStatus): { icon: Icon; tone: Tone } {
  switch (status) {
    case 'planned':
      return { icon: 'circle-outline', tone: 'off' };
    case 'in_progress':
      return { icon: 'loading', tone: 'run' };
    case 'blocked':
      return { icon: 'watch', tone: 'warn' };
    case 'awaiting_review':
      return { icon: 'eye', tone: 'warn' };
    case 'changes_requested':
      return { icon: 'comment', tone: 'run' };
    case 'changes_unknown':
      return { icon: 'question', tone: 'warn' };
    case 'success':
      return { icon: 'pass', tone: 'ok' };
    case 'partial_success':
      return { icon: 'warning', tone: 'warn' };
    case 'failed':
      return { icon: 'error', tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', tone: 'off' };
    case 'reverted':
      return { icon: 'discard', tone: 'off' };
    case 'stale':
      return { icon: 'debug-pause', tone: 'warn' };
    case 'abandoned':
      return { icon: 'debug-disconnect', tone: 'warn' };
  }
}

function isOver(status: TaskStatus): boolean {
  return status !== 'planned' && status !== 'in_progress' && status !== 'blocked';
}

function decisionRow(decision: Decision, level: number, target: Target, { t }: Wording): Row {
  return {
    id: `decision:${decision.id}`,
    level,
    icon: 'lightbulb',
    label: shown(decision.chosen),
    detail: categoryWords(decision.category, t),
    tooltip: shownWhole(`${decision.question} ${t('{0}: {1}', decision.chosen, decision.reasoning)}`),
    enter: 'openTask',
    kind: 'decision',
    target: { ...target, event: decision.id },
  };
}

function issueRow(
  issue: Issue,
  level: number,
  { target, isToReview }: { readonly target: Target; readonly isToReview: boolean },
  { t }: Wording,
): Row {
  const isWaiting = issue.needsReview && isToReview;
  return {
    id: `issue:${issue.id}`,
    level,
    icon: 'issues',
    ...(issue.needsReview ? { tone: 'warn' as const, state: taskState('awaiting_review', t) } : {}),
    label: shown(issue.description),
    detail: issueWords(issue.issueType, t),
    tooltip: shownWhole(`${issue.description} ${issue.resolution}`),
    enter: 'openTask',
    kind: isWaiting ? 'issue review' : 'issue',
    target: { ...target, event: issue.id },
    ...(isWaiting ? { actions: [review(t)] } : {}),
  };
}

/** What is known of a task's files: when it has ended, or while it is worked on. */
export interface FileFacts extends Pick<TaskFacts, 'task' | 'uriOf'> {
  readonly soFar?: { readonly account: TaskAccount; readonly outside: readonly string[] } | undefined;
}

/** Draws each of the files that it changed, those first that it changed alone. */
export function fileRows(
  { task, uriOf, soFar }: FileFacts,
  level: number,
  wording: Wording,
): readonly (() => readonly Row[])[] {
  const { completion } = task;
  const account = completion?.account ?? soFar?.account;
  if (!account) return [];
  const shared = new Set<FileChange>(account.shared);
  const changes: readonly FileChange[] = [...account.own, ...shared];
  const unexpected = new Set(completion?.verification.unexpectedFiles ?? soFar?.outside);
  return changes.map(change => () => {
    const outside = unexpected.has(change.path)
      ? wording.t('outside {0}', shown(task.areas.join(', '), 60))
      : undefined;
    const uri = change.status === 'deleted' ? undefined : uriOf(change.path);
    return [fileRow(task, change, { level, outside, isShared: shared.has(change), uri }, wording)];
  });
}

/** Where a file's row stands, and what is said of it. */
interface FilePlace {
  readonly level: number;
  /** That it lies outside the areas that the task named. */
  readonly outside: string | undefined;
  readonly isShared: boolean;
  /** Address of the file, where it is still there. */
  readonly uri: string | undefined;
}

function fileRow(task: Task, change: FileChange, place: FilePlace, wording: Wording): Row {
  const { t } = wording;
  const slash = change.path.lastIndexOf('/');
  const folder = slash < 0 ? '' : change.path.slice(0, slash);
  const kind = kindOf(change.status);
  const detail = [
    shown(folder, 100),
    ...(place.outside === undefined ? [] : [place.outside]),
    ...(place.isShared ? [t('shared with another task')] : []),
  ].filter(part => part !== '');
  return {
    id: `file:${task.id}:${shown(change.path, 1_000)}`,
    level: place.level,
    icon: fileIcon(change.path),
    label: shown(change.path.slice(slash + 1)),
    ...(detail.length === 0 ? {} : { detail: detail.join(' · ') }),
    change: { kind, letter: LETTERS[kind], title: changeWords(kind, t) },
    ...(place.outside === undefined
      ? {}
      : {
          mark: { icon: 'warning' as const, title: t('Outside the declared areas'), tone: 'warn' as const },
        }),
    tooltip: shownWhole(change.from === undefined ? change.path : `${change.from} → ${change.path}`),
    enter: 'openFileChanges',
    kind: `file ${kind}`,
    target: { workflow: task.workflow, task: task.id, path: change.path },
    ...(place.uri === undefined ? {} : { uri: place.uri }),
    ...(kind === 'deleted'
      ? {}
      : { actions: [{ command: 'openFile', title: t('Open File'), icon: 'go-to-file' as const }] }),
  };
}

/** The letter of a change. */
export const LETTERS: Readonly<Record<Change, string>> = {
  added: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
};

/** What a change is, in the four words that rows have. */
export function kindOf(status: FileChange['status']): Change {
  return status === 'mode' || status === 'type' ? 'modified' : status;
}
