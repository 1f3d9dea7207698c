import * as vscode from 'vscode';
import { isForALook } from '../../shared/explorer/messages';
import { namedEvent } from '../picks/named';
import { pickTask } from '../picks/pickTask';
import { defineCommand } from './defineCommand';

export const openTask = defineCommand({
  id: 'switchyard.openTask',
  async run({ host, pages }, argument) {
    const task = await pickTask(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Task'),
      suits: () => true,
      empty: vscode.l10n.t('No tasks yet. Ask your agent to record its work.'),
    });
    if (!task) return;
    const isPreview = isForALook(argument);
    const page = await pages.task.open(task, { isPreview });
    const event = namedEvent(argument);
    if (event !== undefined) page.reveal(event, isPreview);
  },
});
