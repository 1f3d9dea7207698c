import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { targetsOf } from '../../shared/explorer/messages';
import { pickSession } from '../picks/pickSession';
import { defineCommand } from './defineCommand';

/** Switches several servers off: each for the chat below which it was selected, else for the one that is picked. */
export const deactivateSelected = defineCommand({
  id: 'switchyard.deactivateSelected',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { gateway, catalog } = runtime.core;
    const targets = targetsOf(argument);
    const picked = targets.every(({ session }) => session !== undefined)
      ? undefined
      : await pickSession(runtime, argument);
    const left: string[] = [];
    for (const { server, session: id } of targets) {
      const session = gateway.sessions().find(each => each.id === id) ?? picked;
      if (server === undefined || !session) continue;
      const entry = catalog.require(server);
      if (session.activations.has(entry.id)) await gateway.deactivateFor(session, entry.id);
      else left.push(entry.id);
    }
    if (left.length > 0) {
      notify('info', vscode.l10n.t('Not active in this chat session: {0}.', left.slice(0, 10).join(', ')));
    }
  },
});
