import * as vscode from 'vscode';
import { workspaceFile } from '../catalog/workspaceFile';
import { notify } from '../questions/notify';

/** Whether some of the paths are open with changes nobody has saved: a restore would fight with the editor. Says which. */
export function areUnsaved(paths: readonly string[]): boolean {
  const dirty = dirtyPaths(paths);
  if (dirty.length === 0) return false;
  notify('warning', vscode.l10n.t('Save or revert these files first: {0}.', dirty.slice(0, 5).join(', ')));
  return true;
}

function dirtyPaths(paths: readonly string[]): readonly string[] {
  // A notebook is no text document: its cells are, under addresses of their own.
  const open = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
  const dirty = new Set(open.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));
  return paths.filter(path => dirty.has(workspaceFile(path)?.toString() ?? ''));
}
