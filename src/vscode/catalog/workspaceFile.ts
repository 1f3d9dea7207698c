import * as vscode from 'vscode';

/** The file on disk that a task's path means; undefined where no folder is open. */
export function workspaceFile(path: string): vscode.Uri | undefined {
  const folder = folderOfTasks();
  return folder && vscode.Uri.joinPath(folder, path);
}

/** What tasks call a file on disk; undefined for one that lies outside of their folder. */
export function workspacePath({ scheme, path }: vscode.Uri): string | undefined {
  const folder = folderOfTasks();
  if (!folder || scheme !== 'file') return undefined;
  const within = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return path.startsWith(within) && path.length > within.length ? path.slice(within.length) : undefined;
}

function folderOfTasks(): vscode.Uri | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
}
