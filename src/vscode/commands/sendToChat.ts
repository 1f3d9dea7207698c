import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Task } from '../../core/workflow/model/state';
import { runNative } from '../host/nativeCommand';
import { askComment } from '../picks/askComment';
import { notify } from '../questions/notify';
import { namedReview } from '../picks/namedReview';
import { pickTask } from '../picks/pickTask';
import { canBeReviewed } from '../workflow/canBeReviewed';
import { defineCommand } from './defineCommand';

export const sendToChat = defineCommand({
  id: 'switchyard.sendToChat',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const task = await pickTask(runtime, argument, {
      title: vscode.l10n.t('Request Changes in Chat'),
      suits: canBeReviewed,
      empty: vscode.l10n.t('Nothing to review.'),
    });
    if (!task) return;
    if (!canBeReviewed(task)) return notify('info', vscode.l10n.t('Nothing to review.'));
    const title = vscode.l10n.t('Review of {0}', `"${oneLine(task.name, 80)}"`);
    const comment = (namedReview(argument)?.comment ?? (await askComment(title, true)))?.trim();
    if (comment === undefined) return;
    // Recorded first: what a person wrote is kept, whatever becomes of the chat.
    await runtime.core.workflows.review(task.id, 'changes_requested', [comment]);
    // Sent at once: a partial query would replace what stands in the chat's own field.
    await runNative('workbench.action.chat.open', vscode.l10n.t('Open Chat'), {
      mode: 'agent',
      query: requestOf(task, comment),
    });
  },
});

/** The request as the agent reads it; it names the task, so that any chat can go on with it. */
function requestOf({ id, name }: Task, comment: string): string {
  return vscode.l10n.t('Changes requested for the task "{0}" ({1}): {2}', oneLine(name, 80), id, comment);
}
