import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import type { StateItem } from '../sharedState/stateItem';
import { defineCommand } from './defineCommand';

/** Copies all of an entry's value, or a triple's object. Only rows have it, so there is nothing to ask. */
export const copyStateValue = defineCommand({
  id: 'switchyard.copyStateValue',
  async run({ host, pages }, argument) {
    const item = pages.sharedState.find('workspace')?.itemOf(argument);
    if (!item) return;
    await vscode.env.clipboard.writeText(await valueOf((await host.runtime()).core, item));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied.'), 3_000);
  },
});

/** Text as it is, anything else as JSON. */
async function valueOf({ blackboard }: Pick<Core, 'blackboard'>, item: StateItem): Promise<string> {
  if (item.type === 'triple') return item.name.object;
  const { value } = await blackboard.get(item.key);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
