import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const confirmRestore = defineCommand({
  id: 'switchyard.confirmRestore',
  async run({ restoreQuestion }) {
    if (!restoreQuestion.answer(true)) notify('info', vscode.l10n.t('No restore is waiting for an answer.'));
  },
});
