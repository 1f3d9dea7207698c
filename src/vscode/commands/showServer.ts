import * as vscode from 'vscode';
import { SERVER_STATUSES } from '../../core/catalog/environment';
import { namedSession } from '../picks/named';
import { namedServer, pickServer } from '../picks/pickServer';
import { serverActions } from '../picks/serverActions';
import { defineCommand } from './defineCommand';

export const showServer = defineCommand({
  id: 'switchyard.showServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const server =
      namedServer(argument) ??
      (await pickServer(runtime.core.gateway.environment(), {
        title: vscode.l10n.t('Server Actions'),
        placeholder: vscode.l10n.t('Select a server to see its actions'),
        statuses: SERVER_STATUSES,
        empty: vscode.l10n.t('No servers in the catalog.'),
      }));
    if (server !== undefined) await serverActions(runtime, server, namedSession(argument));
  },
});
