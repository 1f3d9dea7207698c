import type { Core } from '../../core/core';
import { windowCost } from '../status/usage';
import type { EnvironmentRow } from '../../core/catalog/environment';
import type { Gateway } from '../../core/gateway/gateway';
import type { Activation, Session } from '../../core/gateway/sessions/sessions';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../../core/gateway/sessions/settings';
import type { Meter, Row } from '../../shared/explorer/picture';
import {
  about,
  inThousands,
  listedCount,
  numeral,
  plural,
  serverCount,
  tokenCount,
  toolCount,
} from '../words/amounts';
import { FAILED, output } from './serverRow';
import { joined, shown, shownWhole, type Wording } from '../words/wording';

/** What the sessions' rows are drawn from. */
export interface SessionsWorld {
  readonly gateway: Pick<Gateway, 'environment' | 'sessions' | 'settings'>;
}

/** Chats shown, the one used last first. */
const MAX_SESSIONS = 100;

/** Every chat with what it has: since when, by whom, and what it costs. */
export function sessionRows(world: SessionsWorld, wording: Wording): readonly Row[] {
  return world.gateway
    .sessions()
    .slice(0, MAX_SESSIONS)
    .flatMap((session, at) => drawSession(world, session, at === 0, wording));
}

/** How many chats there are, beside the view's name. */
export function sessionsSummary({ gateway }: SessionsWorld, wording: Wording): string {
  const count = gateway.sessions().length;
  if (count === 0) return '';
  const n = numeral(count, wording);
  return plural(count, wording, wording.t('{0} session', n), wording.t('{0} sessions', n));
}

/** How much of what a request can carry the servers of all chats take together: one window has one list. */
export function sessionMeters(
  { gateway, registry }: Pick<Core, 'gateway' | 'registry'>,
  wording: Wording,
): readonly Meter[] {
  const { t } = wording;
  if (gateway.sessions().length === 0) return [];
  const tooltip = t(
    'What the chats of this window have switched on, beside what VS Code sends without hiding any.',
  );
  return metersFor(windowCost({ gateway, registry }), gateway.settings(), tooltip, wording);
}

type BudgetSettings = Pick<GatewaySettings, 'warnAboveTokens' | 'warnAboveTools'>;

function metersFor(
  { tools, tokens }: { readonly tools: number; readonly tokens: number },
  { warnAboveTokens, warnAboveTools }: BudgetSettings,
  tooltip: string,
  wording: Wording,
): readonly Meter[] {
  const { t } = wording;
  // 0 means that nobody is warned; the picture still needs a whole.
  const maxTokens = warnAboveTokens || DEFAULT_GATEWAY_SETTINGS.warnAboveTokens;
  const maxTools = warnAboveTools || DEFAULT_GATEWAY_SETTINGS.warnAboveTools;
  return [
    {
      label: t('Tools'),
      value: tools,
      max: maxTools,
      text: `${numeral(tools, wording)} / ${numeral(maxTools, wording)}`,
      tooltip,
    },
    {
      label: t('Tokens'),
      value: tokens,
      max: maxTokens,
      text: `${about(tokens, wording)} / ${inThousands(maxTokens, wording)}`,
      tooltip: t('Estimated from tool names, descriptions and schemas (characters / 4).'),
    },
  ];
}

function drawSession(
  { gateway }: SessionsWorld,
  session: Session,
  isOpen: boolean,
  wording: Wording,
): readonly Row[] {
  const { t } = wording;
  const active = gateway.environment(session.id).filter(({ status }) => status === 'active');
  const own = active.filter(({ id }) => session.activations.has(id));
  const core = active.filter(({ id }) => !session.activations.has(id));
  const { tools, tokens } = costOf(active);
  const row: Row = {
    id: `session:${session.id}`,
    level: 1,
    icon: 'comment-discussion',
    label: shown(wording.sessionName(session)),
    detail: joined(
      own.length === 0 ? t('no server') : serverCount(own.length, wording),
      toolCount(tools, wording),
      tokenCount(tokens, wording, about(tokens, wording)),
    ),
    tooltip: t('Tokens are estimated from tool names, descriptions and schemas (characters / 4).'),
    isOpen,
    drop: 'activateSelected',
    kind: own.length === 0 ? 'session' : 'session busy',
    target: { session: session.id },
    ...(own.length === 0
      ? {}
      : {
          actions: [
            {
              command: 'deactivateAll',
              title: t('Turn Off All Servers of This Chat'),
              icon: 'debug-disconnect',
            },
          ],
        }),
  };
  return [
    row,
    ...own.map(server => serverRow(session, server, wording)),
    ...switchedOffRows(session, wording),
    ...(core.length === 0 ? [] : [coreRow(session, core, wording)]),
  ];
}

function serverRow(session: Session, server: EnvironmentRow, wording: Wording): Row {
  const { t } = wording;
  const activation = session.activations.get(server.id);
  const { failure } = server;
  const look =
    failure === undefined
      ? ({ icon: 'plug', tone: 'ok', state: t('Active') } as const)
      : { ...FAILED, state: t('failed'), tooltip: shownWhole(`${server.id}: ${failure}`) };
  const cost =
    server.tools === undefined ? [] : [listedCount(server, wording), about(server.tokens ?? 0, wording)];
  return {
    id: `session:${session.id}/${server.id}`,
    level: 2,
    ...look,
    label: shown(server.id),
    detail:
      failure === undefined ? joined(activation && sinceWhen(activation, wording), ...cost) : shown(failure),
    enter: 'showServer',
    kind: 'server active optional',
    target: { server: server.id, session: session.id },
    actions: [
      { command: 'chooseTools', title: t('Choose Tools…'), icon: 'checklist' },
      { command: 'deactivateServer', title: t('Turn Off'), icon: 'debug-pause' },
      ...(failure === undefined ? [] : [output(t)]),
    ],
  };
}

function sinceWhen({ by, since }: Activation, { t, time }: Wording): string {
  return by === 'agent'
    ? t('turned on by the agent · {0}', time(since))
    : t('turned on by you · {0}', time(since));
}

/** What the person took from this chat, whatever holds elsewhere. */
function switchedOffRows(session: Session, { t }: Wording): readonly Row[] {
  return [...session.switches]
    .filter(([, isOn]) => !isOn)
    .map(([server]): Row => ({
      id: `session:${session.id}/${server}`,
      level: 2,
      icon: 'circle-slash',
      tone: 'off',
      state: t('Disabled'),
      label: shown(server),
      detail: t('turned off for this chat'),
      enter: 'showServer',
      kind: 'server disabled optional own',
      target: { server, session: session.id },
      actions: [{ command: 'enableServer', title: t('Enable Server…'), icon: 'pass' }],
    }));
}

function coreRow(session: Session, core: readonly EnvironmentRow[], wording: Wording): Row {
  const { t } = wording;
  const { tools, tokens } = costOf(core);
  return {
    id: `session:${session.id}#core`,
    level: 2,
    icon: 'lock',
    label: shown(core.map(({ id }) => id).join(', ')),
    detail: joined(t('core'), ...(tools === 0 ? [] : [toolCount(tools, wording), about(tokens, wording)])),
    tooltip: t('Core servers, always on'),
    kind: 'core',
    target: {},
  };
}

function costOf(rows: readonly EnvironmentRow[]): { readonly tools: number; readonly tokens: number } {
  return {
    tools: rows.reduce((sum, row) => sum + (row.listed ?? row.tools ?? 0), 0),
    tokens: rows.reduce((sum, row) => sum + (row.tokens ?? 0), 0),
  };
}
