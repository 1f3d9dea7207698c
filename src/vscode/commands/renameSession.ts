import * as vscode from 'vscode';
import { pickSession } from '../picks/pickSession';
import { defineCommand } from './defineCommand';

/** Longest name: it stands in a narrow column. */
const MAX_NAME = 80;

export const renameSession = defineCommand({
  id: 'switchyard.renameSession',
  async run({ host, explorer }, argument) {
    const runtime = await host.runtime();
    const session = await pickSession(runtime, argument);
    if (!session) return;
    const { sessionNames } = runtime;
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Session'),
      prompt: vscode.l10n.t('Leave empty to name it after its first workflow and start time.'),
      value: sessionNames.of(session),
      ignoreFocusOut: true, // What a person has typed is not lost to a glance elsewhere.
      validateInput: text =>
        text.trim().length > MAX_NAME ? vscode.l10n.t('Maximum {0} characters.', MAX_NAME) : undefined,
    });
    if (name === undefined) return;
    await sessionNames.name(session, name.trim() === '' ? undefined : name.trim());
    explorer.refresh();
  },
});
