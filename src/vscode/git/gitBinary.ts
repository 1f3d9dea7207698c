import * as vscode from 'vscode';
import { gitOutside } from '../../node/git/plumbing/gitOutside';

/** The part of the built-in git extension's API that we use (vscode.git, `getAPI(1)`). */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): { readonly git: { readonly path: string } };
}

/**
 * The git that VS Code itself uses, so that the user's setting `git.path` counts for us too; undefined where there is
 * none or it is switched off. In an untrusted workspace the extension is absent, and git is never run.
 */
export async function gitBinary(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  try {
    const git = await extension.activate();
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    // It may say no more than "git", for which a folder of PATH may stand that is the repository's.
    return git.enabled ? gitOutside(folder?.uri.fsPath, git.getAPI(1).git.path) : undefined;
  } catch {
    return undefined; // It throws where no git is installed: tasks are then recorded by checksums.
  }
}
