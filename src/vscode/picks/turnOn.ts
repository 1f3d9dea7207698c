import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { Refusal } from '../../core/support/refusal';
import { runNative } from '../host/nativeCommand';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { activateWithProgress } from './activateWithProgress';
import { lastChat } from './lastChat';

/**
 * Turns a server on where the person works: in the chat that they used last; where none has used Switchyard yet, in the next one. What
 * would be asked before its start is asked now.
 * @throws {Refusal} as `gateway.activateFor`
 */
export async function turnOn(runtime: Runtime, server: string): Promise<void> {
  const { gateway, catalog } = runtime.core;
  const chat = lastChat(gateway);
  if (chat) return await activateWithProgress(runtime, chat, server);
  const entry = catalog.require(server);
  requireReady(runtime, entry);
  if (entry.launch.type !== 'native') {
    const approved = await withProgress(vscode.l10n.t('Starting "{0}"…', server), async signal => {
      await gateway.servers.approvedLaunch(entry, signal);
      return true;
    });
    if (approved !== true) return;
  }
  gateway.nextChat.add(entry.id);
  const open = vscode.l10n.t('Open Chat');
  notify('info', vscode.l10n.t('"{0}" will be turned on in the next chat.', entry.id), {
    label: open,
    run: () => runNative('workbench.action.chat.open', open, { mode: 'agent' }),
  });
}

/** Says what was done, and offers to turn the server on where it can be started now and is not on already. */
export function offerTurnOn(runtime: Runtime, entry: CatalogEntry, done: string): void {
  const { gateway, catalog } = runtime.core;
  if (catalog.readiness(entry).status !== 'available') return;
  const isOn = lastChat(gateway)?.activations.has(entry.id) === true || gateway.core.isCore(entry.id);
  const run = async (): Promise<void> => await turnOn(runtime, entry.id);
  notify('info', done, isOn ? undefined : { label: vscode.l10n.t('Turn On'), run });
}

/**
 * What would be found out at the chat's first call is said now.
 * @throws {Refusal} core-server, server-disabled, missing-credentials, missing-runtime
 */
function requireReady({ core: { catalog, gateway } }: Runtime, entry: CatalogEntry): void {
  const server = entry.id;
  if (gateway.core.isCore(server)) throw new Refusal('core-server', 'It is always on.', { server });
  const readiness = catalog.readiness(entry);
  if (readiness.status === 'disabled')
    throw new Refusal('server-disabled', readiness.message, { server, by: readiness.by });
  if (readiness.status === 'missing-credentials')
    throw new Refusal('missing-credentials', readiness.message, { server, missing: readiness.keys });
  const runtime = catalog.runtime(entry);
  if (runtime.status === 'missing')
    throw new Refusal('missing-runtime', runtime.message, { server, program: runtime.program });
}
