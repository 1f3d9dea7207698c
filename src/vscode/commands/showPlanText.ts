import * as vscode from 'vscode';
import { planUri } from '../documents/planDocument';
import { noRuns, pickRunOf } from '../picks/pickRunOf';
import { defineCommand } from './defineCommand';

export const showPlanText = defineCommand({
  id: 'switchyard.showPlanText',
  async run({ host }, argument) {
    const run = await pickRunOf(await host.runtime(), argument, {
      title: vscode.l10n.t('Show as Text'),
      suits: () => true,
      empty: noRuns(),
    });
    if (!run) return;
    const document = await vscode.workspace.openTextDocument(planUri(run));
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: false });
  },
});
