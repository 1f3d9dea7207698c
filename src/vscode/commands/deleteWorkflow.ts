import * as vscode from 'vscode';
import { pickWorkflow } from '../picks/pickWorkflow';
import { withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';

export const deleteWorkflow = defineCommand({
  id: 'switchyard.deleteWorkflow',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Delete Workflow'));
    if (!workflow) return;
    const yes = vscode.l10n.t('Delete');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete the workflow "{0}" with its tasks?', workflow.name),
      { modal: true, detail: vscode.l10n.t('Its snapshots are deleted too. Your files are not changed.') },
      yes,
    );
    if (answer !== yes) return;
    await withProgress(vscode.l10n.t('Deleting "{0}"…', workflow.name), signal =>
      runtime.core.workflows.delete(workflow.id, signal),
    );
  },
});
