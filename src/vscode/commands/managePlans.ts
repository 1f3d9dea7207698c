import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Plans } from '../../modules/plans/plans';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { planUri } from '../documents/planDocument';
import { namedRun } from '../picks/named';
import { pickRun } from '../picks/pickPlan';
import { notify } from '../questions/notify';
import { editorWording } from '../words/editorWording';
import { stateText } from '../words/planState';
import { defineCommand } from './defineCommand';

export const managePlans = defineCommand({
  id: 'switchyard.managePlans',
  async run({ host }, argument) {
    const { core } = await host.runtime();
    const runs = core.plans.all();
    if (runs.length === 0) return notify('info', vscode.l10n.t('No plan has run yet.'));
    const named = namedRun(argument);
    const run = runs.find(({ id }) => id === named) ?? (await pickRun(runs, vscode.l10n.t('Plan Runs')));
    if (run === undefined) return;
    const wording = editorWording();
    const action = await vscode.window.showQuickPick(actionsFor(run), {
      title: oneLine(run.tree.id, 100),
      placeHolder: run.waiting === null ? stateText(run, wording) : oneLine(run.waiting.message, 200),
    });
    const after = await action?.act(core.plans);
    if (after === undefined) return;
    notify('info', vscode.l10n.t('Plan "{0}": {1}.', oneLine(run.tree.id, 100), stateText(after, wording)));
  },
});

/** Opens the document of a run, which follows it. */
export async function showPlan(run: PlanRun): Promise<void> {
  const document = await vscode.workspace.openTextDocument(planUri(run));
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: false });
}

interface Action extends vscode.QuickPickItem {
  /** Gives the run where something about it changed. */
  readonly act: (plans: Plans) => Promise<PlanRun | undefined>;
}

function actionsFor(run: PlanRun): readonly Action[] {
  const { id, state, waiting } = run;
  const show: Action = {
    label: `$(list-tree) ${vscode.l10n.t('Show')}`,
    async act() {
      await showPlan(run);
      return undefined;
    },
  };
  const forget: Action = {
    label: `$(trash) ${vscode.l10n.t('Delete')}`,
    detail: vscode.l10n.t('Deletes what is stored of this run: its tree, inputs, and results.'),
    async act(plans) {
      await plans.forget(id);
      return undefined;
    },
  };
  if (hasEnded(run)) return [show, forget];
  const cancel: Action = {
    label: `$(circle-slash) ${vscode.l10n.t('Cancel')}`,
    act: plans => plans.cancel(id, 'person', null),
  };
  if (waiting?.reason === 'interrupted')
    return [
      { label: `$(refresh) ${vscode.l10n.t('Call Again')}`, act: plans => plans.resume(id, 'retry') },
      { label: `$(check) ${vscode.l10n.t('Treat as Succeeded')}`, act: plans => plans.resume(id, 'success') },
      { label: `$(error) ${vscode.l10n.t('Treat as Failed')}`, act: plans => plans.resume(id, 'failure') },
      cancel,
      show,
    ];
  if (state === 'paused')
    return [{ label: `$(play) ${vscode.l10n.t('Resume')}`, act: plans => plans.resume(id) }, cancel, show];
  return [
    { label: `$(debug-pause) ${vscode.l10n.t('Pause')}`, act: plans => plans.pause(id, 'person') },
    cancel,
    show,
  ];
}
