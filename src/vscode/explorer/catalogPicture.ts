import type { EnvironmentRow } from '../../core/catalog/environment';
import { namedLike } from '../../core/catalog/search/namedLike';
import type { Icon } from '../../shared/webview/icons';
import type { Row, Tone } from '../../shared/explorer/picture';
import { serversOfWindow } from '../status/usage';
import { numeral, serverCount } from '../words/amounts';
import {
  isModule,
  SERVER_GROUPS,
  type ServerGroup,
  serverGroupOf,
  serverGroupTitle,
} from '../words/serverGroup';
import { joined, shown, type Wording } from '../words/wording';
import { type CatalogWorld, serverRow } from './serverRow';

/** Servers that a search finds at most. */
const MAX_FOUND = 50;

/** Every server of the catalog, by what can be done with it: or, for a query, those that serve it, best first. */
export function catalogRows(world: CatalogWorld, query: string, wording: Wording): readonly Row[] {
  if (query.trim() !== '') return foundRows(world, query, wording);
  const queued = world.gateway.nextChat.servers();
  const groups = Map.groupBy(serversOfWindow(world.gateway), server => serverGroupOf(server, queued));
  return SERVER_GROUPS.flatMap(group => {
    const found = groups.get(group) ?? [];
    if (found.length === 0) return [];
    return [groupRow(group, found, wording), ...found.map(server => serverRow(world, server, 2, wording))];
  });
}

/** Whether there is any server beside our own modules. */
export function hasServers({ gateway }: CatalogWorld): boolean {
  return gateway.environment().some(server => !isModule(server));
}

/** How many servers chats have turned on, as the status bar has it, and how many there are beside our own modules. */
export function catalogSummary({ gateway }: CatalogWorld, wording: Wording): string {
  const active = new Set(gateway.sessions().flatMap(({ activations }) => [...activations.keys()])).size;
  const servers = gateway.environment().filter(server => !isModule(server)).length;
  return joined(wording.t('{0} active', numeral(active, wording)), serverCount(servers, wording));
}

function foundRows(world: CatalogWorld, query: string, wording: Wording): readonly Row[] {
  const { t } = wording;
  const called = namedLike(world.catalog.everyEntry(), query).slice(0, MAX_FOUND);
  const { matches } = world.catalog.discover(query, MAX_FOUND);
  const servers = serversOfWindow(world.gateway, [...called, ...matches.map(({ entry }) => entry)]);
  const byId = new Map(servers.map(server => [server.id, server]));
  const named = called.flatMap(({ id }) => byId.get(id) ?? []);
  const names = new Set(named.map(({ id }) => id));
  const related = matches.filter(({ entry }) => !names.has(entry.id));
  const level = named.length > 0 ? 2 : 1;
  const rows = related.flatMap(({ entry, why }) => {
    const server = byId.get(entry.id);
    if (!server) return [];
    const row = serverRow(world, server, level, wording);
    const words = t('matches {0}', shown(why.join(', '), 80));
    return [{ ...row, detail: joined(row.detail, words) }];
  });
  const heading = named.length > 0 && rows.length > 0 ? [relatedRow(rows.length, wording)] : [];
  return [...named.map(server => serverRow(world, server, 1, wording)), ...heading, ...rows];
}

/** What serves the query, below what is called so. */
function relatedRow(count: number, wording: Wording): Row {
  return {
    id: 'group:related',
    level: 1,
    icon: 'search',
    label: wording.t('Related'),
    isHeading: true,
    figures: numeral(count, wording),
    isOpen: true,
    kind: 'group related',
    target: {},
  };
}

function groupRow(group: ServerGroup, servers: readonly EnvironmentRow[], wording: Wording): Row {
  const isModules = group === 'modules';
  const on = servers.filter(({ status }) => status === 'active').length;
  return {
    id: `group:${group}`,
    level: 1,
    ...LOOKS[group],
    label: serverGroupTitle(group, wording.t),
    isHeading: true,
    ...(isModules ? { detail: wording.t('built-in modules, {0} on', numeral(on, wording)) } : {}),
    figures: numeral(servers.length, wording),
    isOpen: group !== 'disabled' && !isModules,
    kind: `group ${group}`,
    target: {},
  };
}

const LOOKS: Readonly<Record<ServerGroup, { readonly icon: Icon; readonly tone?: Tone }>> = {
  active: { icon: 'pass-filled', tone: 'ok' },
  next: { icon: 'history', tone: 'run' },
  yours: { icon: 'plug' },
  ready: { icon: 'circle-outline' },
  setup: { icon: 'key', tone: 'warn' },
  failed: { icon: 'error', tone: 'bad' },
  disabled: { icon: 'circle-slash', tone: 'off' },
  modules: { icon: 'layers' },
};
