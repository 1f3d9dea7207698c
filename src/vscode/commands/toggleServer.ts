import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry';
import type { Session } from '../../core/gateway/sessions';
import { Refusal } from '../../core/support/refusal';
import { notify } from '../notify';
import { activateWithProgress } from '../picks/activateWithProgress';
import { namedServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { type ServerItem, serverItems } from '../picks/serverItems';
import type { Runtime } from '../runtime';
import { defineCommand } from './defineCommand';
import { enterFor } from './enterCredentials';
import { signInFor } from './signIn';

export const toggleServer = defineCommand({
  id: 'switchyard.toggleServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const session = await pickSession(runtime, argument);
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
  pick.title = vscode.l10n.t('Toggle MCP Server: {0}', runtime.sessionNames.of(session));
  pick.placeholder = vscode.l10n.t('Select a server to activate or deactivate in this chat session');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const show = (): void => {
    const rows = runtime.core.gateway.environment(session.id);
    pick.items = serverItems(rows, ['active', 'available', 'missing-credentials', 'disabled']);
  };
  // An input box hides the list; it comes back afterwards.
  let isEntering = false;
  const enter = async (entry: CatalogEntry): Promise<void> => {
    isEntering = true;
    try {
      // A sign-in where nothing but that is missing; else the keys, of which one may spare it.
      const readiness = runtime.core.catalog.readiness(entry);
      const onlySignsIn =
        readiness.status === 'missing-credentials' &&
        readiness.missing.every(({ kind }) => kind === 'sign-in');
      await (onlySignsIn ? signInFor(runtime, entry) : enterFor(runtime, entry));
    } finally {
      isEntering = false;
      pick.show();
    }
  };
  const change = async ({ server, row }: ServerItem): Promise<void> => {
    if (server === undefined) return;
    const lacksKey = row?.status === 'missing-credentials';
    if (row?.isCore === true && !lacksKey) {
      return notify('info', vscode.l10n.t('"{0}" is a core server: it is always on.', server));
    }
    pick.busy = true;
    pick.ignoreFocusOut = true; // A question about starting the server takes the focus.
    try {
      const entry = runtime.core.catalog.require(server);
      if (lacksKey) await enter(entry);
      if (!lacksKey || runtime.core.catalog.readiness(entry).status === 'available') {
        await toggle(runtime, session, server);
      }
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      notify('warning', error.message);
    } finally {
      pick.busy = false;
      pick.ignoreFocusOut = false;
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
        if (isEntering) return;
        vscode.Disposable.from(...owned).dispose();
        resolve();
      }),
    ];
    show();
    pick.show();
  });
}
