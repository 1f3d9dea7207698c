import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { askGoal } from '../picks/askGoal';
import { askText } from '../picks/askText';
import { notify } from '../questions/notify';
import { openTaskInChat } from '../workflow/openTaskInChat';
import { defineCommand } from './defineCommand';

/** Longest name of a workflow, in characters, as `start_workflow` takes it. */
const MAX_NAME = 300;

export const newWorkflow = defineCommand({
  id: 'switchyard.newWorkflow',
  async run({ host, explorer }) {
    const { l10n } = vscode;
    const { core } = await host.runtime();
    const name = await askText({
      title: l10n.t('New Workflow'),
      prompt: l10n.t('Enter a name for the workflow, then describe its first task.'),
      placeHolder: l10n.t("Name, for example 'Sign-in with passkeys'"),
      missing: l10n.t('Enter a name.'),
      most: MAX_NAME,
    });
    if (name === undefined) return;
    const shown = oneLine(name, 80);
    const goal = await askGoal(l10n.t('First Task of "{0}"', shown));
    if (goal === undefined) return;
    const { id } = await core.workflows.userPlans.startWorkflow(name, [goal]);
    for (const task of core.workflows.tasks(id)) {
      await explorer.reveal(task);
      const run = () => openTaskInChat(task);
      notify('info', l10n.t('Created: "{0}".', shown), { label: l10n.t('Start in Chat'), run });
    }
  },
});
