import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/state';
import type { Row } from '../../shared/explorer/picture';
import type { RowList } from '../../shared/taskPage/picture';
import { fileRows } from '../explorer/taskRows';
import { joined, type Wording } from '../explorer/wording';

/** The files that the task changed, as the sidebar shows them, with how much of each. */
export function filesOf(task: Task, hasSubtasks: boolean, wording: Wording): RowList {
  const { t } = wording;
  const account = task.completion?.account;
  const changes = [...(account?.own ?? []), ...(account?.shared ?? [])];
  const rows = fileRows(task, 1, wording).map((row, at) => withLines(row, changes[at], wording));
  const note = noteOf(task, hasSubtasks, wording);
  return { title: t('Changed Files'), count: changes.length, rows, ...(note === '' ? {} : { note }) };
}

function withLines(row: Row, change: FileChange | undefined, { t }: Wording): Row {
  if (row.target.path === undefined || !change) return row;
  const { insertions, deletions, isBinary } = change;
  const lines = isBinary === true ? t('binary') : linesOf(insertions ?? 0, deletions ?? 0);
  const isGone = change.status === 'deleted';
  const openFile = { command: 'openFile', title: t('Open File'), icon: 'go-to-file' as const };
  return {
    ...row,
    detail: joined(row.detail, lines),
    actions: [...(row.actions ?? []), ...(isGone ? [] : [openFile])],
  };
}

function linesOf(insertions: number, deletions: number): string {
  return [insertions === 0 ? '' : `+${insertions}`, deletions === 0 ? '' : `−${deletions}`].join(' ').trim();
}

function noteOf({ completion, status, startedAt }: Task, hasSubtasks: boolean, { t }: Wording): string {
  if (startedAt === null) return t('This task has not been started.');
  if (!completion) return t('Compared with the snapshot when the task ends.');
  const { own, shared, imported, revealed } = completion.account;
  const none = hasSubtasks ? t('No files of its own: see its subtasks.') : t('No files changed.');
  return joined(
    own.length + shared.length === 0 ? none : undefined,
    status === 'reverted' ? t('These changes were put back.') : undefined,
    imported.length === 0 ? undefined : t('{0} more came by checkout, merge or pull.', imported.length),
    revealed.length === 0 ? undefined : t('{0} more are no longer ignored.', revealed.length),
  );
}
