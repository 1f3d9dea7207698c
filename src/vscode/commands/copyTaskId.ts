import * as vscode from 'vscode';
import { pickTask } from '../picks/pickTask';
import { defineCommand } from './defineCommand';

export const copyTaskId = defineCommand({
  id: 'switchyard.copyTaskId',
  async run({ host }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Copy Task ID'),
      suits: () => true,
      empty: vscode.l10n.t('No tasks yet. Ask your agent to record its work.'),
    });
    if (task) await vscode.env.clipboard.writeText(task.id);
  },
});
