import * as vscode from 'vscode';
import { pickTask } from '../picks/pickTask';
import { taskUri } from '../workflow/taskDocuments';
import { defineCommand } from './defineCommand';

export const openTask = defineCommand({
  id: 'switchyard.openTask',
  async run({ host }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Task'),
      suits: () => true,
      empty: vscode.l10n.t('No tasks yet. Ask your agent to record its work.'),
    });
    if (task) await vscode.window.showTextDocument(taskUri(task), { preview: true });
  },
});
