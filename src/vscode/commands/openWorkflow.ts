import * as vscode from 'vscode';
import { pickWorkflow } from '../picks/pickWorkflow';
import { showWorkflow } from '../documents/workflowDocument';
import { defineCommand } from './defineCommand';

export const openWorkflow = defineCommand({
  id: 'switchyard.openWorkflow',
  async run({ host }, argument) {
    const workflow = await pickWorkflow(await host.runtime(), argument, vscode.l10n.t('Open Workflow'));
    if (workflow) await showWorkflow(workflow);
  },
});
