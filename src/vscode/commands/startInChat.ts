import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import { pickTask } from '../picks/pickTask';
import { notify } from '../questions/notify';
import { canBeWorkedOn } from '../workflow/canBeWorkedOn';
import { openTaskInChat } from '../workflow/openTaskInChat';
import { defineCommand } from './defineCommand';

export const startInChat = defineCommand({
  id: 'switchyard.startInChat',
  async run({ host }, argument) {
    const empty = vscode.l10n.t('No tasks to start or resume.');
    const runtime = await host.runtime();
    const { workflows } = runtime.core;
    const suits = (task: Task): boolean => canBeWorkedOn(task, workflows.workflow(task.workflow));
    const task = await pickTask(runtime, argument, {
      title: vscode.l10n.t('Start in Chat'),
      suits,
      empty,
    });
    if (!task) return;
    if (!suits(task)) return notify('info', empty);
    await openTaskInChat(task);
  },
});
