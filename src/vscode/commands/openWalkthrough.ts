import * as vscode from 'vscode';
import { runNative } from '../host/nativeCommand';
import { defineCommand } from './defineCommand';

export const openWalkthrough = defineCommand({
  id: 'switchyard.openWalkthrough',
  async run() {
    const title = vscode.l10n.t('Welcome: Open Walkthrough…');
    await runNative('workbench.action.openWalkthrough', title, 'switchyard.switchyard#switchyard.welcome');
  },
});
