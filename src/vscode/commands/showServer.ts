import * as vscode from 'vscode';
import { SERVER_STATUSES } from '../../core/catalog/environment';
import { isForALook } from '../../shared/explorer/messages';
import { namedServer, pickServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const showServer = defineCommand({
  id: 'switchyard.showServer',
  async run({ host, pages }, argument) {
    const { core } = await host.runtime();
    const server =
      namedServer(argument) ??
      (await pickServer(core.gateway.environment(), {
        title: vscode.l10n.t('Open Server'),
        placeholder: vscode.l10n.t('Select a server to open its page'),
        statuses: SERVER_STATUSES,
        empty: vscode.l10n.t('No servers in the catalog.'),
      }));
    if (server === undefined) return;
    await pages.server.open(core.catalog.require(server).id, { isPreview: isForALook(argument) });
  },
});
