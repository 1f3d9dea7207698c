import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import type { Session } from '../../core/gateway/sessions/sessions';
import { notify } from '../questions/notify';
import { namedServers } from '../picks/named';
import { pickSession } from '../picks/pickSession';
import type { Runtime } from '../host/runtime';
import { withProgress } from '../questions/withProgress';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';
import { defineCommand } from './defineCommand';

/** Switches several servers on for one chat, as many as its limits let through, and says which were not. */
export const activateSelected = defineCommand({
  id: 'switchyard.activateSelected',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const servers = namedServers(argument);
    const session = servers.length === 0 ? undefined : await pickSession(runtime, argument);
    if (!session) return;
    const waiting = servers.filter(
      server => !session.activations.has(runtime.core.catalog.require(server).id),
    );
    let refusals: readonly string[] = [];
    await withProgress(vscode.l10n.t('Starting servers: {0}…', waiting.length), async signal => {
      refusals = await activateEach(runtime, session, waiting, signal);
    });
    if (refusals.length === 0) return;
    const done = waiting.filter(server => session.activations.has(runtime.core.catalog.require(server).id));
    const said = vscode.l10n.t('Turned on {0} of {1} servers.', done.length, waiting.length);
    notify('warning', [said, ...refusals].join(' '));
  },
});

/** What stood in the way, in words. A limit that one meets, all after it would meet. */
async function activateEach(
  { core }: Runtime,
  session: Session,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const server of servers) {
    signal.throwIfAborted();
    try {
      await core.gateway.activateFor(session, server, signal);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      const { retryInMs } = error.details;
      if (typeof retryInMs === 'number' && error.code === 'rate-limited') {
        const most = core.gateway.settings().maxPerMinute;
        const seconds = Math.ceil(retryInMs / 1_000);
        return [
          ...refusals,
          vscode.l10n.t('Servers turned on per 60 s: at most {0}. Try again in {1} s.', most, seconds),
        ];
      }
      refusals.push(refusalWords(error, editorWording()));
      if (error.code === 'too-many-active') return refusals;
    }
  }
  return refusals;
}
