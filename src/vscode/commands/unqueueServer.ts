import * as vscode from 'vscode';
import { namedServer, pickServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const unqueueServer = defineCommand({
  id: 'switchyard.unqueueServer',
  async run({ host }, argument) {
    const { gateway, catalog } = (await host.runtime()).core;
    const queued = new Set(gateway.nextChat.servers());
    const server =
      namedServer(argument) ??
      (await pickServer(
        gateway.environment().filter(({ id }) => queued.has(id)),
        {
          title: vscode.l10n.t("Don't Turn On in the Next Chat"),
          placeholder: vscode.l10n.t('Select a server that the next chat should not get'),
          statuses: ['available'],
          empty: vscode.l10n.t('No server waits for the next chat.'),
        },
      ));
    if (server !== undefined) gateway.nextChat.remove(catalog.require(server).id);
  },
});
