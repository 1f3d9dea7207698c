import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Task } from '../../core/workflow/model/state';
import type { EndStatus } from '../../core/workflow/model/words';
import { notify } from '../questions/notify';
import { askEndReason } from '../picks/askEndReason';
import { pickTask } from '../picks/pickTask';
import { withProgress } from '../questions/withProgress';
import { canBeEnded } from '../workflow/canBeEnded';
import { defineCommand } from './defineCommand';

export const endTask = defineCommand({
  id: 'switchyard.endTask',
  async run({ host }, argument) {
    const { l10n } = vscode;
    const runtime = await host.runtime();
    const task = await pickTask(runtime, argument, {
      title: l10n.t('End Task'),
      suits: ({ status }) => canBeEnded(status),
      empty: l10n.t('No task is open.'),
    });
    if (!task) return;
    const name = oneLine(task.name, 80);
    if (!canBeEnded(task.status)) return notify('info', l10n.t('"{0}" has already ended.', name));
    const title = l10n.t('End "{0}"', name);
    const how = await vscode.window.showQuickPick(waysToEnd(task), {
      title,
      placeHolder: l10n.t('Select the outcome'),
    });
    if (!how) return;
    const summary = await askEndReason(title);
    if (summary === undefined) return;
    const ended = await withProgress(l10n.t('Ending "{0}"…', name), signal =>
      runtime.core.workflows.endTask(task.id, { status: how.status, summary }, signal),
    );
    if (ended) notify('info', l10n.t('Ended: "{0}".', name));
  },
});

/** What never began can only be cancelled, or have failed. Whether a task went well is for its agent to say. */
function waysToEnd({ status }: Task): readonly (vscode.QuickPickItem & { readonly status: EndStatus })[] {
  const { l10n } = vscode;
  const cancelled = {
    label: `$(circle-slash) ${l10n.t('Cancelled')}`,
    detail: l10n.t('It is no longer needed.'),
    status: 'cancelled' as const,
  };
  const failed = {
    label: `$(error) ${l10n.t('Failed')}`,
    detail: l10n.t('Something went wrong.'),
    status: 'failed' as const,
  };
  const partly = {
    label: `$(warning) ${l10n.t('Partial')}`,
    detail: l10n.t('Work done so far is kept.'),
    status: 'partial_success' as const,
  };
  if (status === 'planned') return [cancelled];
  return status === 'blocked' ? [failed, cancelled] : [partly, failed, cancelled];
}
