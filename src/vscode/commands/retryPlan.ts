import * as vscode from 'vscode';
import { pickRunOf } from '../picks/pickRunOf';
import { defineCommand } from './defineCommand';
import { runAgain } from './runPlanAgain';

export const retryPlan = defineCommand({
  id: 'switchyard.retryPlan',
  async run(context, argument) {
    const run = await pickRunOf(await context.host.runtime(), argument, {
      title: vscode.l10n.t('Retry'),
      suits: ({ state }) => state === 'failed' || state === 'cancelled',
      empty: vscode.l10n.t('No plan has failed.'),
    });
    if (run) await runAgain(context, run, true);
  },
});
