import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Task } from '../../core/workflow/model/state';
import type { Workflows } from '../../core/workflow/workflows';
import type { Runtime } from '../host/runtime';
import { pickTask } from '../picks/pickTask';
import { withProgress } from '../questions/withProgress';
import { numeral, plural } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import type { RestoreQuestion } from '../workflow/restoreQuestion';
import { applyRestore } from './applyRestore';

/** Tasks that the question names; the rest is counted. */
const NAMED = 8;

/** Goes back to before a task: puts it and everything that began after it back, after a person has seen what that would do. */
export async function restorePoint(
  runtime: Runtime,
  asking: Pick<RestoreQuestion, 'ask'>,
  argument: unknown,
): Promise<void> {
  const { workflows } = runtime.core;
  const task = await pickTask(runtime, argument, {
    title: vscode.l10n.t('Restore to Before a Task'),
    suits: ({ completion, status }) => status !== 'reverted' && completion?.account.isRestorable === true,
    empty: vscode.l10n.t('No task has changes to restore.'),
  });
  if (!task) return;
  const isOfWorkflow = await askScope(workflows, task);
  if (isOfWorkflow === undefined) return;
  const plan = await withProgress(vscode.l10n.t('Preparing the restore preview…'), signal =>
    workflows.planRestorePoint(task.id, isOfWorkflow, signal),
  );
  if (!plan) return;
  const name = oneLine(task.name, 80);
  await applyRestore(workflows, asking, plan, {
    title: vscode.l10n.t('Restore to before "{0}"', name),
    nothing: vscode.l10n.t('Nothing to restore: the files already match their state before "{0}".', name),
    more: tasksOf((plan.tasks ?? []).map(({ task: id }) => workflows.task(id).name)),
  });
}

/** Whether only the task's workflow is meant; asked only where later tasks are of others. Undefined where the person leaves. */
async function askScope(workflows: Workflows, task: Task): Promise<boolean | undefined> {
  const isLater = ({ startMark, status }: Task): boolean =>
    startMark !== null && startMark >= (task.startMark ?? Infinity) && status !== 'reverted';
  const later = workflows.all().map(({ id }) => workflows.tasks(id).filter(isLater));
  const all = later.flat().length;
  const own = later.flat().filter(({ workflow }) => workflow === task.workflow).length;
  if (all === own) return false;
  const wording = editorWording();
  const counted = (count: number): string =>
    plural(
      count,
      wording,
      wording.t('{0} task', numeral(count, wording)),
      wording.t('{0} tasks', numeral(count, wording)),
    );
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Everything since then in the workspace'),
        description: counted(all),
        isOfWorkflow: false,
      },
      {
        label: vscode.l10n.t('Only the workflow "{0}"', oneLine(workflows.workflow(task.workflow).name, 60)),
        description: counted(own),
        isOfWorkflow: true,
      },
    ],
    { title: vscode.l10n.t('Restore to before "{0}"', oneLine(task.name, 80)) },
  );
  return picked?.isOfWorkflow;
}

function tasksOf(names: readonly string[]): string {
  const wording = editorWording();
  const first = names.slice(0, NAMED).map(name => `"${oneLine(name, 60)}"`);
  const left = names.length - first.length;
  const list = [...first, ...(left > 0 ? [wording.t('{0} more', numeral(left, wording))] : [])].join(', ');
  return vscode.l10n.t('Tasks: {0}.', list);
}
