import * as vscode from 'vscode';
import { isRecord } from '../../core/support/json';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const showFileHistory = defineCommand({
  id: 'switchyard.showFileHistory',
  async run({ host }, argument) {
    const file = isFile(argument) ? argument : vscode.window.activeTextEditor?.document.uri;
    if (!file) return notify('info', vscode.l10n.t('Open a file first.'));
    const { pickFileHistory } = await import('../blame/pickFileHistory');
    await pickFileHistory(await host.runtime(), file);
  },
});

/** What menus of files and of their editors hand over. */
function isFile(argument: unknown): argument is vscode.Uri {
  return isRecord(argument) && typeof argument['scheme'] === 'string' && typeof argument['path'] === 'string';
}
