import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { namedServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const forgetCredentials = defineCommand({
  id: 'switchyard.forgetCredentials',
  async run({ host }, argument) {
    const { core, credentials } = await host.runtime();
    const named = namedServer(argument);
    const entries = core.catalog
      .entries()
      .filter(({ id }) => credentials.keysUnder(id).length > 0 && (named === undefined || named === id));
    if (entries.length === 0) {
      const nothing =
        named === undefined
          ? vscode.l10n.t('No server has stored credentials.')
          : vscode.l10n.t('"{0}" has no stored credentials.', named);
      return notify('info', nothing);
    }
    const picked =
      named === undefined
        ? await vscode.window.showQuickPick(
            entries.map(entry => ({
              label: entry.id,
              description: credentials.keysUnder(entry.id).join(', '),
              entry,
            })),
            { title: vscode.l10n.t('Forget Credentials'), placeHolder: vscode.l10n.t('Select a server') },
          )
        : { entry: entries[0] };
    const entry = picked?.entry;
    if (!entry) return;
    const yes = vscode.l10n.t('Forget');
    const question = vscode.l10n.t('Forget the stored credentials of "{0}"?', entry.id);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
    for (const key of credentials.keysUnder(entry.id)) await credentials.forget(entry.id, key);
  },
});
