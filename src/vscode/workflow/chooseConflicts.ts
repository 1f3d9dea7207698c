import * as vscode from 'vscode';
import type { RestorePlan } from '../../core/snapshots/snapshot';
import { snapshotUri } from './snapshotDocuments';

/** Button of a conflict: shows both sides. */
const COMPARE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: 'Compare' };

/**
 * Asks about each file that was changed after the task in the same place. Undefined when the person leaves: then nothing
 * is restored at all.
 */
export async function chooseConflicts(
  task: string,
  plan: RestorePlan,
): Promise<ReadonlyMap<string, 'theirs' | 'mine'> | undefined> {
  const choices = new Map<string, 'theirs' | 'mine'>();
  for (const { path } of plan.steps.filter(({ action }) => action === 'conflict')) {
    const choice = await ask(task, path);
    if (choice === undefined) return undefined;
    choices.set(path, choice);
  }
  return choices;
}

async function ask(task: string, path: string): Promise<'theirs' | 'mine' | undefined> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { choice: 'theirs' | 'mine' }>();
  pick.title = vscode.l10n.t('{0} was changed after the task, in the same place', path);
  pick.ignoreFocusOut = true;
  pick.buttons = [COMPARE];
  pick.items = [
    { label: vscode.l10n.t('Keep it as it is now'), choice: 'mine' },
    { label: vscode.l10n.t('Put back what was there before the task'), choice: 'theirs' },
  ];
  return await new Promise(resolve => {
    const owned = [
      pick,
      pick.onDidTriggerButton(() => void compare(task, path)), // Shows a diff beside; the question stays.
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.choice);
        pick.hide();
      }),
      pick.onDidHide(() => {
        vscode.Disposable.from(...owned).dispose();
        resolve(undefined); // Does nothing after an answer.
      }),
    ];
    pick.show();
  });
}

async function compare(task: string, path: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return;
  const title = vscode.l10n.t('{0} (Before the Task ↔ Now)', path);
  await vscode.commands.executeCommand(
    'vscode.diff',
    snapshotUri(task, path, 'before'),
    vscode.Uri.joinPath(folder, path),
    title,
  );
}
