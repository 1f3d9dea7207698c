import * as vscode from 'vscode';
import { notify } from '../notify';
import { pickChange } from '../picks/pickChange';
import { defineCommand } from './defineCommand';

export const openFile = defineCommand({
  id: 'switchyard.openFile',
  async run({ host }, argument) {
    const picked = await pickChange(await host.runtime(), argument, vscode.l10n.t('Open File'));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    if (!picked || !folder) return;
    const { path } = picked.change;
    const uri = vscode.Uri.joinPath(folder, path);
    if (!(await isThere(uri))) return notify('info', vscode.l10n.t('{0} is not there any more.', path));
    // The editor that suits it: a picture is no text.
    await vscode.commands.executeCommand('vscode.open', uri);
  },
});

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false; // Whatever keeps it from being looked at keeps it from being opened too.
  }
}
