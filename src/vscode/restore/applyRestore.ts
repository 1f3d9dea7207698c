import * as vscode from 'vscode';
import type { RestorePlan } from '../../core/snapshots/snapshot';
import { lastRestore } from '../../core/workflow/model/state';
import type { Workflows } from '../../core/workflow/workflows';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { areUnsaved } from '../workflow/dirtyPaths';
import type { RestoreQuestion } from '../workflow/restoreQuestion';
import { chooseConflicts } from './chooseConflicts';
import { isRestoreConfirmed } from './confirmRestore';
import { tellRestored } from './restoreReport';

/** What a restore is called while it is asked about. */
export interface RestoreWords {
  /** As in `Restore "Routes"`. */
  readonly title: string;
  /** Said where there is nothing to do. */
  readonly nothing: string;
  /** What else there is to say in the question. */
  readonly more?: string;
}

/** Goes through a plan with a person: conflicts first, then the diffs, then it is done, with an offer to undo it. */
export async function applyRestore(
  workflows: Pick<Workflows, 'previewRestore' | 'applyRestore' | 'task'>,
  asking: Pick<RestoreQuestion, 'ask'>,
  plan: RestorePlan,
  { title, nothing, more }: RestoreWords,
): Promise<void> {
  const steps = plan.steps.filter(({ action }) => action !== 'keep');
  if (steps.length === 0) return notify('info', nothing);
  const paths = steps.map(({ path }) => path);
  if (areUnsaved(paths)) return;
  const choices = await chooseConflicts(plan.task, plan);
  if (!choices || !(await isRestoreConfirmed(workflows, asking, { plan, choices, title, more }))) return;
  // Somebody may have begun to write while they looked.
  if (areUnsaved(paths)) return;
  const done = await withProgress(vscode.l10n.t('Restoring…'), signal =>
    workflows.applyRestore(plan.id, choices, signal),
  );
  if (!done) return;
  const count = done.written.length + done.deleted.length;
  await tellRestored(vscode.l10n.t('Restored {0}.', fileCount(count, editorWording())), done, {
    label: vscode.l10n.t('Undo'),
    run: () => undo(workflows, plan),
  });
}

/** The notification may be in the bell for long: its button undoes the restore that it tells of, and no other of the task. */
function undo(workflows: Pick<Workflows, 'task'>, { id, task }: RestorePlan): unknown {
  if (lastRestore(workflows.task(task))?.plan === id)
    return vscode.commands.executeCommand('switchyard.undoRestore', task);
  return notify(
    'info',
    vscode.l10n.t('This restore was undone already, or files of the task were restored again since.'),
  );
}
