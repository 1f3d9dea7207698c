import * as vscode from 'vscode';
import { runNative } from '../host/nativeCommand';
import { defineCommand } from './defineCommand';

export const openSettings = defineCommand({
  id: 'switchyard.openSettings',
  async run() {
    const title = vscode.l10n.t('Preferences: Open Settings (UI)');
    await runNative('workbench.action.openSettings', title, '@ext:switchyard.switchyard');
  },
});
