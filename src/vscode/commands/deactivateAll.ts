import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { namedSession } from '../picks/named';
import { defineCommand } from './defineCommand';

/** Up to this many are switched off without a question. */
const UNASKED = 3;

export const deactivateAll = defineCommand({
  id: 'switchyard.deactivateAll',
  async run({ host }, argument) {
    const { gateway } = (await host.runtime()).core;
    const active = gateway
      .sessions()
      .filter(({ id }) => id === (namedSession(argument) ?? id))
      .flatMap(session => [...session.activations.keys()].map(server => ({ session, server })));
    if (active.length === 0) {
      return notify('info', vscode.l10n.t('No server is active.'));
    }
    if (active.length > UNASKED && !(await isSure(active.length, namedSession(argument)))) return;
    for (const { session, server } of active) {
      if (session.activations.has(server)) await gateway.deactivateFor(session, server);
    }
  },
});

async function isSure(count: number, session: string | undefined): Promise<boolean> {
  const yes = vscode.l10n.t('Turn Off All');
  const question =
    session === undefined
      ? vscode.l10n.t('Turn off all {0} servers in every chat session?', count)
      : vscode.l10n.t('Turn off all {0} servers of this chat session?', count);
  return (await vscode.window.showWarningMessage(question, { modal: true }, yes)) === yes;
}
