import * as vscode from 'vscode';
import { isForALook } from '../../shared/explorer/messages';
import { noRuns, pickRunOf } from '../picks/pickRunOf';
import { defineCommand } from './defineCommand';

export const openPlan = defineCommand({
  id: 'switchyard.openPlan',
  async run({ host, pages }, argument) {
    const run = await pickRunOf(await host.runtime(), argument, {
      title: vscode.l10n.t('Open Plan Run'),
      suits: () => true,
      empty: noRuns(),
    });
    if (!run) return;
    await pages.plan.open({ id: run.id, name: run.tree.id }, { isPreview: isForALook(argument) });
  },
});
