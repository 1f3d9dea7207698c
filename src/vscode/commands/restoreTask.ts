import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { FileChange, RestorePlan, RestoreStep } from '../../core/snapshots/snapshot';
import type { RestoreReport } from '../../core/workflow/restores';
import { notify } from '../questions/notify';
import type { Task } from '../../core/workflow/model/state';
import { namedPath } from '../picks/named';
import { pathsOf, pickFiles } from '../picks/pickFiles';
import { pickTask } from '../picks/pickTask';
import { withProgress } from '../questions/withProgress';
import { areUnsaved } from '../workflow/dirtyPaths';
import { tellRestored } from '../workflow/restoreReport';
import { chooseConflicts } from '../workflow/chooseConflicts';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { stepWords } from '../words/stateWords';
import { defineCommand } from './defineCommand';

/** Paths named in the question; the rest is counted. */
const NAMED = 12;

export const restoreTask = defineCommand({
  id: 'switchyard.restoreTask',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const task = await pickTask(runtime, argument, {
      title: vscode.l10n.t('Restore Task Files'),
      suits: ({ completion, status }) =>
        status === 'abandoned' ||
        (completion?.account.isRestorable === true &&
          completion.account.own.length + completion.account.shared.length > 0),
      empty: vscode.l10n.t('No task has changes to restore.'),
    });
    if (!task) return;
    const { workflows } = runtime.core;
    // What an abandoned task changed is not known before the plan: all of it.
    const named = namedChange(task, argument);
    const paths =
      named !== undefined
        ? pathsOf(named)
        : task.completion === null
          ? null
          : await pickFiles(
              vscode.l10n.t('Restore Files of "{0}"', oneLine(task.name, 80)),
              task.completion.account,
            );
    if (paths === undefined) return;
    const plan = await withProgress(vscode.l10n.t('Preparing the restore preview…'), signal =>
      workflows.planRestore(task.id, paths, signal),
    );
    if (!plan || !(await isWanted(plan, task.name))) return;
    const choices = await chooseConflicts(task.id, plan);
    if (!choices) return;
    const done = await withProgress(vscode.l10n.t('Restoring…'), signal =>
      workflows.applyRestore(plan.id, choices, signal),
    );
    if (done) await tellDone(done);
  },
});

/** The file of the task whose row the command was run on. */
function namedChange({ completion }: Task, argument: unknown): FileChange | undefined {
  const path = namedPath(argument);
  return [...(completion?.account.own ?? []), ...(completion?.account.shared ?? [])].find(
    change => change.path === path,
  );
}

async function isWanted(plan: RestorePlan, name: string): Promise<boolean> {
  const steps = plan.steps.filter(({ action }) => action !== 'keep');
  if (steps.length === 0) {
    notify(
      'info',
      vscode.l10n.t('Nothing to restore: the files already match their state before "{0}".', name),
    );
    return false;
  }
  if (areUnsaved(steps.map(({ path }) => path))) return false;
  const yes = vscode.l10n.t('Restore');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Restore the files of "{0}" to their earlier state?', name),
    { modal: true, detail: detailOf(steps) },
    yes,
  );
  return answer === yes;
}

function detailOf(steps: readonly RestoreStep[]): string {
  const { t } = editorWording();
  const lines = steps.slice(0, NAMED).map(step => {
    const [what, why] = stepWords(step, t);
    return `${t('{0}: {1}', what, step.path)}${why === undefined ? '' : ` (${why})`}`;
  });
  const more = steps.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
    '',
    vscode.l10n.t('This can be undone.'),
  ].join('\n');
}

async function tellDone(done: RestoreReport): Promise<void> {
  const count = done.written.length + done.deleted.length;
  await tellRestored(vscode.l10n.t('Restored {0}.', fileCount(count, editorWording())), done, {
    label: vscode.l10n.t('Undo'),
    run: () => vscode.commands.executeCommand('switchyard.undoRestore', done.task.id),
  });
}
