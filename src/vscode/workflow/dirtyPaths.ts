import * as vscode from 'vscode';

/** Those of the paths that are open with changes nobody has saved: a restore would fight with the editor. */
export function dirtyPaths(paths: readonly string[]): readonly string[] {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return [];
  const dirty = new Set(
    vscode.workspace.textDocuments
      .filter(document => document.isDirty)
      .map(document => document.uri.toString()),
  );
  return paths.filter(path => dirty.has(vscode.Uri.joinPath(folder, path).toString()));
}
