import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { namedTask } from '../picks/named';
import { pickWorkflow } from '../picks/pickWorkflow';
import { defineCommand } from './defineCommand';

export const copySummary = defineCommand({
  id: 'switchyard.copySummary',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { workflows } = runtime.core;
    const task = namedTask(argument);
    if (task !== undefined) {
      return await copy(workflows.task(task).name, workflows.taskMarkdown(task));
    }
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Copy Summary'));
    if (workflow) await copy(workflow.name, workflows.markdown(workflow.id));
  },
});

async function copy(name: string, summary: string): Promise<void> {
  await vscode.env.clipboard.writeText(summary);
  notify('info', vscode.l10n.t('Copied the summary of "{0}".', name));
}
