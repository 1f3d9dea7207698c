import * as vscode from 'vscode';
import { pickRound } from '../picks/pickRound';
import { defineCommand } from './defineCommand';

export const stopRound = defineCommand({
  id: 'switchyard.stopRound',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const round = await pickRound(runtime, argument, {
      title: vscode.l10n.t('Stop LLM Round'),
      suits: ({ endedAt }) => endedAt === undefined,
      empty: vscode.l10n.t('No LLM rounds are running.'),
    });
    const { operations } = runtime.core;
    const running = operations
      .running()
      .find(({ kind, session }) => kind === 'round' && session === round?.id);
    if (running) operations.cancel(running, { by: 'person' });
  },
});
