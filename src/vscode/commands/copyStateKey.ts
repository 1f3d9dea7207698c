import * as vscode from 'vscode';
import { defineCommand } from './defineCommand';

/** Copies an entry's key, or what a triple is about. Only rows have it, so there is nothing to ask. */
export const copyStateKey = defineCommand({
  id: 'switchyard.copyStateKey',
  async run({ pages }, argument) {
    const item = pages.sharedState.find('workspace')?.itemOf(argument);
    if (item) await vscode.env.clipboard.writeText(item.type === 'entry' ? item.key : item.name.subject);
  },
});
