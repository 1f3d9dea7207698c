import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import { canBeRestored } from '../workflow/canBeRestored';
import type { Row } from '../../shared/explorer/picture';
import type { RowList } from '../../shared/taskPage/picture';
import { fileRows } from '../explorer/taskRows';
import type { ChangesSoFar } from './liveChanges';
import { joined, type Wording } from '../words/wording';
import { linesOf, numeral, plural } from '../words/amounts';

/** Files that the page shows: the rest is counted, and a click away. */
const MAX_FILES = 200;

/** The files that the task changed, or has changed so far, as the sidebar shows them, with how much of each. */
export function filesOf(task: Task, hasSubtasks: boolean, wording: Wording, found?: ChangesSoFar): RowList {
  const { t } = wording;
  // What a look has found counts until the task ends.
  const soFar = task.status === 'in_progress' ? found : undefined;
  const account = task.completion?.account ?? soFar?.account;
  const changes = [...(account?.own ?? []), ...(account?.shared ?? [])];
  const canRestore = canBeRestored(task);
  const drawn = fileRows({ task, uriOf: () => undefined, soFar }, 1, wording).slice(0, MAX_FILES);
  const files = drawn
    .flatMap(draw => draw())
    .map((row, at) => withLines(row, changes[at], canRestore, wording));
  const left = changes.length - files.length;
  const rows = left === 0 ? files : [...files, moreRow(task, left, wording)];
  const note = soFar ? soFarNote(soFar, wording) : noteOf(task, hasSubtasks, wording);
  return { title: t('Changed Files'), count: changes.length, rows, ...(note === '' ? {} : { note }) };
}

/**
 * The files of a task that are worth the first look: those outside its areas, then those that it deleted, then the largest. Where
 * there are more than `max`, the last row opens them all.
 */
export function filesToLookAt(task: Task, max: number, wording: Wording): readonly Row[] {
  const account = task.completion?.account;
  const outside = new Set(task.completion?.verification.unexpectedFiles);
  const draws = fileRows({ task, uriOf: () => undefined }, 1, wording);
  const ranked = [...(account?.own ?? []), ...(account?.shared ?? [])]
    .map((change, at) => ({ change, draw: draws[at] }))
    .toSorted((a, b) => weightOf(b.change, outside) - weightOf(a.change, outside));
  const chosen = ranked.length > max ? ranked.slice(0, max - 1) : ranked;
  const canRestore = canBeRestored(task);
  const rows = chosen.flatMap(({ change, draw }) =>
    (draw?.() ?? []).map(row => withLines(row, change, canRestore, wording)),
  );
  const left = ranked.length - chosen.length;
  return left === 0 ? rows : [...rows, moreRow(task, left, wording)];
}

function soFarNote({ account }: ChangesSoFar, { t }: Wording): string {
  return account.unknown === null
    ? t('So far, compared with the start of the task.')
    : t("This task's changes are unknown.");
}

function weightOf({ path, status, insertions = 0, deletions = 0 }: FileChange, outside: ReadonlySet<string>) {
  const lines = Math.min(insertions + deletions, 1e9);
  return (outside.has(path) ? 4e9 : 0) + (status === 'deleted' ? 2e9 : 0) + lines;
}

function withLines(row: Row, change: FileChange | undefined, canRestore: boolean, { t }: Wording): Row {
  if (row.target.path === undefined || !change) return row;
  const { insertions, deletions, isBinary } = change;
  const lines = isBinary === true ? t('binary') : linesOf(insertions ?? 0, deletions ?? 0);
  const changes = { command: 'openFileChanges', title: t('Open Changes'), icon: 'diff' as const };
  const restore = { command: 'restoreTask', title: t('Restore File…'), icon: 'discard' as const };
  const hunk =
    change.status === 'modified' && isBinary !== true
      ? [{ command: 'restoreHunk', title: t('Restore Hunk…'), icon: 'diff-single' as const }]
      : [];
  return {
    ...row,
    detail: joined(row.detail, lines),
    actions: [changes, ...(canRestore ? [restore, ...hunk] : []), ...(row.actions ?? [])],
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

function noteOf({ completion, status, startedAt }: Task, hasSubtasks: boolean, { t }: Wording): string {
  if (startedAt === null) return t('This task has not been started.');
  if (!completion) return t('Compared with the snapshot when the task ends.');
  const { own, shared, imported, revealed, unknown } = completion.account;
  if (unknown !== null) return t("This task's changes are unknown.");
  const none = hasSubtasks ? t('No files of its own: see its subtasks.') : t('No files changed.');
  return joined(
    own.length + shared.length === 0 ? none : undefined,
    status === 'reverted' ? t('Reverted: these changes are no longer in your files.') : undefined,
    imported.length === 0 ? undefined : t('From checkout, merge, or pull: {0}.', imported.length),
    revealed.length === 0 ? undefined : t('No longer ignored: {0}.', revealed.length),
  );
}
