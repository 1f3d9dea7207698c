import * as vscode from 'vscode';
import { entryUri } from '../documents/entryDocument';
import { defineCommand } from './defineCommand';

/** Shows an entry of the blackboard whole, who set it, and what stood there before. Only rows have it, so there is nothing to ask. */
export const showEntryHistory = defineCommand({
  id: 'switchyard.showEntryHistory',
  async run({ pages }, argument) {
    const item = pages.sharedState.find('workspace')?.itemOf(argument);
    if (item?.type !== 'entry') return;
    const document = await vscode.workspace.openTextDocument(entryUri(item.key));
    await vscode.window.showTextDocument(document, { preview: true });
  },
});
