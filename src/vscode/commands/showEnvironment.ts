import * as vscode from 'vscode';
import { environmentUri } from '../documents/environmentDocument';
import { defineCommand } from './defineCommand';

export const showEnvironment = defineCommand({
  id: 'switchyard.showEnvironment',
  async run({ host }) {
    await host.runtime();
    await vscode.commands.executeCommand('markdown.showPreview', environmentUri());
  },
});
