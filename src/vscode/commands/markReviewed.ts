import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import { targetsOf } from '../../shared/explorer/messages';
import { notify } from '../questions/notify';
import { pickTask } from '../picks/pickTask';
import type { Runtime } from '../host/runtime';
import { defineCommand } from './defineCommand';

export const markReviewed = defineCommand({
  id: 'switchyard.markReviewed',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const tasks = await tasksMeant(runtime, argument);
    if (tasks.length === 0) return;
    const title = vscode.l10n.t('Review of {0}', namesOf(tasks));
    const verdict = await vscode.window.showQuickPick(
      [
        { label: `$(pass) ${vscode.l10n.t('Approve')}`, verdict: 'approved' as const },
        { label: `$(comment) ${vscode.l10n.t('Request Changes…')}`, verdict: 'changes_requested' as const },
      ],
      { title },
    );
    if (!verdict) return;
    const comment = await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t('Your agent sees this with its next call.'),
      placeHolder: verdict.verdict === 'approved' ? vscode.l10n.t('Comment (optional)') : '',
      ignoreFocusOut: true, // What a person has typed is not lost to a glance elsewhere.
      validateInput: text =>
        verdict.verdict === 'changes_requested' && text.trim() === ''
          ? vscode.l10n.t('Describe what should change.')
          : undefined,
    });
    if (comment === undefined) return;
    const comments = comment.trim() === '' ? [] : [comment.trim()];
    for (const { id } of tasks) await runtime.core.workflows.review(id, verdict.verdict, comments);
    notify('info', vscode.l10n.t('Reviewed: {0}.', namesOf(tasks)));
  },
});

/** The tasks whose rows were selected together, else the one that is named or picked. */
async function tasksMeant(runtime: Runtime, argument: unknown): Promise<readonly Task[]> {
  const ids = new Set(targetsOf(argument).flatMap(({ task }) => task ?? []));
  if (ids.size > 1) return [...ids].map(id => runtime.core.workflows.task(id));
  const task = await pickTask(runtime, argument, {
    title: vscode.l10n.t('Review Task'),
    suits: ({ completion, reasons, status }) =>
      status !== 'reverted' && (completion !== null || reasons.length > 0),
    empty: vscode.l10n.t('Nothing to review.'),
  });
  return task ? [task] : [];
}

function namesOf(tasks: readonly Task[]): string {
  const [only] = tasks;
  return only && tasks.length === 1 ? `"${only.name}"` : vscode.l10n.t('{0} tasks', tasks.length);
}
