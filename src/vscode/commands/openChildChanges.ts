import * as vscode from 'vscode';
import { pickChild } from '../picks/pickChild';
import { defineCommand } from './defineCommand';

export const openChildChanges = defineCommand({
  id: 'switchyard.openChildChanges',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const child = await pickChild(runtime, argument, {
      title: vscode.l10n.t('Open Changes of Child Agent'),
      suits: ({ tasks }) => tasks.length > 0,
      empty: vscode.l10n.t('No work of a child agent has been recorded.'),
    });
    // Steps of its plans are in the page of the message that they were made for.
    const task = child?.tasks.findLast(id => runtime.core.workflows.task(id).parent === null);
    if (task !== undefined) await vscode.commands.executeCommand('switchyard.openTask', { task });
  },
});
