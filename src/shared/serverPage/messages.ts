import { actionShape, MAX_TEXT, rowShape } from '../explorer/shapes';
import { TONES } from '../explorer/picture';
import { blockShape, factShape, headingShape } from '../taskPage/shapes';
import { bool, finite, listOf, oneOf, record, type Shape, text } from '../webview/shape';
import { FIELD_KINDS, SERVER_TABS, type ServerPicture, type ServerTab } from './picture';

/** Tools that are shown of a server: what a client takes of one is a small part of it. */
export const MAX_TOOLS = 1_000;
/** Longest schema, result or command, in characters. */
export const MAX_BODY = 40_000;
/** Lines of a log that are shown. */
export const MAX_LINES = 300;
/** Arguments that a form has a field for: a tool with more is filled in as JSON. */
export const MAX_FIELDS = 60;

/** What a person looks at. */
export interface ServerLook {
  readonly tab: ServerTab;
  /** The tool that is open; empty: none. */
  readonly tool: string;
  /** The chat whose choice of tools is shown; empty: the one used last. */
  readonly chat: string;
}

/** What the page may ask of the extension. */
export type ServerWish =
  /** It has started and shows nothing yet, or somebody looks at something else. */
  | ({ readonly type: 'ready' | 'look' } & ServerLook)
  /** Run a command that something in the picture offers, by its id; the page itself has none. */
  | { readonly type: 'run'; readonly command: string; readonly item: string }
  /** A tool is to be listed for agents, or not. */
  | { readonly type: 'list'; readonly tool: string; readonly isListed: boolean }
  /** The open tool is to be called with what was filled in, by the arguments' names. */
  | { readonly type: 'try'; readonly tool: string; readonly values: readonly FieldValue[] }
  /** The call that runs is no longer wanted. */
  | { readonly type: 'cancel' };

/** What was filled in. */
export interface FieldValue {
  readonly name: string;
  readonly value: string;
}

/** What the extension tells the page. */
export interface ServerTelling {
  readonly type: 'picture';
  readonly picture: ServerPicture;
}

const short = text(MAX_TEXT);
const body = text(8 * MAX_BODY);
const look = { tab: oneOf(SERVER_TABS), tool: short, chat: short };
/** Whether unknown data says what a person looks at. */
export const serverLookShape: Shape<ServerLook> = record(look);
const looks = record({ type: oneOf(['ready', 'look']), ...look });
const run = record({ type: oneOf(['run']), command: text(60), item: short });
const list = record({ type: oneOf(['list']), tool: short, isListed: bool });
const values = listOf(record({ name: short, value: text(1_000_000) }), MAX_FIELDS);
const tries = record({ type: oneOf(['try']), tool: short, values });
const cancel = record({ type: oneOf(['cancel']) });

/** A message of the page; undefined where it is none. */
export function serverWishOf(value: unknown): ServerWish | undefined {
  if (looks(value) || run(value) || list(value)) return value;
  return tries(value) || cancel(value) ? value : undefined;
}

const tone = oneOf(TONES);
const field = record(
  { name: short, label: short, kind: oneOf(FIELD_KINDS), isRequired: bool, initial: body },
  { about: short, problem: short, choices: listOf(record({ value: short, label: short }), 500) },
);
const form = record(
  { fields: listOf(field, MAX_FIELDS), isRunning: bool },
  { note: short, result: record({ tone, title: short, text: body }) },
);
const detail = record(
  { findings: listOf(short, 50), schemas: listOf(record({ title: short, text: body }), 5) },
  { about: body, form },
);
const tool = record(
  { name: short, about: short, facts: short },
  { badge: record({ text: short, tone }), isListed: bool, detail },
);
const tools = record(
  {
    count: short,
    chats: listOf(record({ id: short, name: short }), 200),
    chat: short,
    tools: listOf(tool, MAX_TOOLS),
  },
  { note: short },
);
const log = record({
  lines: listOf(record({ id: finite, time: short, text: text(8 * MAX_TEXT) }), MAX_LINES),
  note: short,
});
const section = record(
  {
    id: short,
    title: short,
    facts: listOf(factShape, 20),
    rows: listOf(rowShape, 200),
    actions: listOf(actionShape, 5),
  },
  { text: body, note: short },
);
const words = record({
  page: short,
  breadcrumb: short,
  actions: short,
  progress: short,
  searchLabel: short,
  searchPlaceholder: short,
  clear: short,
  noMatches: short,
  chat: short,
  listed: short,
  tryTool: short,
  run: short,
  cancel: short,
  required: short,
});

const picture: Shape<ServerPicture> = record(
  {
    blocks: listOf(blockShape, 10),
    tabs: listOf(record({ id: oneOf(SERVER_TABS), name: short, count: short }), SERVER_TABS.length),
    tab: oneOf(SERVER_TABS),
    words,
  },
  {
    heading: headingShape,
    tools,
    log,
    setup: listOf(section, 10),
    chats: record({ rows: listOf(rowShape, 200) }, { note: short }),
  },
);
const telling: Shape<ServerTelling> = record({ type: oneOf(['picture']), picture });

/** A message of the extension; undefined where it is none. */
export function serverTellingOf(value: unknown): ServerTelling | undefined {
  return telling(value) ? value : undefined;
}
