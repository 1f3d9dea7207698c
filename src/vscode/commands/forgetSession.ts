import * as vscode from 'vscode';
import { pickSession } from '../picks/pickSession';
import { defineCommand } from './defineCommand';

export const forgetSession = defineCommand({
  id: 'switchyard.forgetSession',
  async run({ host, explorer }, argument) {
    const runtime = await host.runtime();
    const session = await pickSession(runtime, argument);
    if (!session) return;
    const yes = vscode.l10n.t('Forget');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Forget the session "{0}"?', runtime.sessionNames.of(session)),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Its servers are turned off. The chat remains and starts a new session with its next call.',
        ),
      },
      yes,
    );
    if (answer !== yes) return;
    await runtime.core.gateway.endSession(session, 'forgotten');
    await runtime.sessionNames.name(session, undefined);
    explorer.refresh();
  },
});
