import * as vscode from 'vscode';
import type { RestoreReport } from '../../core/workflow/restores';
import { workspaceFile } from '../catalog/workspaceFile';
import { notify } from '../questions/notify';
import { numeral, plural } from '../words/amounts';
import { editorWording } from '../words/editorWording';

/** Files named in a sentence; the rest is dots. */
const NAMED = 3;

/**
 * Says what a restore did, what it left and what is to be merged by hand, and opens that. `done`: its first sentence.
 * `offer`: a button of it.
 */
export async function tellRestored(
  done: string,
  { left, marked }: Pick<RestoreReport, 'left' | 'marked'>,
  offer?: Parameters<typeof notify>[2],
): Promise<void> {
  const wording = editorWording();
  const { t } = wording;
  const sentences = [
    done,
    ...(marked.length > 0
      ? [
          plural(
            marked.length,
            wording,
            t('{0} file has conflicts to resolve: {1}.', numeral(marked.length, wording), named(marked)),
            t('{0} files have conflicts to resolve: {1}.', numeral(marked.length, wording), named(marked)),
          ),
        ]
      : []),
    ...(left.length > 0
      ? [
          plural(
            left.length,
            wording,
            t('{0} file was skipped: {1}.', numeral(left.length, wording), named(left)),
            t('{0} files were skipped: {1}.', numeral(left.length, wording), named(left)),
          ),
        ]
      : []),
  ];
  notify(marked.length > 0 ? 'warning' : 'info', sentences.join(' '), offer);
  await openMarked(marked);
}

/** The first one last, so that it is the one in front. */
async function openMarked(paths: readonly string[]): Promise<void> {
  for (const path of paths.toReversed()) {
    const file = workspaceFile(path);
    if (file) await vscode.window.showTextDocument(file, { preview: false });
  }
}

function named(paths: readonly string[]): string {
  const first = paths.slice(0, NAMED).join(', ');
  return paths.length > NAMED ? `${first}, …` : first;
}
