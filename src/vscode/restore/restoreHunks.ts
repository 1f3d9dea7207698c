import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { type Hunk, hunksOf, withoutHunks } from '../../core/snapshots/hunks';
import type { Snapshots } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import type { Runtime } from '../host/runtime';
import { pickChange } from '../picks/pickChange';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { numeral } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import type { RestoreQuestion } from '../workflow/restoreQuestion';
import { applyRestore } from './applyRestore';
import { withoutIcons } from '../words/withoutIcons';

/** Lines of a hunk that a person sees in the list; the diff shows all. */
const MAX_LINES = 3;
/** Hunks that can be chosen from. */
const MAX_HUNKS = 500;

/** Takes some of a task's changes out of a file, after a person has chosen them and seen what that would do. */
export async function restoreHunks(
  runtime: Runtime,
  asking: Pick<RestoreQuestion, 'ask'>,
  argument: unknown,
): Promise<void> {
  const title = vscode.l10n.t('Restore Hunk');
  const picked = await pickChange(runtime, argument, title);
  if (!picked) return;
  const { task, change } = picked;
  const { workflows, snapshots } = runtime.core;
  if (change.status !== 'modified' || change.isBinary === true)
    return notify('info', vscode.l10n.t('{0} has no hunks: restore the whole file instead.', change.path));
  const [before, after] = await sidesOf(snapshots, task, change.path);
  const hunks = before === undefined || after === undefined ? [] : hunksOf(before, after);
  if (after === undefined || hunks.length === 0 || hunks.length > MAX_HUNKS)
    return notify('info', vscode.l10n.t('{0} has no hunks: restore the whole file instead.', change.path));
  const chosen = await chooseHunks(hunks, vscode.l10n.t('Restore Hunks of {0}', change.path));
  if (chosen.length === 0) return;
  const isAll = chosen.length === hunks.length;
  const content = Buffer.from(withoutHunks(after, chosen), 'latin1');
  const plan = await withProgress(vscode.l10n.t('Preparing the restore preview…'), signal =>
    workflows.planRestore(
      task.id,
      [change.path],
      signal,
      isAll ? undefined : new Map([[change.path, content]]),
    ),
  );
  if (!plan) return;
  await applyRestore(workflows, asking, plan, {
    title: vscode.l10n.t('Restore hunks of {0} of "{1}"', change.path, oneLine(task.name, 80)),
    nothing: vscode.l10n.t('Nothing to restore: {0} no longer has these changes.', change.path),
  });
}

/** Before and after the task; one character for each byte, so that whatever is put together is the same bytes. */
async function sidesOf(
  snapshots: Pick<Snapshots, 'read'>,
  { start, completion }: Task,
  path: string,
): Promise<readonly (string | undefined)[]> {
  const end = completion?.end ?? null;
  const read = async (snapshot: Task['start'], signal: AbortSignal) =>
    snapshot === null ? undefined : await snapshots.read(snapshot, path, signal);
  const both = await withProgress(vscode.l10n.t('Opening the changes…'), signal =>
    Promise.all([read(start, signal), read(end, signal)]),
  );
  return (both ?? []).map(bytes => bytes && Buffer.from(bytes).toString('latin1'));
}

/** None where the person leaves. Of a single one nobody is asked: the diff asks. */
async function chooseHunks(hunks: readonly Hunk[], title: string): Promise<readonly Hunk[]> {
  if (hunks.length === 1) return hunks;
  const picked = await vscode.window.showQuickPick(hunks.map(itemOf), {
    title,
    placeHolder: vscode.l10n.t('Select the hunks to restore'),
    canPickMany: true,
    matchOnDetail: true,
  });
  return (picked ?? []).map(({ hunk }) => hunk);
}

function itemOf(hunk: Hunk) {
  const { at, removed, added } = hunk;
  const changes = [
    added.length > 0 ? `+${added.length}` : '',
    removed.length > 0 ? `−${removed.length}` : '',
  ];
  return {
    label: vscode.l10n.t('Line {0}', numeral(at + 1, editorWording())),
    description: changes.join(' ').trim(),
    detail: withoutIcons(
      [...removed.map(line => `− ${shownLine(line)}`), ...added.map(line => `+ ${shownLine(line)}`)]
        .slice(0, MAX_LINES)
        .join('  '),
    ),
    hunk,
  };
}

function shownLine(line: string): string {
  return oneLine(Buffer.from(line.slice(0, 400), 'latin1').toString('utf8').trim(), 80);
}
