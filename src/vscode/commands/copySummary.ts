import * as vscode from 'vscode';
import { notify } from '../notify';
import { pickWorkflow } from '../picks/pickWorkflow';
import { defineCommand } from './defineCommand';

export const copySummary = defineCommand({
  id: 'switchyard.copySummary',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Copy Summary'));
    if (!workflow) return;
    await vscode.env.clipboard.writeText(runtime.core.workflows.markdown(workflow.id));
    notify('info', vscode.l10n.t('Copied the summary of "{0}".', workflow.name));
  },
});
