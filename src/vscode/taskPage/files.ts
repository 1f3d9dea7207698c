import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import type { Row } from '../../shared/explorer/picture';
import type { RowList } from '../../shared/taskPage/picture';
import { fileRows } from '../explorer/taskRows';
import { joined, type Wording } from '../words/wording';
import { numeral, plural } from '../words/amounts';

/** Files that the page shows: the rest is counted, and a click away. */
const MAX_FILES = 200;

/** The files that the task changed, as the sidebar shows them, with how much of each. */
export function filesOf(task: Task, hasSubtasks: boolean, wording: Wording): RowList {
  const { t } = wording;
  const account = task.completion?.account;
  const changes = [...(account?.own ?? []), ...(account?.shared ?? [])];
  const canRestore = task.status !== 'reverted' && account?.isRestorable === true;
  const drawn = fileRows({ task, uriOf: () => undefined }, 1, wording).slice(0, MAX_FILES);
  const files = drawn
    .flatMap(draw => draw())
    .map((row, at) => withLines(row, changes[at], canRestore, wording));
  const left = changes.length - files.length;
  const rows = left === 0 ? files : [...files, moreRow(task, left, wording)];
  const note = noteOf(task, hasSubtasks, wording);
  return { title: t('Changed Files'), count: changes.length, rows, ...(note === '' ? {} : { note }) };
}

function withLines(row: Row, change: FileChange | undefined, canRestore: boolean, { t }: Wording): Row {
  if (row.target.path === undefined || !change) return row;
  const { insertions, deletions, isBinary } = change;
  const lines = isBinary === true ? t('binary') : linesOf(insertions ?? 0, deletions ?? 0);
  const changes = { command: 'openFileChanges', title: t('Open Changes'), icon: 'diff' as const };
  const restore = { command: 'restoreTask', title: t('Restore File…'), icon: 'discard' as const };
  return {
    ...row,
    detail: joined(row.detail, lines),
    actions: [changes, ...(canRestore ? [restore] : []), ...(row.actions ?? [])],
  };
}

function moreRow({ id, workflow }: Task, count: number, wording: Wording): Row {
  const { t } = wording;
  const n = numeral(count, wording);
  return {
    id: `more:${id}`,
    level: 1,
    icon: 'diff-multiple',
    label: plural(
      count,
      wording,
      t('{0} more file: open all changes', n),
      t('{0} more files: open all changes', n),
    ),
    enter: 'openTaskChanges',
    kind: 'more',
    target: { workflow, task: id },
  };
}

function linesOf(insertions: number, deletions: number): string {
  return [insertions === 0 ? '' : `+${insertions}`, deletions === 0 ? '' : `−${deletions}`].join(' ').trim();
}

function noteOf({ completion, status, startedAt }: Task, hasSubtasks: boolean, { t }: Wording): string {
  if (startedAt === null) return t('This task has not been started.');
  if (!completion) return t('Compared with the snapshot when the task ends.');
  const { own, shared, imported, revealed, unknown } = completion.account;
  if (unknown !== null) return t("This task's changes are unknown.");
  const none = hasSubtasks ? t('No files of its own: see its subtasks.') : t('No files changed.');
  return joined(
    own.length + shared.length === 0 ? none : undefined,
    status === 'reverted' ? t('These changes were reverted.') : undefined,
    imported.length === 0 ? undefined : t('{0} more came from checkout, merge, or pull.', imported.length),
    revealed.length === 0 ? undefined : t('{0} more are no longer ignored.', revealed.length),
  );
}
