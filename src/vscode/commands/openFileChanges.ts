import * as vscode from 'vscode';
import { pickChange } from '../picks/pickChange';
import { diffOf } from '../workflow/snapshotDocuments';
import { defineCommand } from './defineCommand';

export const openFileChanges = defineCommand({
  id: 'switchyard.openFileChanges',
  async run({ host }, argument) {
    const picked = await pickChange(await host.runtime(), argument, vscode.l10n.t('Open File Changes'));
    if (!picked) return;
    const { task, change } = picked;
    const [, before, after] = diffOf(task.id, change);
    const name = change.path.slice(change.path.lastIndexOf('/') + 1);
    const title = vscode.l10n.t('{0} (before ↔ after "{1}")', name, task.name);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  },
});
