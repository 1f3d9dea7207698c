import type { Catalog } from '../../core/catalog/catalog';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { type EnvironmentRow, SERVER_STATUSES, type ServerStatus } from '../../core/catalog/environment';
import { namedLike } from '../../core/catalog/search/namedLike';
import type { Gateway } from '../../core/gateway/gateway';
import type { Icon } from '../../shared/webview/icons';
import type { Action, Row, Tone } from '../../shared/explorer/picture';
import type { ServerId } from '../../shared/ids';
import { about, listedCount, numeral, serverCount } from '../words/amounts';
import { joined, shown, shownWhole, type Wording } from '../words/wording';

/** What the catalog's rows are drawn from. */
export interface CatalogWorld {
  readonly catalog: Pick<Catalog, 'entries' | 'find' | 'readiness' | 'discover'>;
  readonly gateway: Pick<Gateway, 'environment' | 'sessions'>;
}

/** How the row of a server looks that failed. */
export const FAILED = { icon: 'error', tone: 'bad' } as const;

/** Servers that a search finds at most. */
const MAX_FOUND = 50;

/** Every server of the catalog, by how ready it is: or, for a query, those that serve it, best first. */
export function catalogRows(world: CatalogWorld, query: string, wording: Wording): readonly Row[] {
  const servers = serversOf(world);
  if (query.trim() !== '') return foundRows(world, servers, query, wording);
  return SERVER_STATUSES.flatMap(status => {
    const found = servers.filter(server => server.status === status);
    if (found.length === 0) return [];
    const rows = found.map(server => serverRow(world, server, 2, wording));
    return [groupRow(status, found.length, wording), ...rows];
  });
}

/** Whether there is any server beside our own modules. */
export function hasServers({ gateway }: CatalogWorld): boolean {
  return gateway.environment().some(({ category }) => category !== 'switchyard');
}

/** How many servers are on and how many there are, beside the view's name. */
export function catalogSummary(world: CatalogWorld, wording: Wording): string {
  const servers = serversOf(world);
  const active = servers.filter(({ status }) => status === 'active').length;
  return joined(wording.t('{0} active', numeral(active, wording)), serverCount(servers.length, wording));
}

/** Every server once: active where any chat uses it. */
function serversOf({ gateway }: CatalogWorld): readonly EnvironmentRow[] {
  const own = gateway.sessions().filter(({ activations }) => activations.size > 0);
  const active = new Map<ServerId, EnvironmentRow>();
  for (const { id } of own) {
    for (const row of gateway.environment(id)) if (row.status === 'active') active.set(row.id, row);
  }
  return gateway.environment().map(row => active.get(row.id) ?? row);
}

function foundRows(
  world: CatalogWorld,
  servers: readonly EnvironmentRow[],
  query: string,
  wording: Wording,
): readonly Row[] {
  const { t } = wording;
  const byId = new Map(servers.map(server => [server.id, server]));
  const named = namedLike(world.catalog.entries(), query)
    .slice(0, MAX_FOUND)
    .flatMap(({ id }) => byId.get(id) ?? []);
  const names = new Set(named.map(({ id }) => id));
  const related = world.catalog
    .discover(query, MAX_FOUND)
    .matches.filter(({ entry }) => !names.has(entry.id));
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
    detail: numeral(count, wording),
    isOpen: true,
    kind: 'group related',
    target: {},
  };
}

function groupRow(status: ServerStatus, count: number, wording: Wording): Row {
  return {
    id: `group:${status}`,
    level: 1,
    ...look(status),
    icon: status === 'active' ? 'pass-filled' : look(status).icon,
    label: titleOf(status, wording.t),
    isHeading: true,
    detail: numeral(count, wording),
    isOpen: status !== 'disabled',
    kind: `group ${status}`,
    target: {},
  };
}

function serverRow(world: CatalogWorld, server: EnvironmentRow, level: number, wording: Wording): Row {
  const { t } = wording;
  const { id, status, warnings = [] } = server;
  const { health, failure } = server;
  const hasFailed = failure !== undefined;
  const isStarting = health === 'starting';
  const state = hasFailed ? t('failed') : isStarting ? t('starting') : titleOf(status, t);
  const shape = hasFailed ? FAILED : isStarting ? ({ icon: 'loading', tone: 'run' } as const) : look(status);
  const mark = markOf(server, t);
  const isOutside = status === 'active' && !server.isCore;
  const actions = [...actionsOf(world, server, t), ...(isOutside || hasFailed ? [output(t)] : [])];
  const told = joined(failure, versionWords(server, t), server.description, ...warnings);
  return {
    id: `server:${id}`,
    level,
    ...shape,
    state,
    label: shown(id),
    detail: status === 'active' && hasFailed ? shown(failure) : detailOf(server, wording),
    tooltip: shownWhole(t('{0}: {1}. {2}', id, state, told)),
    enter: 'showServer',
    kind: kindOf(world.catalog.find(id), world, server),
    target: { server: id },
    ...(mark === undefined ? {} : { mark }),
    ...(actions.length === 0 ? {} : { actions }),
  };
}

