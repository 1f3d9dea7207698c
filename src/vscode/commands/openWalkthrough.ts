import * as vscode from 'vscode';
import { isRecord } from '../../core/support/json';
import { runNative } from '../host/nativeCommand';
import { defineCommand } from './defineCommand';

export const openWalkthrough = defineCommand({
  id: 'switchyard.openWalkthrough',
  async run(_context, argument) {
    const title = vscode.l10n.t('Welcome: Open Walkthrough…');
    const category = 'switchyard.switchyard#switchyard.welcome';
    const step = isRecord(argument) && typeof argument['step'] === 'string' ? argument['step'] : undefined;
    const place = step === undefined ? category : { category, step };
    await runNative('workbench.action.openWalkthrough', title, place);
  },
});
