import type { Catalog } from '../../core/catalog/catalog';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { EnvironmentRow } from '../../core/catalog/environment';
import type { Gateway } from '../../core/gateway/gateway';
import type { Icon } from '../../shared/webview/icons';
import type { Action, Row, Target, Tone } from '../../shared/explorer/picture';
import type { ServerId } from '../../shared/ids';
import { about, numeral } from '../words/amounts';
import { needWords } from '../words/originWords';
import { joined, shown, type Wording } from '../words/wording';
import { serverCard } from './cards';

/** What the catalog's rows are drawn from. */
export interface CatalogWorld {
  readonly catalog: Pick<Catalog, 'entries' | 'everyEntry' | 'find' | 'readiness' | 'discover'>;
  readonly gateway: Pick<Gateway, 'environment' | 'sessions' | 'nextChat'>;
}

/** How the row of a server looks that failed. */
export const FAILED = { icon: 'error', tone: 'bad' } as const;

/** A server: its name, what it is for or what is in its way, what it costs, and what one click does. */
export function serverRow(world: CatalogWorld, server: EnvironmentRow, level: number, wording: Wording): Row {
  const { t } = wording;
  const { id } = server;
  const look = lookOf(world, server, t);
  const mark = markOf(server, t);
  const actions = actionsOf(world, server, wording);
  const figures = figuresOf(server, wording);
  const target = targetOf(world, server);
  const chats = world.gateway.sessions().filter(({ activations }) => activations.has(id)).length;
  return {
    id: `server:${id}`,
    level,
    ...look,
    label: shown(id),
    detail: detailOf(server, t),
    ...(figures === '' ? {} : { figures }),
    tooltip: serverCard(server, look.state, chats, wording),
    enter: 'showServer',
    kind: kindOf(world.catalog.find(id), world, server),
    target,
    ...(mark === undefined ? {} : { mark }),
    ...(actions.length === 0 ? {} : { actions }),
  };
}

/** The server; where one chat alone has it, in that one. */
function targetOf({ gateway }: CatalogWorld, { id }: EnvironmentRow): Target {
  const [user, ...others] = gateway.sessions().filter(({ activations }) => activations.has(id));
  return user === undefined || others.length > 0 ? { server: id } : { server: id, session: user.id };
}

/** Why it failed, what it lacks, else what it is for. */
function detailOf({ failure, status, missing, lacks, description }: EnvironmentRow, t: Wording['t']): string {
  if (status === 'disabled') return shown(description);
  if (failure !== undefined) return shown(failure);
  if (missing.length > 0) return t('needs {0}', shown(needWords(missing, t), 100));
  return lacks === undefined ? shown(description) : t('needs {0}', shown(lacks, 60));
}

/** How many tools a model sees of it, and about how many tokens they take; empty where nobody knows. */
function figuresOf({ tools, listed, tokens = 0 }: EnvironmentRow, wording: Wording): string {
  if (tools === undefined) return '';
  const all = numeral(tools, wording);
  const count = listed === undefined ? all : wording.t('{0} of {1}', numeral(listed, wording), all);
  return joined(count, about(tokens, wording));
}

function markOf({ isCore, warnings = [] }: EnvironmentRow, t: Wording['t']): Row['mark'] {
  if (warnings.length > 0) {
    return { icon: 'warning', title: t('Tools to be reviewed'), tone: 'warn' };
  }
  return isCore ? { icon: 'lock', title: t('Core server, always on') } : undefined;
}

