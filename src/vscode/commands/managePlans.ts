import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Plans } from '../../modules/plans/plans';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { pickRun, stateText } from '../picks/pickPlan';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const managePlans = defineCommand({
  id: 'switchyard.managePlans',
  async run({ host }) {
    const { core } = await host.runtime();
    const live = core.plans.all().filter(run => !hasEnded(run));
    if (live.length === 0) return notify('info', vscode.l10n.t('No plan is running.'));
    const run = await pickRun(live, vscode.l10n.t('Running Plans'));
    if (run === undefined) return;
    const action = await vscode.window.showQuickPick(actionsFor(run), {
      title: oneLine(run.tree.id, 100),
      placeHolder: run.waiting === null ? stateText(run) : oneLine(run.waiting.message, 200),
    });
    if (action === undefined) return;
    const after = await action.act(core.plans);
    notify('info', vscode.l10n.t('Plan "{0}": {1}.', oneLine(run.tree.id, 100), stateText(after)));
  },
});

interface Action extends vscode.QuickPickItem {
  readonly act: (plans: Plans) => Promise<PlanRun>;
}

function actionsFor({ id, state, waiting }: PlanRun): readonly Action[] {
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
    ];
  if (state === 'paused')
    return [{ label: `$(play) ${vscode.l10n.t('Resume')}`, act: plans => plans.resume(id) }, cancel];
  return [
    { label: `$(debug-pause) ${vscode.l10n.t('Pause')}`, act: plans => plans.pause(id, 'person') },
    cancel,
  ];
}
