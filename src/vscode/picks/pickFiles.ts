import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import { changeWords } from '../words/stateWords';

/**
 * Asks which of a task's files to put back, all of them at first. Null: all, without a question where there is only one.
 * Undefined when the person leaves or picks none.
 */
export async function pickFiles(
  title: string,
  changes: readonly FileChange[],
): Promise<readonly string[] | null | undefined> {
  if (changes.length < 2) return null;
  const picked = await vscode.window.showQuickPick(
    changes.map(change => ({
      label: change.path,
      description: [changeWords(change.status, vscode.l10n.t), change.from]
        .filter(part => part !== undefined)
        .join(' ← '),
      picked: true,
      change,
    })),
    {
      title,
      placeHolder: vscode.l10n.t('Select the files to put back'),
      canPickMany: true,
      matchOnDescription: true,
    },
  );
  if (picked === undefined || picked.length === 0) return undefined;
  if (picked.length === changes.length) return null;
  return picked.flatMap(({ change: { path, from } }) => (from === undefined ? [path] : [from, path]));
}
