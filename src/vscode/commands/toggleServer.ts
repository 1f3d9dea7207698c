import * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions';
import { Refusal } from '../../core/support/refusal';
import { notify } from '../notify';
import { activateWithProgress } from '../picks/activateWithProgress';
import { namedServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { type ServerItem, serverItems } from '../picks/serverItems';
import type { Runtime } from '../runtime';
import { sessionName } from '../sessionName';
import { defineCommand } from './defineCommand';
import { enterFor } from './enterCredentials';

export const toggleServer = defineCommand({
  id: 'switchyard.toggleServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const session = await pickSession(runtime);
    if (!session) return;
    const named = namedServer(argument);
    if (named !== undefined) return await toggle(runtime, session, named);
    await toggleInPick(runtime, session);
  },
});

async function toggle(runtime: Runtime, session: Session, server: string): Promise<void> {
  const { id } = runtime.core.catalog.require(server);
  if (session.activations.has(id)) await runtime.core.gateway.deactivateFor(session, id);
  else await activateWithProgress(runtime, session, id);
}

/** A list that stays open, so that several servers can be toggled in one go. Resolves when it is closed. */
async function toggleInPick(runtime: Runtime, session: Session): Promise<void> {
  const pick = vscode.window.createQuickPick<ServerItem>();
  pick.title = vscode.l10n.t('Toggle MCP Server: {0}', sessionName(session));
  pick.placeholder = vscode.l10n.t('Select a server to activate or deactivate in this chat session');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const show = (): void => {
    const rows = runtime.core.gateway.environment(session.id);
    pick.items = serverItems(rows, ['active', 'available', 'missing-credentials', 'disabled']);
  };
  const change = async (item: ServerItem): Promise<void> => {
    if (item.server === undefined) return;
    pick.busy = true;
    try {
      await changeOne(runtime, session, item.server, item.row?.status);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      notify('warning', error.message);
    } finally {
      pick.busy = false;
      show();
    }
  };
  await new Promise<void>((resolve, reject) => {
    const owned = [
      pick,
      runtime.core.bus.subscribe(event => event.stream === 'gateway' && show()),
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item) change(item).catch(reject);
      }),
      pick.onDidTriggerItemButton(({ item }) => void change(item).catch(reject)),
      pick.onDidHide(() => {
        vscode.Disposable.from(...owned).dispose();
        resolve();
      }),
    ];
    show();
    pick.show();
  });
}

async function changeOne(
  runtime: Runtime,
  session: Session,
  server: string,
  status: string | undefined,
): Promise<void> {
  if (status !== 'missing-credentials') return await toggle(runtime, session, server);
  const entry = runtime.core.catalog.require(server);
  await enterFor(runtime, entry);
  if (runtime.core.catalog.readiness(entry).status === 'available') await toggle(runtime, session, server);
}