/** What one click does, the most likely first. */
function actionsOf(world: CatalogWorld, server: EnvironmentRow, { t }: Wording): readonly Action[] {
  const { id, status, isCore, failure, lacks } = server;
  switch (status) {
    case 'active': {
      const again: Action = { command: 'restartServer', title: t('Start'), icon: 'debug-start' };
      const off: Action = { command: 'deactivateServer', title: t('Turn Off'), icon: 'debug-pause' };
      const failed = failure === undefined ? [] : [again, output(t)];
      return [...failed, ...(isCore ? [] : [off])];
    }
    case 'available':
      if (world.gateway.nextChat.servers().includes(id))
        return [{ command: 'unqueueServer', title: t("Don't Turn On in the Next Chat"), icon: 'close' }];
      if (lacks !== undefined) return [];
      return [{ command: 'turnOnServer', title: turnOnWords(world, t), icon: 'play' }];
    case 'missing-credentials':
      return [
        ...(needs(world, id, 'value')
          ? [{ command: 'enterCredentials', title: t('Enter Credentials…'), icon: 'key' } as const]
          : []),
        ...(needs(world, id, 'sign-in')
          ? [{ command: 'signIn', title: t('Sign In to Server…'), icon: 'sign-in' } as const]
          : []),
      ];
    case 'disabled':
      if (world.catalog.find(id)?.disabledBy === 'policy') return [];
      return [{ command: 'enableServer', title: t('Enable Server…'), icon: 'pass' }];
  }
}

function turnOnWords({ gateway }: CatalogWorld, t: Wording['t']): string {
  return gateway.sessions().length === 0 ? t('Turn On in the Next Chat') : t('Turn On in the Last Used Chat');
}

/** Where all that is known of a failure stands. */
export function output(t: Wording['t']): Action {
  return { command: 'showOutput', title: t('Show Output'), icon: 'output' };
}

function needs({ catalog }: CatalogWorld, server: ServerId, kind: 'value' | 'sign-in'): boolean {
  const entry = catalog.find(server);
  const readiness = entry && catalog.readiness(entry);
  return (
    readiness?.status === 'missing-credentials' && readiness.missing.some(missing => missing.kind === kind)
  );
}

/** Words for the `when` of context menus. */
function kindOf(entry: CatalogEntry | undefined, world: CatalogWorld, server: EnvironmentRow): string {
  const { id, isCore, warnings = [] } = server;
  const takesKeys = needs(world, id, 'value') || (entry?.needs.some(({ isSecret }) => isSecret) ?? false);
  return [
    'server',
    stateWord(world, server),
    ...(isCore ? ['core'] : ['optional']),
    ...(takesKeys ? ['keyed'] : []),
    ...(entry?.launch.type === 'http' ? ['remote'] : []),
    ...(entry?.disabledBy === 'policy' ? [] : ['own']),
    ...(warnings.length > 0 ? ['warned'] : []),
    ...(entry?.homepage?.startsWith('https://') === true ? ['documented'] : []),
  ].join(' ');
}

function stateWord({ gateway }: CatalogWorld, { id, status, lacks }: EnvironmentRow): string {
  if (status === 'missing-credentials') return 'missing';
  if (status !== 'available') return status;
  if (gateway.nextChat.servers().includes(id)) return 'queued';
  return lacks === undefined ? 'available' : 'lacking';
}

interface Look {
  readonly icon: Icon;
  readonly tone?: Tone;
  readonly state: string;
}

function lookOf({ gateway }: CatalogWorld, server: EnvironmentRow, t: Wording['t']): Look {
  const { id, status, health, failure, lacks } = server;
  if (status === 'disabled') return { icon: 'circle-slash', tone: 'off', state: t('Disabled') };
  if (failure !== undefined) return { ...FAILED, state: t('failed') };
  if (health === 'starting') return { icon: 'loading', tone: 'run', state: t('starting') };
  if (status === 'active') return { icon: 'plug', tone: 'ok', state: t('Active') };
  if (status === 'missing-credentials') return { icon: 'key', tone: 'warn', state: t('Needs Setup') };
  if (lacks !== undefined) return { icon: 'warning', tone: 'warn', state: t('Needs Setup') };
  if (gateway.nextChat.servers().includes(id))
    return { icon: 'history', tone: 'run', state: t('For the Next Chat') };
  return { icon: 'circle-outline', state: t('Ready') };
}
