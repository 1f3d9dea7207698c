import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import { targetsOf } from '../../shared/explorer/messages';
import { notify } from '../questions/notify';
import { askComment } from '../picks/askComment';
import { namedReview, type SaidReview } from '../picks/namedReview';
import { pickTask } from '../picks/pickTask';
import { canBeReviewed } from '../workflow/canBeReviewed';
import type { Runtime } from '../host/runtime';
import { defineCommand } from './defineCommand';

export const markReviewed = defineCommand({
  id: 'switchyard.markReviewed',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const tasks = await tasksMeant(runtime, argument);
    if (tasks.length === 0) return;
    const said = namedReview(argument) ?? (await askReview(tasks));
    if (!said) return;
    const { verdict, comment } = said;
    const comments = comment.trim() === '' ? [] : [comment.trim()];
    for (const { id } of tasks) await runtime.core.workflows.review(id, verdict, comments);
    notify('info', vscode.l10n.t('Reviewed: {0}.', namesOf(tasks)));
  },
});

/** Asks for the verdict, and then for a comment. Undefined when the person leaves. */
async function askReview(tasks: readonly Task[]): Promise<SaidReview | undefined> {
  const title = vscode.l10n.t('Review of {0}', namesOf(tasks));
  const picked = await vscode.window.showQuickPick(
    [
      { label: `$(pass) ${vscode.l10n.t('Approve')}`, verdict: 'approved' as const },
      { label: `$(comment) ${vscode.l10n.t('Request Changes…')}`, verdict: 'changes_requested' as const },
    ],
    { title },
  );
  if (!picked) return undefined;
  const comment = await askComment(title, picked.verdict === 'changes_requested');
  return comment === undefined ? undefined : { verdict: picked.verdict, comment };
}

/** The tasks whose rows were selected together, else the one that is named or picked; of these, those that can be reviewed. */
async function tasksMeant(runtime: Runtime, argument: unknown): Promise<readonly Task[]> {
  const ids = new Set(targetsOf(argument).flatMap(({ task }) => task ?? []));
  // Looked at before a person says anything: a refusal half-way would leave some reviewed, or lose what they wrote.
  const can = (tasks: readonly Task[]): readonly Task[] => {
    const found = tasks.filter(canBeReviewed);
    if (found.length === 0) notify('info', vscode.l10n.t('Nothing to review.'));
    return found;
  };
  if (ids.size > 1) return can([...ids].map(id => runtime.core.workflows.task(id)));
  const task = await pickTask(runtime, argument, {
    title: vscode.l10n.t('Review Task'),
    suits: canBeReviewed,
    empty: vscode.l10n.t('Nothing to review.'),
  });
  return task ? can([task]) : [];
}

function namesOf(tasks: readonly Task[]): string {
  const [only] = tasks;
  return only && tasks.length === 1 ? `"${only.name}"` : vscode.l10n.t('{0} tasks', tasks.length);
}
