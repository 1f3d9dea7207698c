import * as vscode from 'vscode';
import { flagSetting } from '../settings/setting';
import { defineCommand } from './defineCommand';

const KEY = 'workflows.taskBlame';

/** Switches the marks of lines that tasks wrote on or off, where they were set before. */
export const toggleTaskBlame = defineCommand({
  id: 'switchyard.toggleTaskBlame',
  async run() {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const isOfWorkspace = settings.inspect(KEY)?.workspaceValue !== undefined;
    const { Global, Workspace } = vscode.ConfigurationTarget;
    const isOn = !flagSetting('workflows.taskBlame');
    await settings.update(KEY, isOn, isOfWorkspace ? Workspace : Global);
    const said = isOn ? vscode.l10n.t('Task blame is on.') : vscode.l10n.t('Task blame is off.');
    vscode.window.setStatusBarMessage(said, 3_000);
  },
});
