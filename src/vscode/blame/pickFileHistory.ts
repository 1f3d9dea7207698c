import * as vscode from 'vscode';
import { shown } from '../words/wording';
import { workspacePath } from '../catalog/workspaceFile';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { editorWording } from '../words/editorWording';
import { blameOf, factsOf } from './blameOf';
import { historyItem } from './blameWords';

/** Lists the tasks that changed a file, the newest first, and opens the changes of the one a person picks. */
export async function pickFileHistory(runtime: Runtime, file: vscode.Uri): Promise<void> {
  const path = workspacePath(file);
  if (path === undefined)
    return notify('info', vscode.l10n.t("This file isn't in the folder whose work is recorded."));
  const name = shown(path.slice(path.lastIndexOf('/') + 1), 80);
  const history = blameOf(runtime).history(path);
  if (history.length === 0) return notify('info', vscode.l10n.t('No recorded task has changed {0}.', name));
  const wording = editorWording(runtime.sessionNames);
  const picked = await vscode.window.showQuickPick(
    history.map(step => ({ ...historyItem(step, factsOf(runtime, step), wording), step })),
    {
      title: vscode.l10n.t('History of {0} by Task', name),
      placeHolder: vscode.l10n.t('Select a task to open what it changed'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (!picked) return;
  const { task, change } = picked.step;
  await vscode.commands.executeCommand('switchyard.openFileChanges', { task: task.id, path: change.path });
}
