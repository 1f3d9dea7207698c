import { type RiskSign, riskSigns, sizeOf } from '../../core/workflow/report/reviewRisk';
import { recordedBy } from '../../core/workflow/model/recordedBy';
import type { Task, Workflow } from '../../core/workflow/model/state';
import { MAX_CARD_LINES } from '../../shared/reviewStack/messages';
import type { Chip, StackCard } from '../../shared/reviewStack/picture';
import { lookOf } from '../explorer/taskRows';
import { filesToLookAt } from '../taskPage/files';
import { verdictOf } from '../taskPage/verdict';
import { fileCount, linesOf, numeral, plural } from '../words/amounts';
import { joined, shown, type Wording } from '../words/wording';

/** Files that a card names. */
const MAX_FILES = 6;

/** A task as the page of reviews shows it. */
export function cardOf(task: Task, workflow: Workflow, draft: string, wording: Wording): StackCard {
  const { t } = wording;
  const { files, insertions, deletions } = sizeOf(task);
  return {
    id: task.id,
    ...lookOf(task, t),
    title: shown(task.name),
    chips: chipsOf(task, wording),
    about: joined(
      files === 0 ? undefined : fileCount(files, wording),
      linesOf(insertions, deletions),
      shown(workflow.name, 80),
      shown(task.caller?.name ?? '', 40),
      shown(recordedBy(task), 40),
    ),
    lines: verdictOf(task, true, wording)
      .flatMap(({ text, lines }) => [text, ...lines])
      .slice(0, MAX_CARD_LINES),
    files: filesToLookAt(task, MAX_FILES, wording),
    actions: [
      { command: 'openTask', title: t('Open Task') },
      ...(files === 0
        ? []
        : [
            { command: 'openTaskChanges', title: t('Open All Changes') },
            { command: 'compareWithNow', title: t('Compare with Now') },
          ]),
    ],
    target: { workflow: task.workflow, task: task.id },
    draft,
  };
}

function chipsOf(task: Task, wording: Wording): readonly Chip[] {
  const signs = riskSigns(task);
  const { t } = wording;
  const asked = task.reviews.at(-1)?.verdict === 'changes_requested';
  const isInside =
    task.completion !== null &&
    task.areas.length > 0 &&
    signs.every(({ kind }) => kind !== 'outside' && kind !== 'unknown');
  return [
    ...(asked ? [{ text: t('changes requested, answered'), tone: 'run' as const }] : []),
    ...signs.map(sign => chipOf(task, sign, wording)),
    ...(isInside ? [{ text: t('inside its areas'), tone: 'ok' as const }] : []),
  ];
}

function chipOf({ completion }: Task, { kind, count }: RiskSign, wording: Wording): Chip {
  const { t } = wording;
  const n = numeral(count, wording);
  switch (kind) {
    case 'lost':
      return { text: plural(count, wording, t('{0} change lost', n), t('{0} changes lost', n)), tone: 'bad' };
    case 'unknown':
      return { text: t('changes unknown'), tone: 'bad' };
    case 'outside':
      return { text: plural(count, wording, t('{0} outside', n), t('{0} outside', n)), tone: 'warn' };
    case 'failed':
      return {
        text: completion?.claims.testsStatus === 'failed' ? t('tests failed') : t('failed'),
        tone: 'bad',
      };
    case 'deleted':
      return { text: plural(count, wording, t('{0} deleted', n), t('{0} deleted', n)), tone: 'warn' };
    case 'unconfirmed':
      return {
        text: plural(count, wording, t('{0} claim not confirmed', n), t('{0} claims not confirmed', n)),
        tone: 'warn',
      };
    case 'untested':
      return { text: t('no tests'), tone: 'off' };
    case 'shared':
      return { text: plural(count, wording, t('{0} shared file', n), t('{0} shared files', n)), tone: 'off' };
    case 'reported':
      return { text: t('tests only reported'), tone: 'off' };
  }
}
