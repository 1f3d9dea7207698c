import * as vscode from 'vscode';
import { notify } from '../notify';
import { pickTask } from '../picks/pickTask';
import { defineCommand } from './defineCommand';

export const markReviewed = defineCommand({
  id: 'switchyard.markReviewed',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const task = await pickTask(runtime, argument, {
      title: vscode.l10n.t('Review Task'),
      suits: ({ completion, reasons, status }) =>
        status !== 'reverted' && (completion !== null || reasons.length > 0),
      empty: vscode.l10n.t('Nothing waits for a review.'),
    });
    if (!task) return;
    const verdict = await vscode.window.showQuickPick(
      [
        { label: `$(pass) ${vscode.l10n.t('Approve')}`, verdict: 'approved' as const },
        { label: `$(comment) ${vscode.l10n.t('Request Changes…')}`, verdict: 'changes_requested' as const },
      ],
      { title: vscode.l10n.t('Review of "{0}"', task.name) },
    );
    if (!verdict) return;
    const comment = await vscode.window.showInputBox({
      title: vscode.l10n.t('Review of "{0}"', task.name),
      prompt: vscode.l10n.t('Your agent reads this with its next call.'),
      placeHolder: verdict.verdict === 'approved' ? vscode.l10n.t('A comment, or nothing') : '',
      validateInput: text =>
        verdict.verdict === 'changes_requested' && text.trim() === ''
          ? vscode.l10n.t('Say what should change.')
          : undefined,
    });
    if (comment === undefined) return;
    await runtime.core.workflows.review(
      task.id,
      verdict.verdict,
      comment.trim() === '' ? [] : [comment.trim()],
    );
    notify('info', vscode.l10n.t('Reviewed: "{0}".', task.name));
  },
});
