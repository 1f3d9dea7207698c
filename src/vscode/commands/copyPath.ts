import * as vscode from 'vscode';
import { pickChange } from '../picks/pickChange';
import { defineCommand } from './defineCommand';

export const copyPath = defineCommand({
  id: 'switchyard.copyPath',
  async run({ host }, argument) {
    const picked = await pickChange(await host.runtime(), argument, vscode.l10n.t('Copy Path'));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    if (!picked || !folder) return;
    await vscode.env.clipboard.writeText(vscode.Uri.joinPath(folder, picked.change.path).fsPath);
  },
});
