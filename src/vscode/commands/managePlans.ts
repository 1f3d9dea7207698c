import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Verdicts } from '../../modules/plans/run/planFacts';
import type { Plans } from '../../modules/plans/plans';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { noRuns, pickRunOf } from '../picks/pickRunOf';
import { notify } from '../questions/notify';
import { editorWording } from '../words/editorWording';
import { stateText } from '../words/planState';
import { type CommandContext, defineCommand } from './defineCommand';
import { runAgain } from './runPlanAgain';

export const managePlans = defineCommand({
  id: 'switchyard.managePlans',
  async run(context, argument) {
    const runtime = await context.host.runtime();
    const run = await pickRunOf(runtime, argument, {
      title: vscode.l10n.t('Plan Runs'),
      suits: () => true,
      empty: noRuns(),
    });
    if (run === undefined) return;
    const wording = editorWording();
    const action = await vscode.window.showQuickPick(actionsFor(context, run, runtime.core.plans), {
      title: oneLine(run.tree.id, 100),
      placeHolder: run.waiting === null ? stateText(run, wording) : oneLine(run.waiting.message, 200),
    });
    const after = await action?.act();
    if (!after) return;
    notify('info', vscode.l10n.t('Plan "{0}": {1}.', oneLine(run.tree.id, 100), stateText(after, wording)));
  },
});

interface Action extends vscode.QuickPickItem {
  /** Gives the run where something about it changed. */
  readonly act: () => Promise<PlanRun | void>;
}

function actionsFor(context: CommandContext, run: PlanRun, plans: Plans): readonly Action[] {
  const { id, state, waiting } = run;
  const { l10n } = vscode;
  const show: Action = {
    label: `$(list-tree) ${l10n.t('Show')}`,
    act: async () => void (await context.pages.plan.open({ id, name: run.tree.id })),
  };
  if (hasEnded(run)) return [...endedActions(context, run), show, forgetAction(run, plans)];
  const cancel: Action = {
    label: `$(circle-slash) ${l10n.t('Cancel')}`,
    act: () => plans.cancel(id, 'person', null),
  };
  const going = (label: string, verdict?: Verdicts): Action => ({
    label,
    act: () => plans.resume(id, verdict),
  });
  if (waiting?.reason === 'interrupted')
    return [
      going(`$(refresh) ${l10n.t('Call Again')}`, 'retry'),
      going(`$(check) ${l10n.t('Treat as Succeeded')}`, 'success'),
      going(`$(error) ${l10n.t('Treat as Failed')}`, 'failure'),
      cancel,
      show,
    ];
  if (state === 'paused') return [going(`$(play) ${l10n.t('Resume')}`), cancel, show];
  return [{ label: `$(debug-pause) ${l10n.t('Pause')}`, act: () => plans.pause(id, 'person') }, cancel, show];
}

function endedActions(context: CommandContext, run: PlanRun): readonly Action[] {
  const retry: Action = {
    label: `$(debug-restart) ${vscode.l10n.t('Retry…')}`,
    detail: vscode.l10n.t("Calls that succeeded aren't made again. Their outputs are used."),
    act: () => runAgain(context, run, true),
  };
  const again: Action = {
    label: `$(run-all) ${vscode.l10n.t('Run Again…')}`,
    act: () => runAgain(context, run, false),
  };
  return run.state === 'done' ? [again] : [retry, again];
}

function forgetAction({ id }: PlanRun, plans: Plans): Action {
  return {
    label: `$(trash) ${vscode.l10n.t('Delete')}`,
    detail: vscode.l10n.t('Deletes what is stored of this run: its tree, inputs, and results.'),
    act: () => plans.forget(id),
  };
}
