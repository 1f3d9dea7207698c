import * as vscode from 'vscode';
import type { FileChange, TaskAccount } from '../../core/snapshots/snapshot';
import { changeWords } from '../words/stateWords';
import { fileItem } from './fileItem';

/**
 * Asks which of a task's files to put back: at first all of its own, and none of those that may be another task's. Null: all of
 * its own, without a question where there is only one. Undefined when the person leaves or picks none.
 */
export async function pickFiles(
  title: string,
  { own, shared }: Pick<TaskAccount, 'own' | 'shared'>,
): Promise<readonly string[] | null | undefined> {
  const known = new Set(own.map(({ path }) => path));
  const others = shared.filter(({ path }) => !known.has(path));
  if (own.length === 1 && others.length === 0) return null;
  const meanwhile = vscode.l10n.t('shared with another task');
  const picked = await vscode.window.showQuickPick(
    [
      ...own.map(change => ({ ...itemOf(change), picked: true })),
      ...others.map(change => ({ ...itemOf(change), picked: false, detail: meanwhile })),
    ],
    {
      title,
      placeHolder: vscode.l10n.t('Select the files to restore'),
      canPickMany: true,
      matchOnDescription: true,
    },
  );
  if (picked === undefined || picked.length === 0) return undefined;
  if (picked.length === own.length && picked.every(({ change }) => known.has(change.path))) return null;
  return picked.flatMap(({ change }) => pathsOf(change));
}

/** What has to be put back for one file: where it was renamed, both names. */
export function pathsOf({ path, from }: FileChange): readonly string[] {
  return from === undefined ? [path] : [from, path];
}

function itemOf(change: FileChange) {
  const description = [changeWords(change.status, vscode.l10n.t), change.from]
    .filter(part => part !== undefined)
    .join(' ← ');
  return { ...fileItem(change.path, change.status), description, change };
}
