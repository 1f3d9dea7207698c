import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { notify } from '../questions/notify';
import { namedServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const forgetCredentials = defineCommand({
  id: 'switchyard.forgetCredentials',
  async run({ host }, argument) {
    const { credentials } = await host.runtime();
    const named = namedServer(argument);
    // Not those of the catalog: keys stay when a server goes, and a search alone leads to some.
    const servers = credentials.servers().filter(id => named === undefined || named === id);
    if (servers.length === 0) {
      const nothing =
        named === undefined
          ? vscode.l10n.t('No server has stored credentials.')
          : vscode.l10n.t('"{0}" has no stored credentials.', named);
      return notify('info', nothing);
    }
    const picked =
      named === undefined
        ? await vscode.window.showQuickPick(
            servers.map(server => ({
              label: server,
              description: oneLine(credentials.keysUnder(server).join(', '), 200),
              server,
            })),
            { title: vscode.l10n.t('Forget Credentials'), placeHolder: vscode.l10n.t('Select a server') },
          )
        : { server: servers[0] };
    const server = picked?.server;
    if (server === undefined) return;
    const yes = vscode.l10n.t('Forget');
    const question = vscode.l10n.t('Forget the stored credentials of "{0}"?', server);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
    for (const key of credentials.keysUnder(server)) await credentials.forget(server, key);
  },
});