/** What runs, in the server's own word and that of its launch. */
function versionWords({ version, package: name }: EnvironmentRow, t: Wording['t']): string | undefined {
  if (version === undefined) return name;
  return joined(t('version {0}', version), name);
}

/** What an active server costs, what a waiting one lacks, else what it is for. */
function detailOf(
  { isCore, status, tools, listed, tokens = 0, missing, category }: EnvironmentRow,
  wording: Wording,
): string {
  const { t } = wording;
  if (missing.length > 0) return t('needs {0}', shown(missing.join(', '), 100));
  const cost =
    tools === undefined ? undefined : joined(listedCount({ tools, listed }, wording), about(tokens, wording));
  if (isCore) return joined(t('core'), cost);
  if (status === 'active' || cost !== undefined) return joined(cost ?? shown(category, 40));
  return shown(category, 40);
}

function markOf({ isCore, warnings = [] }: EnvironmentRow, t: Wording['t']): Row['mark'] {
  if (warnings.length > 0) {
    return { icon: 'warning', title: t('Tools to be reviewed'), tone: 'warn' };
  }
  return isCore ? { icon: 'lock', title: t('Core server, always on') } : undefined;
}

function actionsOf(
  world: CatalogWorld,
  { id, status, isCore }: EnvironmentRow,
  t: Wording['t'],
): readonly Action[] {
  switch (status) {
    case 'active':
      if (isCore) return [];
      return [{ command: 'deactivateServer', title: t('Deactivate in a Session…'), icon: 'debug-pause' }];
    case 'available':
      return [{ command: 'activateServer', title: t('Activate in a Session…'), icon: 'play' }];
    case 'missing-credentials':
      return [
        ...(lacks(world, id, 'value')
          ? [{ command: 'enterCredentials', title: t('Enter Credentials…'), icon: 'key' } as const]
          : []),
        ...(lacks(world, id, 'sign-in')
          ? [{ command: 'signIn', title: t('Sign In to Server…'), icon: 'sign-in' } as const]
          : []),
      ];
    case 'disabled':
      if (world.catalog.find(id)?.disabledBy === 'policy') return [];
      return [{ command: 'enableServer', title: t('Enable Server…'), icon: 'pass' }];
  }
}

/** Where all that is known of a failure stands. */
export function output(t: Wording['t']): Action {
  return { command: 'showOutput', title: t('Show Output'), icon: 'output' };
}

function lacks({ catalog }: CatalogWorld, server: ServerId, kind: 'value' | 'sign-in'): boolean {
  const entry = catalog.find(server);
  const readiness = entry && catalog.readiness(entry);
  return (
    readiness?.status === 'missing-credentials' && readiness.missing.some(missing => missing.kind === kind)
  );
}

/** Words for the `when` of context menus. */
function kindOf(
  entry: CatalogEntry | undefined,
  world: CatalogWorld,
  { id, status, isCore, warnings = [] }: EnvironmentRow,
): string {
  const takesKeys = lacks(world, id, 'value') || (entry?.needs.some(({ isSecret }) => isSecret) ?? false);
  return [
    'server',
    status === 'missing-credentials' ? 'missing' : status,
    ...(isCore ? ['core'] : ['optional']),
    ...(takesKeys ? ['keyed'] : []),
    ...(entry?.launch.type === 'http' ? ['remote'] : []),
    ...(entry?.disabledBy === 'policy' ? [] : ['own']),
    ...(warnings.length > 0 ? ['warned'] : []),
    ...(entry?.homepage?.startsWith('https://') === true ? ['documented'] : []),
  ].join(' ');
}

function look(status: ServerStatus): { icon: Icon; tone?: Tone } {
  switch (status) {
    case 'active':
      return { icon: 'plug', tone: 'ok' };
    case 'available':
      return { icon: 'circle-outline' };
    case 'missing-credentials':
      return { icon: 'key', tone: 'warn' };
    case 'disabled':
      return { icon: 'circle-slash', tone: 'off' };
  }
}

function titleOf(status: ServerStatus, t: Wording['t']): string {
  switch (status) {
    case 'active':
      return t('Active');
    case 'available':
      return t('Available');
    case 'missing-credentials':
      return t('Missing credentials');
    case 'disabled':
      return t('Disabled');
  }
}
