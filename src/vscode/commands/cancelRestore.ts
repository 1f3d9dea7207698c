import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const cancelRestore = defineCommand({
  id: 'switchyard.cancelRestore',
  async run({ restoreQuestion }) {
    if (!restoreQuestion.answer(false)) notify('info', vscode.l10n.t('No restore is waiting for an answer.'));
  },
});
