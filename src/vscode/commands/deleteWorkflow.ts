import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Workflows } from '../../core/workflow/workflows';
import { pickWorkflow } from '../picks/pickWorkflow';
import { withProgress } from '../questions/withProgress';
import { type CommandContext, defineCommand } from './defineCommand';
import { endWorkflow } from './endWorkflow';

export const deleteWorkflow = defineCommand({
  id: 'switchyard.deleteWorkflow',
  async run(context, argument) {
    const runtime = await context.host.runtime();
    const { workflows } = runtime.core;
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Delete Workflow'));
    if (!workflow || !(await isEnded(context, workflows, workflow.id))) return;
    const yes = vscode.l10n.t('Delete');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete the workflow "{0}" with its tasks?', workflow.name),
      { modal: true, detail: vscode.l10n.t('Its snapshots are deleted too. Your files are not changed.') },
      yes,
    );
    if (answer !== yes) return;
    await withProgress(vscode.l10n.t('Deleting "{0}"…', workflow.name), signal =>
      workflows.delete(workflow.id, signal),
    );
  },
});

/** Whether no task of it is in progress. Else it can't be deleted: said before anything is asked, with the way to end it. */
async function isEnded(context: CommandContext, workflows: Workflows, id: string): Promise<boolean> {
  const running = (): boolean => workflows.tasks(id).some(({ status }) => status === 'in_progress');
  if (!running()) return true;
  const end = vscode.l10n.t('End Workflow…');
  const name = oneLine(workflows.workflow(id).name, 80);
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('"{0}" can\'t be deleted while a task of it is in progress.', name),
    { modal: true, detail: vscode.l10n.t('End it first. Or archive it instead.') },
    end,
  );
  if (answer !== end) return false;
  await endWorkflow.run(context, id);
  return !running();
}
