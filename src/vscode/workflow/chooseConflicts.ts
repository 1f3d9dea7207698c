import * as vscode from 'vscode';
import type { RestorePlan } from '../../core/snapshots/snapshot';
import { snapshotUri } from './snapshotDocuments';

/** Button of a conflict: shows both sides. */
const COMPARE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: 'Compare' };

/** What is being planned: putting back a task's files, or taking such a restore back. */
type Way = 'restore' | 'undo';

/**
 * Asks about each file that was changed later in the same place. Undefined when the person leaves: then nothing is changed
 * at all.
 */
export async function chooseConflicts(
  task: string,
  plan: RestorePlan,
  way: Way,
): Promise<ReadonlyMap<string, 'theirs' | 'mine'> | undefined> {
  const choices = new Map<string, 'theirs' | 'mine'>();
  for (const { path } of plan.steps.filter(({ action }) => action === 'conflict')) {
    const choice = await ask(task, path, way);
    if (choice === undefined) return undefined;
    choices.set(path, choice);
  }
  return choices;
}

async function ask(task: string, path: string, way: Way): Promise<'theirs' | 'mine' | undefined> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { choice: 'theirs' | 'mine' }>();
  const words = wordsOf(way, path);
  pick.title = words.title;
  pick.ignoreFocusOut = true;
  pick.buttons = [COMPARE];
  pick.items = [
    { label: vscode.l10n.t('Keep it as it is now'), choice: 'mine' },
    { label: words.theirs, choice: 'theirs' },
  ];
  return await new Promise((resolve, reject) => {
    const owned = [
      pick,
      // Shows a diff beside; the question stays.
      pick.onDidTriggerButton(() => void compare(task, path, way, words.diff).catch(reject)),
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

function wordsOf(way: Way, path: string) {
  return way === 'restore'
    ? {
        title: vscode.l10n.t('{0} was changed after the task, in the same place', path),
        theirs: vscode.l10n.t('Put back what was there before the task'),
        diff: vscode.l10n.t('{0} (Before the Task ↔ Now)', path),
      }
    : {
        title: vscode.l10n.t('{0} was changed after the restore, in the same place', path),
        theirs: vscode.l10n.t('Put back what was there before the restore'),
        diff: vscode.l10n.t('{0} (Before the Restore ↔ Now)', path),
      };
}

async function compare(task: string, path: string, way: Way, title: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return;
  await vscode.commands.executeCommand(
    'vscode.diff',
    snapshotUri(task, path, way === 'restore' ? 'before' : 'unrestored'),
    vscode.Uri.joinPath(folder, path),
    title,
  );
}
