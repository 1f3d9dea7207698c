import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Runtime } from '../host/runtime';
import { type ServerItem, serverItems } from '../picks/serverItems';
import { serverActions } from '../picks/serverActions';
import { defineCommand } from './defineCommand';

/** Servers shown for what somebody wants. */
const LIMIT = 12;

export const searchCatalog = defineCommand({
  id: 'switchyard.searchCatalog',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const server = await pickByIntent(runtime, typeof argument === 'string' ? argument : '');
    if (server !== undefined) await serverActions(runtime, server);
  },
});

/** Searches while the person types, as an agent would; undefined when they leave. */
async function pickByIntent(runtime: Runtime, intent: string): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<ServerItem>();
  pick.title = vscode.l10n.t('Search Catalog');
  pick.placeholder = vscode.l10n.t('Say what you want to do, e.g. "deploy my app"');
  pick.value = intent;
  const show = (): void => {
    pick.items = itemsFor(runtime, pick.value.trim());
  };
  return await new Promise(resolve => {
    const owned = [
      pick,
      pick.onDidChangeValue(show),
      pick.onDidAccept(() => {
        const server = pick.selectedItems[0]?.server;
        if (server === undefined) return;
        resolve(server);
        pick.hide();
      }),
      pick.onDidHide(() => {
        resolve(undefined); // Nothing happens where a server was picked.
        vscode.Disposable.from(...owned).dispose();
      }),
    ];
    show();
    pick.show();
  });
}

function itemsFor({ core }: Runtime, intent: string): readonly ServerItem[] {
  const rows = core.gateway.environment(core.gateway.sessions()[0]?.id);
  if (intent === '') return serverItems(rows, ['active', 'available', 'missing-credentials', 'disabled']);
  const { matches } = core.catalog.discover(intent, LIMIT);
  const found = matches.flatMap(({ entry, why, tools }) => {
    const row = rows.find(({ id }) => id === entry.id);
    const item = row && serverItems([row], [row.status]).find(({ server }) => server !== undefined);
    if (!item) return [];
    const words = vscode.l10n.t('matches {0}', why.join(', '));
    const named =
      tools.length === 0
        ? ''
        : ` · ${vscode.l10n.t('tools: {0}', tools.map(({ name }) => oneLine(name, 64)).join(', '))}`;
    // The editor would hide what does not contain the words as they were typed.
    return [{ ...item, detail: `${oneLine(entry.description, 160)} · ${words}${named}`, alwaysShow: true }];
  });
  return found.length > 0 ? found : [{ label: vscode.l10n.t('No matches.'), alwaysShow: true }];
}
