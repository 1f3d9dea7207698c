import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { pickWorkflow } from '../picks/pickWorkflow';
import { defineCommand } from './defineCommand';

export const archiveWorkflow = defineCommand({
  id: 'switchyard.archiveWorkflow',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Archive Workflow'));
    if (!workflow) return;
    const { isArchived, id, name } = workflow;
    await runtime.core.workflows.archive(id, !isArchived);
    notify(
      'info',
      isArchived ? vscode.l10n.t('Unarchived: "{0}".', name) : vscode.l10n.t('Archived: "{0}".', name),
      {
        label: vscode.l10n.t('Undo'),
        run: () => runtime.core.workflows.archive(id, isArchived),
      },
    );
  },
});
