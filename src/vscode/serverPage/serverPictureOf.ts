import type { Action, Note, Row } from '../../shared/explorer/picture';
import { MAX_LINES, type ServerLook } from '../../shared/serverPage/messages';
import type { LogPart, ServerPicture, ServerWords } from '../../shared/serverPage/picture';
import type { Block, Fact, Heading } from '../../shared/taskPage/picture';
import { joined, shown, shownWhole, type Wording } from '../words/wording';
import { numeral, plural } from '../words/amounts';
import { publisherWords } from '../words/originWords';
import { readinessWords, runtimeWords } from '../words/readinessWords';
import { type PagedServer, type PageFacts, pagedServer, type ServerCore } from './serverFacts';
import { setupPart } from './setupPart';
import { toolFigure, toolsPart } from './toolsPart';

/** The page of a server as it is now. Pure: the same state gives the same picture. */
export function serverPictureOf(
  core: ServerCore,
  id: string,
  look: ServerLook,
  facts: PageFacts,
  wording: Wording,
): ServerPicture {
  const server = pagedServer(core, id, look, facts, wording);
  if (server === undefined) {
    const actions = [{ command: 'closePage', title: wording.t('Close') }];
    return serverNoticeOf({ text: wording.t('The catalog has no server with this name.'), actions }, wording);
  }
  const isNative = server.entry.launch.type === 'native';
  const tab = isNative && look.tab === 'log' ? 'tools' : look.tab;
  return {
    heading: headingOf(server),
    blocks: blocksOf(server),
    tabs: tabsOf(server, isNative),
    tab,
    ...(tab === 'tools' ? { tools: toolsPart(server) } : {}),
    ...(tab === 'log' ? { log: logPart(server) } : {}),
    ...(tab === 'setup' ? { setup: setupPart(server) } : {}),
    ...(tab === 'chats' ? { chats: chatsPart(server) } : {}),
    words: wordsOf(wording),
  };
}

/** A page of nothing but words: what is in the way, and what to do about it. */
export function serverNoticeOf({ text, actions }: Note, wording: Wording): ServerPicture {
  return {
    blocks: [{ id: 'notice', icon: 'warning', tone: 'warn', text, links: [], lines: [], actions }],
    tabs: [],
    tab: 'tools',
    words: wordsOf(wording),
  };
}

function headingOf(server: PagedServer): Heading {
  const { entry, row, chat, wording } = server;
  const { t } = wording;
  return {
    crumbs: [],
    place: joined(t('MCP server'), shown(entry.category, 40)),
    ...lookOf(server),
    title: shown(entry.id),
    goal: shownWhole(row.description),
    facts: factsOf(server),
    actions: actionsOf(server),
    target: { server: entry.id, ...(chat === undefined ? {} : { session: chat.id }) },
  };
}

function lookOf({ core, row, users, wording }: PagedServer): Pick<Heading, 'icon' | 'tone' | 'state'> {
  const { t } = wording;
  if (row.failure !== undefined) return { icon: 'error', tone: 'bad', state: t('failed') };
  if (row.health === 'starting') return { icon: 'loading', tone: 'run', state: t('starting') };
  if (users.length > 0) return { icon: 'plug', tone: 'ok', state: onIn(users.length, wording) };
  if (row.isCore && row.status === 'active') return { icon: 'plug', tone: 'ok', state: t('always on') };
  if (row.status === 'missing-credentials') return { icon: 'key', tone: 'warn', state: t('needs setup') };
  if (row.status === 'disabled') return { icon: 'circle-slash', tone: 'off', state: t('disabled') };
  if (row.lacks !== undefined)
    return { icon: 'warning', tone: 'warn', state: t('needs {0}', shown(row.lacks, 40)) };
  if (core.gateway.nextChat.servers().includes(row.id))
    return { icon: 'history', tone: 'run', state: t('on in the next chat') };
  return { icon: 'circle-outline', tone: 'off', state: t('off') };
}

function onIn(count: number, wording: Wording): string {
  const n = numeral(count, wording);
  return plural(count, wording, wording.t('on in {0} chat', n), wording.t('on in {0} chats', n));
}

