import * as vscode from 'vscode';
import { notify } from '../questions/notify';

/** Whether some of the paths are open with changes nobody has saved: a restore would fight with the editor. Says which. */
export function areUnsaved(paths: readonly string[]): boolean {
  const dirty = dirtyPaths(paths);
  if (dirty.length === 0) return false;
  notify('warning', vscode.l10n.t('Save or revert these files first: {0}.', dirty.slice(0, 5).join(', ')));
  return true;
}

function dirtyPaths(paths: readonly string[]): readonly string[] {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return [];
  const dirty = new Set(
    vscode.workspace.textDocuments
      .filter(document => document.isDirty)
      .map(document => document.uri.toString()),
  );
  return paths.filter(path => dirty.has(vscode.Uri.joinPath(folder, path).toString()));
}
