import * as vscode from 'vscode';
import { pickRunOf } from '../picks/pickRunOf';
import { defineCommand } from './defineCommand';

export const pausePlan = defineCommand({
  id: 'switchyard.pausePlan',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const run = await pickRunOf(runtime, argument, {
      title: vscode.l10n.t('Pause'),
      suits: ({ state }) => state === 'running',
      empty: vscode.l10n.t('No plan is running.'),
    });
    if (run) await runtime.core.plans.pause(run.id, 'person');
  },
});