function factsOf(server: PagedServer): readonly Fact[] {
  const { entry, row, wording } = server;
  const { t } = wording;
  const isNative = entry.launch.type === 'native';
  const running = {
    idle: t('not running'),
    starting: t('starting'),
    running: t('running'),
    error: t('failed'),
  };
  return [
    { label: t('Status'), text: lookOf(server).state },
    ...(isNative ? [] : [{ label: t('Process'), text: running[row.health ?? 'idle'] }]),
    ...(entry.publisher === undefined
      ? []
      : [{ label: t('Publisher'), text: publisherWords(entry.publisher, t) }]),
    ...(row.version === undefined ? [] : [{ label: t('Version'), text: shown(row.version, 60) }]),
    ...(isNative ? [] : [{ label: t('Trust'), text: trustOf(server) }]),
    ...useFact(server),
  ];
}

/** How its tools were used, all together. */
function useFact({ core, entry, wording }: PagedServer): readonly Fact[] {
  const use = core.toolUse.ofServer(entry.id);
  if (use === undefined) return [];
  const { t } = wording;
  const text = joined(
    numeral(use.calls, wording),
    use.errors === 0 ? undefined : t('{0} failed', numeral(use.errors, wording)),
    t('p50 {0} ms', numeral(Math.ceil(use.p50Ms), wording)),
  );
  return [{ label: t('Calls'), text, tooltip: t('Since this window opened') }];
}

/** What a person said of the launch and of the tools, as far as it is known. */
function trustOf({ core, entry, facts, wording }: PagedServer): string {
  const { t } = wording;
  const pending = core.gateway.reviews.pendingOf(entry.id);
  const withheld = pending.filter(({ standing }) => standing === 'changed' || standing === 'suspect').length;
  const others = pending.length - withheld;
  const known = core.registry.hasTools(entry.id);
  return (
    joined(
      facts.launch === undefined
        ? undefined
        : facts.launch.isApproved
          ? t('launch approved')
          : t('launch not approved yet'),
      withheld === 0 ? undefined : t('{0} withheld', numeral(withheld, wording)),
      others === 0 ? undefined : t('{0} worth a look', numeral(others, wording)),
      known && pending.length === 0 ? t('all tools as approved') : undefined,
    ) || t('nothing approved yet')
  );
}

function actionsOf({ core, entry, row, users, wording: { t } }: PagedServer): readonly Action[] {
  const isNative = entry.launch.type === 'native';
  const isOff = users.length === 0;
  const isQueued = core.gateway.nextChat.servers().includes(entry.id);
  const isUp = row.health === 'running' || row.health === 'starting';
  const readiness = core.catalog.readiness(entry);
  const missing = readiness.status === 'missing-credentials' ? readiness.missing : [];
  const lacks = (kind: string): boolean => missing.some(each => each.kind === kind);
  const canRun = !isNative && (!isOff || row.isCore);
  return [
    ...(lacks('value') ? [{ command: 'enterCredentials', title: t('Enter Credentials…') }] : []),
    ...(lacks('sign-in') ? [{ command: 'signIn', title: t('Sign In to Server…') }] : []),
    ...(readiness.status === 'disabled' && readiness.by !== 'policy'
      ? [{ command: 'enableServer', title: t('Enable Server…') }]
      : []),
    ...(isOff && row.status === 'available' && row.lacks === undefined && !isQueued
      ? [{ command: 'turnOnServer', title: t('Turn On') }]
      : []),
    ...(isQueued ? [{ command: 'unqueueServer', title: t("Don't Turn On in the Next Chat") }] : []),
    ...(isOff ? [] : [{ command: 'deactivateServer', title: t('Turn Off') }]),
    ...(canRun ? [{ command: 'restartServer', title: isUp ? t('Restart') : t('Start') }] : []),
    ...(!isNative && isUp ? [{ command: 'stopServer', title: t('Stop') }] : []),
    ...(readiness.status !== 'disabled' && !row.isCore
      ? [{ command: 'disableServer', title: t('Disable Server…') }]
      : []),
  ];
}

