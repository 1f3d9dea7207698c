import * as vscode from 'vscode';
import { namedServer, pickServer } from '../picks/pickServer';
import { serversInUse } from '../picks/serversInUse';
import { defineCommand } from './defineCommand';

export const stopServer = defineCommand({
  id: 'switchyard.stopServer',
  async run({ host }, argument) {
    const { core } = await host.runtime();
    const running = serversInUse(core).filter(({ health }) => health === 'running' || health === 'starting');
    const server =
      namedServer(argument) ??
      (await pickServer(running, {
        title: vscode.l10n.t('Stop Server'),
        placeholder: vscode.l10n.t('Select a server to stop. The next call starts it again.'),
        statuses: ['active'],
        empty: vscode.l10n.t('No server is running.'),
      }));
    if (server !== undefined) await core.gateway.servers.stop(server);
  },
});
