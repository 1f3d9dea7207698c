import { posix } from 'node:path';
import * as vscode from 'vscode';

/** The file on disk that a task's path means; undefined where no folder is open. */
export function workspaceFile(path: string): vscode.Uri | undefined {
  const folder = folderOfTasks();
  return folder && vscode.Uri.joinPath(folder, path);
}

/** What tasks call a file on disk: relative to the first folder. Undefined for one that lies in no folder of the workspace. */
export function workspacePath({ scheme, path }: vscode.Uri): string | undefined {
  const folder = folderOfTasks();
  if (!folder || scheme !== 'file') return undefined;
  const isInside = (vscode.workspace.workspaceFolders ?? []).some(
    ({ uri }) => uri.scheme === 'file' && path.startsWith(uri.path.endsWith('/') ? uri.path : `${uri.path}/`),
  );
  return isInside ? posix.relative(folder.path, path) : undefined;
}

function folderOfTasks(): vscode.Uri | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
}