function blocksOf(server: PagedServer): readonly Block[] {
  const { core, entry, row, wording } = server;
  const { t } = wording;
  const nothing = { links: [], lines: [], actions: [] } as const;
  const readiness = core.catalog.readiness(entry);
  const withheld = core.gateway.reviews.pendingOf(entry.id).length;
  const blocks: Block[] = [];
  if (row.failure !== undefined) {
    const text = t('The server failed: {0}', shownWhole(row.failure));
    blocks.push({ ...nothing, id: 'failure', icon: 'error', tone: 'bad', text });
  }
  if (readiness.status !== 'available') {
    const text = shownWhole(readinessWords(entry, readiness, wording));
    blocks.push({ ...nothing, id: 'readiness', icon: 'info', tone: 'warn', text });
  } else if (row.lacks !== undefined) {
    const text = runtimeWords(entry.id, row.lacks, wording);
    blocks.push({ ...nothing, id: 'program', icon: 'warning', tone: 'warn', text });
  }
  if (withheld > 0) {
    const actions = [{ command: 'reviewTools', title: t('Review Tools…') }];
    const text = t('Some tools changed or look suspicious. Look at them before agents use them.');
    blocks.push({ ...nothing, id: 'trust', icon: 'warning', tone: 'warn', text, actions });
  }
  return blocks;
}

function tabsOf(server: PagedServer, isNative: boolean): ServerPicture['tabs'] {
  const { users, wording } = server;
  const { t } = wording;
  return [
    { id: 'tools', name: t('Tools'), count: toolFigure(server) },
    ...(isNative ? [] : [{ id: 'log' as const, name: t('Log'), count: '' }]),
    { id: 'setup', name: t('Setup'), count: '' },
    { id: 'chats', name: t('Chats'), count: users.length === 0 ? '' : numeral(users.length, wording) },
  ];
}

function logPart({ core: { serverLogs }, entry, chat, users, wording }: PagedServer): LogPart {
  const sessions = [...(chat === undefined ? [] : [chat]), ...users].map(({ id }) => id);
  const log = serverLogs.of(entry.id, sessions);
  const from = Math.max(log.droppedSeq, log.lastSeq - MAX_LINES);
  const lines = [...log.after(from)].map(({ seq, ts, text }) => ({
    id: seq,
    time: wording.time(ts),
    text: shownLine(text),
  }));
  const note =
    lines.length === 0
      ? wording.t('The server has written nothing yet.')
      : wording.t(
          'What the server writes on its error output, secrets masked. The newest {0} lines are kept here.',
          numeral(MAX_LINES, wording),
        );
  return { lines, note };
}

function shownLine(text: string): string {
  return shown(text.replaceAll('\t', '  '), 2_000);
}

function chatsPart({ entry, users, row, wording }: PagedServer): NonNullable<ServerPicture['chats']> {
  const { t } = wording;
  const rows = users.map(user => {
    const activation = user.activations.get(entry.id);
    const by = activation?.by === 'person' ? t('turned on by you') : t('turned on by the agent');
    const since = activation === undefined ? undefined : wording.time(activation.since);
    const calls = activation?.calls.size ?? 0;
    const drawn: Row = {
      id: `chat:${user.id}`,
      level: 1,
      icon: 'comment-discussion',
      label: shown(wording.sessionName(user)),
      detail: joined(by, since, calls === 0 ? undefined : t('{0} running now', numeral(calls, wording))),
      kind: 'session',
      target: { server: entry.id, session: user.id },
      actions: [{ command: 'deactivateServer', title: t('Turn Off'), icon: 'debug-pause' }],
    };
    return drawn;
  });
  if (rows.length > 0) return { rows };
  return { rows, note: row.isCore ? t('It is on in every chat.') : t('No chat uses this server.') };
}

function wordsOf({ t }: Wording): ServerWords {
  return {
    page: t('MCP server'),
    breadcrumb: t('Kind of server'),
    actions: t('Actions'),
    progress: t('Progress'),
    searchLabel: t('Filter tools'),
    searchPlaceholder: t('Filter tools'),
    clear: t('Clear filter'),
    noMatches: t('No tool matches.'),
    chat: t('Tools in chat'),
    listed: t('Show to agents: {0}', '{0}'),
    tryTool: t('Try Tool'),
    run: t('Run Tool'),
    cancel: t('Cancel'),
    required: t('required'),
  };
}
