import * as vscode from 'vscode';
import { namedServer, pickServer } from '../picks/pickServer';
import { withProgress } from '../questions/withProgress';
import { serversInUse } from '../picks/serversInUse';
import { defineCommand } from './defineCommand';

export const restartServer = defineCommand({
  id: 'switchyard.restartServer',
  async run({ host }, argument) {
    const { core } = await host.runtime();
    const server =
      namedServer(argument) ??
      (await pickServer(serversInUse(core), {
        title: vscode.l10n.t('Start or Restart Server'),
        placeholder: vscode.l10n.t('Select a server that a chat has turned on'),
        statuses: ['active'],
        empty: vscode.l10n.t('No chat has turned on a server.'),
      }));
    if (server === undefined) return;
    await withProgress(vscode.l10n.t('Starting "{0}"…', server), async signal => {
      await core.gateway.servers.restart(server, signal);
    });
  },
});
