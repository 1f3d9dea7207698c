import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const resetNotifications = defineCommand({
  id: 'switchyard.resetNotifications',
  async run({ hiddenNews }) {
    const count = await hiddenNews.reset();
    notify(
      'info',
      count === 0
        ? vscode.l10n.t('There are no hidden notifications.')
        : vscode.l10n.t('Hidden notifications are shown again: {0}.', count),
    );
  },
});
