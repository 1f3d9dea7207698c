import * as vscode from 'vscode';

/** The file on disk that a task's path means; undefined where no folder is open. */
export function workspaceFile(path: string): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return folder && vscode.Uri.joinPath(folder.uri, path);
}
