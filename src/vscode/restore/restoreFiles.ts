import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import type { Runtime } from '../host/runtime';
import { namedPath } from '../picks/named';
import { pathsOf, pickFiles } from '../picks/pickFiles';
import { pickTask } from '../picks/pickTask';
import { withProgress } from '../questions/withProgress';
import type { RestoreQuestion } from '../workflow/restoreQuestion';
import { applyRestore } from './applyRestore';

/** Puts files of a task back as they were before it, after a person has seen what that would do. */
export async function restoreFiles(
  runtime: Runtime,
  asking: Pick<RestoreQuestion, 'ask'>,
  argument: unknown,
): Promise<void> {
  const task = await pickTask(runtime, argument, {
    title: vscode.l10n.t('Restore Task Files'),
    suits: ({ completion, status }) =>
      status === 'abandoned' ||
      (completion?.account.isRestorable === true &&
        completion.account.own.length + completion.account.shared.length > 0),
    empty: vscode.l10n.t('No task has changes to restore.'),
  });
  if (!task) return;
  const { workflows } = runtime.core;
  const paths = await pathsMeant(task, argument);
  if (paths === undefined) return;
  const plan = await withProgress(vscode.l10n.t('Preparing the restore preview…'), signal =>
    workflows.planRestore(task.id, paths, signal),
  );
  if (!plan) return;
  await applyRestore(workflows, asking, plan, {
    title: vscode.l10n.t('Restore the files of "{0}"', oneLine(task.name, 80)),
    nothing: vscode.l10n.t(
      'Nothing to restore: the files already match their state before "{0}".',
      task.name,
    ),
  });
}

/** Null: all of the task's own. Undefined where the person leaves. */
async function pathsMeant(task: Task, argument: unknown): Promise<readonly string[] | null | undefined> {
  const named = namedChange(task, argument);
  if (named !== undefined) return pathsOf(named);
  // What an abandoned task changed is not known before the plan: all of it.
  if (task.completion === null) return null;
  return await pickFiles(
    vscode.l10n.t('Restore Files of "{0}"', oneLine(task.name, 80)),
    task.completion.account,
  );
}

/** The file of the task whose row the command was run on. */
function namedChange({ completion }: Task, argument: unknown): FileChange | undefined {
  const path = namedPath(argument);
  return [...(completion?.account.own ?? []), ...(completion?.account.shared ?? [])].find(
    change => change.path === path,
  );
}
