import * as vscode from 'vscode';
import { lastChat } from '../picks/lastChat';
import { namedServer, pickServer } from '../picks/pickServer';
import { turnOn } from '../picks/turnOn';
import { defineCommand } from './defineCommand';

export const turnOnServer = defineCommand({
  id: 'switchyard.turnOnServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { gateway } = runtime.core;
    const chat = lastChat(gateway);
    const server =
      namedServer(argument) ??
      (await pickServer(gateway.environment(chat?.id), {
        title: vscode.l10n.t('Turn On Server'),
        placeholder:
          chat === undefined
            ? vscode.l10n.t('Select a server to turn on in the next chat')
            : vscode.l10n.t('Select a server to turn on in the chat that you used last'),
        statuses: ['available'],
        empty: vscode.l10n.t('No server is available. Add one in the setting switchyard.servers.'),
      }));
    if (server !== undefined) await turnOn(runtime, server);
  },
});
