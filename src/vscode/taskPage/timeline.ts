import type { Completion, Decision, Issue, Restore, Review, Task } from '../../core/workflow/model/state';
import type { Milestone } from '../../core/workflow/report/taskActivity';
import type { Action, Target } from '../../shared/explorer/picture';
import type { Happening } from '../../shared/taskPage/picture';
import { lookOf, taskLook } from '../explorer/taskRows';
import { joined, shown, type Wording } from '../words/wording';
import { percent } from '../words/amounts';
import { claimWords } from '../words/claimWords';
import { categoryWords, issueWords, taskState } from '../words/stateWords';
import { snapshotWord } from './heading';

/** Things of one kind that are shown, the newest. */
const MAX_OF_A_KIND = 100;
/** Longest text of an agent: a paragraph. */
const MAX_PROSE = 1_000;
/** Lines below one thing that happened. */
const MAX_LINES = 20;

/** Something that happened, and when: that it is sorted by. */
type Dated = Omit<Happening, 'target' | 'lines'> & {
  readonly at: number;
  readonly lines?: readonly string[];
};

/** What happened in the task, in the order in which it did, and last what it is doing now. */
export function timelineOf(
  task: Task,
  milestones: readonly Milestone[],
  wording: Wording,
): readonly Happening[] {
  const target: Target = { workflow: task.workflow, task: task.id };
  const { completion, restores } = task;
  const begun = task.startedAt === null ? [] : [startOf(task, task.startedAt, wording)];
  const dated: readonly Dated[] = [
    ...begun,
    ...task.decisions.slice(-MAX_OF_A_KIND).map(decision => decisionOf(decision, wording)),
    ...milestones.map((milestone, index) => milestoneOf(milestone, index, wording)),
    ...task.issues.slice(-MAX_OF_A_KIND).map(issue => issueOf(issue, wording)),
    ...(completion ? [endOf(completion, task.isEndedByUser, wording)] : []),
    ...task.reviews.slice(-MAX_OF_A_KIND).map(review => reviewOf(review, wording)),
    ...restores
      .filter(({ after }) => after !== null)
      .slice(-MAX_OF_A_KIND)
      .map((restore, i, all) => restoreOf(restore, { index: i, isLast: i === all.length - 1 }, wording)),
  ];
  const happened = dated.toSorted((a, b) => a.at - b.at).map(each => timed(each, target, wording));
  // When a commit was made is not recorded, only that it was: it stands before the end.
  const end = happened.findIndex(({ id }) => id === 'end');
  const commits = commitsOf(completion, target, wording);
  const before = end < 0 ? happened : happened.slice(0, end);
  return [...before, ...commits, ...happened.slice(before.length), ...nowOf(task, target, wording)];
}

function timed({ at, ...happening }: Dated, target: Target, { time, moment }: Wording): Happening {
  return {
    lines: [],
    target,
    ...happening,
    time: { short: time(at), long: moment(at), iso: new Date(at).toISOString() },
  };
}

function startOf({ start }: Task, at: number, { t }: Wording): Dated {
  const branch = start?.roots.find(root => root.branch !== null)?.branch;
  const snapshot = start ? t('Snapshot {0}', snapshotWord(start, t)) : undefined;
  return {
    id: 'start',
    at,
    icon: 'debug-start',
    tone: 'run',
    title: t('Task started'),
    text: joined(snapshot, branch ? t('branch {0}', shown(branch, 80)) : undefined),
  };
}

function decisionOf(decision: Decision, { t }: Wording): Dated {
  const others = decision.options.filter(option => option !== decision.chosen).map(each => shown(each, 60));
  const over = others.length === 0 ? '' : `${t('over {0}', others.slice(0, 6).join(', '))}. `;
  return {
    id: decision.id,
    at: decision.at,
    icon: 'lightbulb',
    title: t('Decision: {0}', categoryWords(decision.category, t)),
    strong: `${shown(decision.question, 300)} → ${shown(decision.chosen, 200)}`,
    text: `${over}${shown(decision.reasoning, MAX_PROSE - over.length)}`,
    ...(decision.tradeOffs === null ? {} : { lines: [shown(decision.tradeOffs, 400)] }),
  };
}

function milestoneOf({ message, progress, at }: Milestone, index: number, wording: Wording): Dated {
  return {
    id: `milestone:${index}`,
    at,
    icon: 'milestone',
    title: wording.t('Milestone: {0}', shown(message, 300)),
    ...(progress === null ? {} : { badge: percent(progress, wording) }),
  };
}

