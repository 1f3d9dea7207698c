import * as vscode from 'vscode';
import { namedServer, pickServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { defineCommand } from './defineCommand';

export const deactivateServer = defineCommand({
  id: 'switchyard.deactivateServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const session = await pickSession(runtime, argument);
    if (!session) return;
    const { gateway } = runtime.core;
    const server =
      namedServer(argument) ??
      (await pickServer(gateway.environment(session.id), {
        title: vscode.l10n.t('Turn Off MCP Server'),
        placeholder: vscode.l10n.t('Select a server to turn off in this chat session'),
        statuses: ['active'],
        empty: vscode.l10n.t('No server is active in this chat session.'),
      }));
    if (server !== undefined) await gateway.deactivateFor(session, server);
  },
});
