import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import { notify } from '../questions/notify';
import { namedPath } from '../picks/named';
import { fileItem } from '../picks/fileItem';
import { pickTask } from '../picks/pickTask';
import { untilLeft, withProgress } from '../questions/withProgress';
import { snapshotUri } from '../workflow/snapshotDocuments';
import { defineCommand } from './defineCommand';

export const openSnapshot = defineCommand({
  id: 'switchyard.openSnapshot',
  async run({ host }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Snapshot Version'),
      suits: each => filesBefore(each).length > 0,
      empty: vscode.l10n.t('No completed task has changed files.'),
    });
    if (!task) return;
    const files = filesBefore(task);
    if (files.length === 0) {
      return notify('info', vscode.l10n.t('"{0}" changed no existing files.', task.name));
    }
    const wanted = namedPath(argument);
    const meant = files.find(({ path }) => path === wanted);
    const picked = meant
      ? { label: meant.from ?? meant.path }
      : await vscode.window.showQuickPick(
          files.map(({ path, from, status }) => fileItem(from ?? path, status)),
          {
            title: vscode.l10n.t('Before "{0}"', task.name),
            placeHolder: vscode.l10n.t('Select a file'),
          },
        );
    if (!picked) return;
    const file = snapshotUri(task.id, picked.label, 'before');
    // Read first, because to open it can't be left. An image is no text document.
    const found = await withProgress(vscode.l10n.t('Reading the snapshot…'), signal =>
      untilLeft(vscode.workspace.fs.stat(file), signal),
    );
    if (found) await vscode.commands.executeCommand('vscode.open', file);
  },
});

/** What the task changed, alone or while others ran, and what was there before. */
function filesBefore({ completion }: Task): readonly FileChange[] {
  const { own = [], shared = [] } = completion?.account ?? {};
  return [...own, ...shared].filter(({ status }) => status !== 'added');
}
