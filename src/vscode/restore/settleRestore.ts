import * as vscode from 'vscode';
import type { UnfinishedRestore } from '../../core/snapshots/snapshot';
import { Refusal } from '../../core/support/refusal';
import type { Workflows } from '../../core/workflow/workflows';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';
import { tellRestored } from './restoreReport';

/**
 * Ends a restore that a crash cut short, and says what came of it: what is left as it is, or why nothing was done. The next one is asked
 * about all the same.
 */
export async function settleRestore(
  workflows: Workflows,
  { id, paths }: Pick<UnfinishedRestore, 'id' | 'paths'>,
  way: 'finish' | 'undo',
): Promise<void> {
  const wording = editorWording();
  try {
    const left = await withProgress(vscode.l10n.t('Restoring…'), signal =>
      workflows.settleRestore(id, way, signal),
    );
    if (left === undefined) return;
    const count = fileCount(paths.length - left.length, wording);
    const done = way === 'finish' ? wording.t('Restored {0}.', count) : wording.t('Undone: {0}.', count);
    await tellRestored(done, { left, marked: [] });
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    notify('warning', refusalWords(error, wording));
  }
}
