import * as vscode from 'vscode';
import { activateWithProgress } from '../picks/activateWithProgress';
import { namedServer, pickServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { defineCommand } from './defineCommand';

export const activateServer = defineCommand({
  id: 'switchyard.activateServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const session = await pickSession(runtime, argument);
    if (!session) return;
    const server =
      namedServer(argument) ??
      (await pickServer(runtime.core.gateway.environment(session.id), {
        title: vscode.l10n.t('Turn On MCP Server'),
        placeholder: vscode.l10n.t('Select a server to turn on in this chat session'),
        statuses: ['available'],
        empty: vscode.l10n.t('No server is available. Add one in the setting switchyard.servers.'),
      }));
    if (server !== undefined) await activateWithProgress(runtime, session, server);
  },
});
