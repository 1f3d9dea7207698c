import * as vscode from 'vscode';
import { hasEnded } from '../../modules/plans/run/planRun';
import { pickRunOf } from '../picks/pickRunOf';
import { defineCommand } from './defineCommand';

export const cancelPlan = defineCommand({
  id: 'switchyard.cancelPlan',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const run = await pickRunOf(runtime, argument, {
      title: vscode.l10n.t('Cancel'),
      suits: each => !hasEnded(each),
      empty: vscode.l10n.t('No plan is running.'),
    });
    if (run) await runtime.core.plans.cancel(run.id, 'person', null);
  },
});
