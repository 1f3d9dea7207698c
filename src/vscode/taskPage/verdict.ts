import { lostCommits } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import type { Block, Link } from '../../shared/taskPage/picture';
import { filesChanged, numeral } from '../words/amounts';
import { checkWords, reasonWords } from '../words/checkWords';
import { testWords } from '../words/stateWords';
import { shown, shownWhole, type Wording } from '../words/wording';

/** Files outside the declared areas that are named; the rest is in the list. */
const MAX_LINKS = 10;
/** Reasons, commits, and warnings that are read out. */
const MAX_LINES = 10;

/** The one banner of a page: what came of the task, and why somebody should look. Nothing while there is neither. */
export function verdictOf(task: Task, isToReview: boolean, wording: Wording): readonly Block[] {
  const { completion } = task;
  const links = linksOf(task);
  const lines = [...unknownLine(task, wording), ...lostLines(task, wording), ...reasonLines(task, wording)];
  if (completion === null && lines.length === 0 && !isToReview) return [];
  const found = checkLines(task, wording).slice(0, Math.max(0, MAX_LINES - lines.length));
  const isWarned = links.length + lines.length > 0 || isToReview;
  const sign = isWarned ? { icon: 'warning' as const, tone: 'warn' as const } : signOf(found.length > 0);
  const text = sentenceOf(task, wording);
  return [{ id: 'verdict', ...sign, text, links, lines: [...lines, ...found], actions: [] }];
}

function signOf(hasRemarks: boolean): Pick<Block, 'icon' | 'tone'> {
  return hasRemarks ? { icon: 'info', tone: 'off' } : { icon: 'pass', tone: 'ok' };
}

/** As in `4 files changed, 1 outside the declared areas (api). Tests passed (reported, not verified).` */
function sentenceOf({ completion, areas }: Task, wording: Wording): string {
  const { t } = wording;
  if (completion === null) return t('This task is waiting for your review.');
  const { account, verification, claims } = completion;
  const tests = testWords(claims.testsStatus, t);
  const said = tests === undefined ? '' : t('Tests: {0}.', tests);
  if (account.unknown !== null) return `${t("This task's changes are unknown.")} ${said}`.trim();
  const files = filesChanged(account.own.length + account.shared.length, wording);
  const outside = verification.unexpectedFiles.length;
  const count = numeral(outside, wording);
  const changed =
    outside === 0
      ? `${files}.`
      : t('{0}, {1} outside the declared areas ({2}).', files, count, shown(areas.join(', '), 80));
  return `${changed} ${said}`.trim();
}

function unknownLine({ completion }: Task, wording: Wording): readonly string[] {
  const reason = completion?.account.unknown ?? null;
  return reason === null ? [] : [shownWhole(checkWords(reason, wording))];
}

function lostLines({ completion }: Task, { t }: Wording): readonly string[] {
  const lost = completion === null ? [] : lostCommits(completion.account);
  return lost
    .slice(0, MAX_LINES)
    .map(({ id, subject }) =>
      t('Commit no longer on any branch: {0}', `${shown(id.slice(0, 7))} ${shown(subject, 200)}`),
    );
}

/** Why it waits; files outside the areas are in the sentence already. */
function reasonLines({ reasons }: Task, { t }: Wording): readonly string[] {
  return reasons
    .filter(({ kind }) => kind !== 'scope')
    .slice(0, MAX_LINES)
    .map(reason => t('Review needed: “{0}”', shownWhole(reasonWords(reason, { t }))));
}

function checkLines({ completion }: Task, wording: Wording): readonly string[] {
  if (completion === null) return [];
  const { verification, account } = completion;
  const hasOutside = verification.unexpectedFiles.length > 0;
  const warnings = verification.warnings.filter(
    text => !hasOutside || !text.includes('outside declared scope'),
  );
  return [...warnings, ...(account.partial === null ? [] : [account.partial])].map(text =>
    shownWhole(checkWords(text, wording)),
  );
}

function linksOf({ workflow, id, completion }: Task): readonly Link[] {
  return (completion?.verification.unexpectedFiles ?? []).slice(0, MAX_LINKS).map(path => ({
    id: `outside:${shown(path, 1_000)}`,
    label: shown(path, 100),
    enter: 'openFileChanges',
    target: { workflow, task: id, path },
  }));
}
