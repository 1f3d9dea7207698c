import * as vscode from 'vscode';
import { pickWorkflow } from '../picks/pickWorkflow';
import { defineCommand } from './defineCommand';

export const replayWorkflow = defineCommand({
  id: 'switchyard.replayWorkflow',
  async run({ host, pages }, argument) {
    const workflow = await pickWorkflow(await host.runtime(), argument, vscode.l10n.t('Replay Workflow'));
    if (workflow) await pages.replay.open({ id: workflow.id, name: workflow.name });
  },
});
