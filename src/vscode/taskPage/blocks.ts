import { lostCommits } from '../../core/snapshots/snapshot';
import { lastReview, type Review, type Task } from '../../core/workflow/model/state';
import type { Block, Link } from '../../shared/taskPage/picture';
import { shown, shownWhole, type Wording } from '../words/wording';

/** Files outside the declared areas that are named; the rest is in the list. */
const MAX_LINKS = 10;
/** Reasons and warnings that are read out. */
const MAX_LINES = 10;

/** What is to be read before the rest: why somebody should look, and what was said of it. */
export function blocksOf(task: Task, isToReview: boolean, wording: Wording): readonly Block[] {
  const review = lastReview(task);
  return [
    ...unknownBlock(task, wording),
    ...droppedBlock(task, wording),
    ...scopeAndReasons(task, isToReview, wording),
    ...(review && !isToReview ? [reviewBlock(review, wording)] : []),
    ...warningsBlock(task, wording),
  ];
}

/** An empty list of files says nothing here. */
function unknownBlock({ completion }: Task, { t }: Wording): readonly Block[] {
  const reason = completion?.account.unknown ?? null;
  return reason === null
    ? []
    : [warned('unknown', t("This task's changes are unknown."), [shownWhole(reason)])];
}

function droppedBlock({ completion }: Task, { t }: Wording): readonly Block[] {
  const lost = completion === null ? [] : lostCommits(completion.account);
  const lines = lost
    .slice(0, MAX_LINES)
    .map(({ id, subject }) => `${shown(id.slice(0, 7))} ${shown(subject, 200)}`);
  return lines.length === 0 ? [] : [warned('dropped', t('Commits no longer on any branch'), lines)];
}

function warned(id: string, text: string, lines: readonly string[]): Block {
  return { id, icon: 'warning', tone: 'warn', text, links: [], lines, actions: [] };
}

function scopeAndReasons(task: Task, isToReview: boolean, { t }: Wording): readonly Block[] {
  const unexpected = task.completion?.verification.unexpectedFiles ?? [];
  const reasons = task.reasons.filter(({ kind }) => kind !== 'scope').slice(0, MAX_LINES);
  if (unexpected.length === 0 && !isToReview) return [];
  const areas = shown(task.areas.join(', '), 80);
  const count = unexpected.length;
  const scope =
    count === 1
      ? t('1 file changed outside the declared areas ({0}).', areas)
      : t('{0} files changed outside the declared areas ({1}).', count, areas);
  const lines = reasons.map(({ text }) => t('Review needed: “{0}”', shownWhole(text)));
  return [
    {
      id: 'review',
      icon: 'warning',
      tone: 'warn',
      text: count === 0 ? t('This task is waiting for your review.') : scope,
      links: unexpected.slice(0, MAX_LINKS).map(path => fileLink(task, path)),
      lines,
      actions: [],
    },
  ];
}

function fileLink(task: Task, path: string): Link {
  return {
    id: `outside:${shown(path, 1_000)}`,
    label: shown(path, 100),
    enter: 'openFileChanges',
    target: { workflow: task.workflow, task: task.id, path },
  };
}

function reviewBlock({ verdict, comments, at, isDelivered }: Review, { t, time }: Wording): Block {
  const isGood = verdict === 'approved';
  return {
    id: 'reviewed',
    icon: isGood ? 'pass' : 'comment',
    tone: isGood ? 'ok' : 'warn',
    text: isGood ? t('You approved this at {0}.', time(at)) : t('You asked for changes at {0}.', time(at)),
    links: [],
    lines: [
      ...comments.slice(0, MAX_LINES).map(comment => shownWhole(comment)),
      ...(isDelivered ? [] : [t('Your agent sees this with its next call.')]),
    ],
    actions: [],
  };
}

function warningsBlock({ completion }: Task, { t }: Wording): readonly Block[] {
  const account = completion?.account;
  const hasScopeBlock = (completion?.verification.unexpectedFiles.length ?? 0) > 0;
  const warnings = (completion?.verification.warnings ?? []).filter(
    text => !hasScopeBlock || !text.includes('outside declared scope'),
  );
  const lines = [...warnings, ...(account?.partial === null || !account ? [] : [account.partial])];
  if (lines.length === 0) return [];
  return [
    {
      id: 'warnings',
      icon: 'info',
      tone: 'off',
      text: t('Check results'),
      links: [],
      lines: lines.slice(0, MAX_LINES).map(line => shownWhole(line)),
      actions: [],
    },
  ];
}
