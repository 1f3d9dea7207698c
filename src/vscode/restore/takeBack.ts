import * as vscode from 'vscode';
import type { Runtime } from '../host/runtime';
import { pickTask } from '../picks/pickTask';
import { withProgress } from '../questions/withProgress';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { areUnsaved } from '../workflow/dirtyPaths';
import { chooseConflicts } from './chooseConflicts';
import { tellRestored } from './restoreReport';

/** Takes the last restore of a task back. What was changed since is asked about. */
export async function takeBack(runtime: Runtime, argument: unknown): Promise<void> {
  const task = await pickTask(runtime, argument, {
    title: vscode.l10n.t('Undo Restore'),
    suits: ({ restores }) => restores.length > 0,
    empty: vscode.l10n.t('No restore to undo.'),
  });
  if (!task) return;
  const { workflows } = runtime.core;
  const plan = await withProgress(vscode.l10n.t('Preparing the undo preview…'), signal =>
    workflows.planUndo(task.id, signal),
  );
  if (!plan) return;
  const paths = plan.steps.filter(({ action }) => action !== 'keep').map(({ path }) => path);
  if (areUnsaved(paths)) return;
  const choices = await chooseConflicts(task.id, plan);
  // Somebody may have begun to write while they compared.
  if (!choices || areUnsaved(paths)) return;
  const done = await withProgress(vscode.l10n.t('Undoing the restore…'), signal =>
    workflows.undoRestore(plan.id, choices, signal),
  );
  if (!done) return;
  const count = done.written.length + done.deleted.length;
  await tellRestored(vscode.l10n.t('Undone: {0}.', fileCount(count, editorWording())), done);
}