function issueOf(issue: Issue, { t }: Wording): Dated {
  return {
    id: issue.id,
    at: issue.at,
    icon: 'issues',
    ...(issue.needsReview
      ? { tone: 'warn' as const, badge: taskState('awaiting_review', t), action: reviewAction(t) }
      : {}),
    title: t('Issue: {0}', issueWords(issue.issueType, t)),
    text: shown(issue.description, MAX_PROSE),
    lines: [t('Resolved by: {0}', shown(issue.resolution, MAX_PROSE))],
  };
}

function reviewAction(t: Wording['t']): Action {
  return { command: 'markReviewed', title: t('Mark Reviewed…'), icon: 'check' };
}

function commitsOf(completion: Completion | null, target: Target, { t }: Wording): readonly Happening[] {
  return (completion?.account.commits ?? []).slice(-MAX_OF_A_KIND).map(({ id, subject }) => ({
    id: `commit:${shown(id, 80)}`,
    icon: 'git-commit',
    title: t('Commit {0}', shown(id.slice(0, 7))),
    text: shown(subject, 200),
    lines: [],
    target,
  }));
}

function endOf(completion: Completion, isByUser: boolean, wording: Wording): Dated {
  const { t } = wording;
  const { outcome, verification, account } = completion;
  const { icon, tone, state } = lookOf({ status: completion.status, completion, reviews: [] }, t);
  const list = (texts: readonly string[]): readonly string[] => texts.map(text => shown(text, 400));
  const lines = [
    ...list(outcome.achievements),
    ...list(outcome.limitations).map(text => t('Limit: {0}', text)),
    ...list(outcome.nextSteps).map(text => t('Next: {0}', text)),
    ...list(verification.claims.flatMap(claim => claimWords(claim, wording) ?? [])),
  ];
  return {
    id: 'end',
    at: completion.at,
    icon,
    tone,
    title: isByUser ? t('Ended by you: {0}', state) : t('Task ended: {0}', state),
    text: shown(outcome.summary, MAX_PROSE),
    lines: lines.slice(0, MAX_LINES),
    ...(account.own.length + account.shared.length === 0
      ? {}
      : {
          action: {
            command: 'openTaskChanges',
            title: t('Open All Changes'),
            icon: 'diff-multiple' as const,
          },
        }),
  };
}

function reviewOf({ id, at, verdict, comments }: Review, { t }: Wording): Dated {
  const isGood = verdict === 'approved';
  const { icon, tone } = taskLook(isGood ? 'success' : 'changes_requested', t);
  return {
    id,
    at,
    icon,
    tone,
    title: isGood ? t('Review: approved') : t('Review: changes requested'),
    lines: comments.slice(0, MAX_LINES).map(comment => shown(comment, MAX_PROSE)),
  };
}

/** Only the last one can be taken back. */
function restoreOf(
  { before, written, deleted }: Restore,
  { index, isLast }: { readonly index: number; readonly isLast: boolean },
  { t }: Wording,
): Dated {
  return {
    id: index === 0 ? 'restore' : `restore:${index}`,
    at: before.takenAt,
    icon: 'discard',
    title: t('Files restored'),
    text: t('{0} written, {1} deleted', written.length, deleted.length),
    ...(isLast
      ? { action: { command: 'undoRestore', title: t('Undo Restore'), icon: 'history' as const } }
      : {}),
  };
}

/** What goes on now, where it does. */
function nowOf({ status, touchedAt }: Task, target: Target, { t, time }: Wording): readonly Happening[] {
  const isHere =
    status === 'in_progress' || status === 'blocked' || status === 'stale' || status === 'abandoned';
  if (!isHere) return [];
  const { icon, tone } = taskLook(status, t);
  const titles = {
    in_progress: t('Running…'),
    blocked: t('Waiting for another task'),
    stale: t('Inactive since {0}', time(touchedAt)),
    abandoned: t('Its program ended; last active at {0}', time(touchedAt)),
  };
  const isIdle = status === 'stale' || status === 'abandoned';
  const text = isIdle ? t('Ask your agent to resume it. The task keeps its first snapshot.') : '';
  return [
    { id: 'now', icon, tone, title: titles[status], lines: [], target, ...(text === '' ? {} : { text }) },
  ];
}
