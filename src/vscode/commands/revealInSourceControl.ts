import * as vscode from 'vscode';
import { defineCommand } from './defineCommand';

export const revealInSourceControl = defineCommand({
  id: 'switchyard.revealInSourceControl',
  async run() {
    await vscode.commands.executeCommand('workbench.view.scm');
  },
});
