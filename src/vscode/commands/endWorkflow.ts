import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isOpen } from '../../core/workflow/model/words';
import { notify } from '../questions/notify';
import { askEndReason } from '../picks/askEndReason';
import { pickWorkflow } from '../picks/pickWorkflow';
import { withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';

export const endWorkflow = defineCommand({
  id: 'switchyard.endWorkflow',
  async run({ host }, argument) {
    const { l10n } = vscode;
    const { core } = await host.runtime();
    const workflow = await pickWorkflow({ core }, argument, l10n.t('End Workflow'), {
      suits: ({ status }) => status === 'in_progress',
      empty: l10n.t('No workflow is in progress.'),
    });
    if (!workflow) return;
    const name = oneLine(workflow.name, 80);
    if (workflow.status !== 'in_progress') return notify('info', l10n.t('"{0}" has already ended.', name));
    const title = l10n.t('End "{0}"', name);
    const open = core.workflows.tasks(workflow.id).filter(({ status }) => isOpen(status)).length;
    const how = await vscode.window.showQuickPick(waysToEnd(open), {
      title,
      placeHolder: l10n.t('Select the outcome'),
    });
    if (!how) return;
    const summary = await askEndReason(title);
    if (summary === undefined) return;
    const ended = await withProgress(l10n.t('Ending "{0}"…', name), signal =>
      core.workflows.endWorkflow(workflow.id, { status: how.status, summary }, signal),
    );
    if (ended) notify('info', l10n.t('Ended: "{0}".', name));
  },
});

function waysToEnd(open: number) {
  const { l10n } = vscode;
  const detail = (words: string): string => (open === 0 ? '' : words);
  return [
    {
      label: `$(pass) ${l10n.t('Completed')}`,
      detail: detail(l10n.t('Tasks still open end as "partial": {0}.', open)),
      status: 'completed' as const,
    },
    {
      label: `$(error) ${l10n.t('Failed')}`,
      detail: detail(l10n.t('Tasks still open end as failed: {0}.', open)),
      status: 'failed' as const,
    },
    {
      label: `$(circle-slash) ${l10n.t('Cancelled')}`,
      detail: detail(l10n.t('Tasks still open are cancelled: {0}.', open)),
      status: 'cancelled' as const,
    },
  ];
}
