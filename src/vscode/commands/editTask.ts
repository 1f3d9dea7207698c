import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { askGoal } from '../picks/askGoal';
import { pickPlannedTask } from '../picks/pickPlannedTask';
import { defineCommand } from './defineCommand';

export const editTask = defineCommand({
  id: 'switchyard.editTask',
  async run({ host }, argument) {
    const { l10n } = vscode;
    const runtime = await host.runtime();
    const task = await pickPlannedTask(runtime, argument, l10n.t('Edit Task'));
    if (!task) return;
    const goal = await askGoal(l10n.t('Edit "{0}"', oneLine(task.name, 80)), task.goal);
    if (goal !== undefined) await runtime.core.workflows.userPlans.reword(task.id, goal);
  },
});
