import * as vscode from 'vscode';
import { gitBinary } from './gitBinary';

/** What snapshots of the workspace can be made with: its own repository, a store beside it, or no git at all. */
export type GitState = 'repository' | 'no-repository' | 'no-git';

/** Looks for git, and for a repository that the folder is in. */
export async function gitState(): Promise<GitState> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
  if (!folder) return 'repository'; // There is nothing to say of a folder that is not there.
  if ((await gitBinary()) === undefined) return 'no-git';
  for (let at = folder; ; at = vscode.Uri.joinPath(at, '..')) {
    if (await exists(vscode.Uri.joinPath(at, '.git'))) return 'repository';
    if (vscode.Uri.joinPath(at, '..').path === at.path) return 'no-repository';
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
