import * as vscode from 'vscode';
import { PLANS_FOLDER, writtenPlan } from '../../modules/plans/files/savedPlan';
import { workspaceFile } from '../catalog/workspaceFile';
import { plansFolder } from '../picks/pickPlan';
import { noRuns, pickRunOf } from '../picks/pickRunOf';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const savePlan = defineCommand({
  id: 'switchyard.savePlan',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const folder = plansFolder();
    if (folder === undefined)
      return notify('warning', vscode.l10n.t('Open a folder first: plans are kept with it.'));
    const run = await pickRunOf(runtime, argument, {
      title: vscode.l10n.t('Save Plan'),
      suits: () => true,
      empty: noRuns(),
    });
    if (run === undefined) return;
    const taken = new Set((await folder.read()).map(({ name }) => name));
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Save Plan'),
      placeHolder: vscode.l10n.t('Name of the file, such as "release"'),
      validateInput: text => {
        if (text === '') return undefined;
        if (!/^[\w-][\w.-]{0,63}$/.test(text)) return vscode.l10n.t('Use letters, digits, and . _ -');
        return taken.has(`${text}.json`) ? vscode.l10n.t('There is a plan "{0}" already.', text) : undefined;
      },
    });
    if (name === undefined || name === '') return;
    await folder.add(`${name}.json`, writtenPlan(run.tree, run.variables));
    notify('info', vscode.l10n.t('Saved "{0}" in {1}.', name, PLANS_FOLDER), {
      label: vscode.l10n.t('Open'),
      run: async () => {
        const file = workspaceFile(`${PLANS_FOLDER}/${name}.json`);
        if (file) await vscode.window.showTextDocument(file);
      },
    });
  },
});
