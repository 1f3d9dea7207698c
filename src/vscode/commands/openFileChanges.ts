import * as vscode from 'vscode';
import { namedPath } from '../picks/named';
import { pickTask } from '../picks/pickTask';
import { diffOf } from '../workflow/snapshotDocuments';
import { changeWords } from '../words/stateWords';
import { defineCommand } from './defineCommand';

export const openFileChanges = defineCommand({
  id: 'switchyard.openFileChanges',
  async run({ host }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Changes of File'),
      suits: ({ completion }) => (completion?.account.own.length ?? 0) > 0,
      empty: vscode.l10n.t('No completed task has changed files.'),
    });
    const account = task?.completion?.account;
    if (!task || !account) return;
    const changes = [...account.own, ...account.shared];
    const change =
      changes.find(({ path }) => path === namedPath(argument)) ??
      (
        await vscode.window.showQuickPick(
          changes.map(each => ({
            label: each.path,
            description: changeWords(each.status, vscode.l10n.t),
            each,
          })),
          {
            title: vscode.l10n.t('Changes of "{0}"', task.name),
            placeHolder: vscode.l10n.t('Select a file'),
          },
        )
      )?.each;
    if (!change) return;
    const [, before, after] = diffOf(task.id, change);
    const name = change.path.slice(change.path.lastIndexOf('/') + 1);
    const title = vscode.l10n.t('{0} (before ↔ after "{1}")', name, task.name);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  },
});
