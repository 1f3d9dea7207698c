import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { SERVER_STATUSES } from '../../core/catalog/environment';
import { namedLike } from '../../core/catalog/search/namedLike';
import type { Runtime } from '../host/runtime';
import { type ServerItem, serverItems } from '../picks/serverItems';
import { defineCommand } from './defineCommand';
import { withoutIcons } from '../words/withoutIcons';

/** Servers shown for what somebody wants. */
const LIMIT = 12;

export const searchCatalog = defineCommand({
  id: 'switchyard.searchCatalog',
  async run({ host, pages }, argument) {
    const runtime = await host.runtime();
    const server = await pickByIntent(runtime, typeof argument === 'string' ? argument : '');
    if (server !== undefined) await pages.server.open(server);
  },
});

/** Searches while the person types, as an agent would; undefined when they leave. */
async function pickByIntent(runtime: Runtime, intent: string): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<ServerItem>();
  pick.title = vscode.l10n.t('Search Catalog');
  pick.placeholder = vscode.l10n.t('Describe what you want to do, e.g. "deploy my app"');
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
  const session = core.gateway.sessions()[0]?.id;
  if (intent === '') return serverItems(core.gateway.environment(session), SERVER_STATUSES);
  const named = namedLike(core.catalog.everyEntry(), intent).slice(0, LIMIT);
  const { matches } = core.catalog.discover(intent, LIMIT);
  const rows = core.gateway.environment(session, [...named, ...matches.map(({ entry }) => entry)]);
  const names = new Set(named.map(({ id }) => id));
  const items = named.flatMap(({ id }) =>
    serverItems(
      rows.filter(row => row.id === id),
      SERVER_STATUSES,
    ).flatMap(item => (item.server === undefined ? [] : [{ ...item, alwaysShow: true }])),
  );
  const related = matches.filter(({ entry }) => !names.has(entry.id));
  const found = related.flatMap(({ entry, why, tools }) => {
    const row = rows.find(({ id }) => id === entry.id);
    const item = row && serverItems([row], [row.status]).find(({ server }) => server !== undefined);
    if (!item) return [];
    const words = vscode.l10n.t('matches {0}', why.join(', '));
    const inTools =
      tools.length === 0
        ? ''
        : ` · ${vscode.l10n.t('tools: {0}', tools.map(({ name }) => oneLine(name, 64)).join(', '))}`;
    // The editor would hide what does not contain the words as they were typed.
    const detail = withoutIcons(`${oneLine(entry.description, 160)} · ${words}${inTools}`);
    return [{ ...item, detail, alwaysShow: true }];
  });
  if (items.length + found.length === 0) return [{ label: vscode.l10n.t('No matches.'), alwaysShow: true }];
  const separator = { label: vscode.l10n.t('Related'), kind: vscode.QuickPickItemKind.Separator };
  return [...items, ...(items.length > 0 && found.length > 0 ? [separator] : []), ...found];
}
