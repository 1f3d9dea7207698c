import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { pickFile } from '../picks/pickFile';
import { workspaceFile } from '../catalog/workspaceFile';
import { defineCommand } from './defineCommand';

export const openFile = defineCommand({
  id: 'switchyard.openFile',
  async run({ host }, argument) {
    const path = await pickFile(await host.runtime(), argument, vscode.l10n.t('Open File'));
    const file = path === undefined ? undefined : workspaceFile(path);
    if (path === undefined || !file) return;
    try {
      await vscode.workspace.fs.stat(file);
    } catch {
      return notify(
        'info',
        vscode.l10n.t('"{0}" no longer exists. Open its changes to see what it contained.', path),
      );
    }
    await vscode.commands.executeCommand('vscode.open', file);
  },
});
