import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { askGoal } from '../picks/askGoal';
import { pickWorkflow } from '../picks/pickWorkflow';
import { notify } from '../questions/notify';
import { openTaskInChat } from '../workflow/openTaskInChat';
import { defineCommand } from './defineCommand';

export const addTask = defineCommand({
  id: 'switchyard.addTask',
  async run({ host, explorer }, argument) {
    const { l10n } = vscode;
    const { core } = await host.runtime();
    const workflow = await pickWorkflow({ core }, argument, l10n.t('Add Task'), {
      suits: ({ isArchived }) => !isArchived,
    });
    if (!workflow) return;
    const goal = await askGoal(l10n.t('Add Task to "{0}"', oneLine(workflow.name, 80)));
    if (goal === undefined) return;
    const task = await core.workflows.userPlans.add(workflow.id, goal);
    await explorer.reveal(task);
    notify('info', l10n.t('Added: "{0}".', oneLine(task.name, 80)), {
      label: l10n.t('Start in Chat'),
      run: () => openTaskInChat(task),
    });
  },
});
