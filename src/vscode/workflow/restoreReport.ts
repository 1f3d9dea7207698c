import * as vscode from 'vscode';
import type { RestoreReport } from '../../core/workflow/restores';
import { notify } from '../notify';

/** Files named in a sentence; the rest is dots. */
const NAMED = 3;

/**
 * Says what a restore did, what it left and what is to be merged by hand, and opens that. `done`: its first sentence.
 * `offer`: a button of it.
 */
export async function tellRestored(
  done: string,
  { left, marked }: RestoreReport,
  offer?: Parameters<typeof notify>[2],
): Promise<void> {
  const sentences = [
    done,
    ...(marked.length > 0
      ? [vscode.l10n.t('{0} files hold conflicts to be resolved: {1}.', marked.length, named(marked))]
      : []),
    ...(left.length > 0
      ? [vscode.l10n.t('{0} files were left as they are: {1}.', left.length, named(left))]
      : []),
  ];
  notify(marked.length > 0 ? 'warning' : 'info', sentences.join(' '), offer);
  await openMarked(marked);
}

/** The first one last, so that it is the one in front. */
async function openMarked(paths: readonly string[]): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return;
  for (const path of paths.toReversed()) {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, path), { preview: false });
  }
}

function named(paths: readonly string[]): string {
  const first = paths.slice(0, NAMED).join(', ');
  return paths.length > NAMED ? `${first}, …` : first;
}
