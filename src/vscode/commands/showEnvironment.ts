import * as vscode from 'vscode';
import { environmentUri } from '../documents/environmentDocument';
import { defineCommand } from './defineCommand';

export const showEnvironment = defineCommand({
  id: 'switchyard.showEnvironment',
  async run({ host }) {
    await host.runtime();
    const document = await vscode.workspace.openTextDocument(environmentUri());
    await vscode.languages.setTextDocumentLanguage(document, 'markdown');
    await vscode.window.showTextDocument(document, { preview: true });
  },
});
