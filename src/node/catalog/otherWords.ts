import { nearestNames } from '../../core/catalog/entry/nearest';
import { serverShape } from './serverShape';

type Raw = Readonly<Record<string, unknown>>;

/** What other tools call a field of ours. */
const SAME_FIELD: ReadonlyMap<string, string> = new Map([
  ['httpUrl', 'url'],
  ['serverUrl', 'url'],
  ['transport', 'type'],
  ['transportType', 'type'],
  ['includeTools', 'allowed_tools'],
  ['enabledTools', 'allowed_tools'],
  ['excludeTools', 'excluded_tools'],
  ['enabled_tools', 'allowed_tools'],
  ['disabledTools', 'excluded_tools'],
  ['disabled_tools', 'excluded_tools'],
  ['working_directory', 'cwd'],
  ['startup_timeout_ms', 'start_timeout'],
]);

/** Times that another tool counts in seconds, by our name for them. */
const SECONDS: ReadonlyMap<string, string> = new Map([
  ['startup_timeout_sec', 'start_timeout'],
  ['tool_timeout_sec', 'timeout'],
]);

/** "" says no more than the rest of the entry does. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['stdio', 'stdio'],
  ['commandline', 'stdio'],
  ['http', 'http'],
  ['sse', 'sse'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['streamable', 'http'],
  ['url', 'http'],
  ['local', ''],
  ['remote', ''],
]);

/** Fields that mean something to other tools, or to people, and nothing here. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  ...['alwaysAllow', 'auth', 'author', 'autoApprove', 'autoStart', 'connectionTimeout'],
  ...['default_tools_approval_mode', 'dev', 'extension', 'gallery', 'icon', 'id', 'license'],
  ...['name', 'registryId', 'sandbox', 'scope', 'settings', 'source'],
  ...['targetAudience', 'targetServiceAccount', 'title', 'tools', 'trust', 'version'],
  'watchPaths',
]);

/** Words that people take for a field, and that no misspelling explains. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['cmd', 'command'],
  ['program', 'command'],
  ['executable', 'command'],
  ['arguments', 'args'],
  ['params', 'args'],
  ['endpoint', 'url'],
  ['address', 'url'],
  ['dir', 'cwd'],
  ['workingdirectory', 'cwd'],
]);

/** Fields that are read, by the names of ours and of others. */
export const READ_FIELDS: readonly string[] = [
  ...Object.keys(serverShape.shape),
  ...SAME_FIELD.keys(),
  ...SECONDS.keys(),
  'enabled',
];

/** Fields without which a server works otherwise than in the tool that they are of, and what to do about it. */
const MISSED: ReadonlyMap<string, string> = new Map([
  [
    'sandboxEnabled',
    'sandboxEnabled is not read: it runs without a sandbox here, with all rights of its user.',
  ],
  [
    'headersHelper',
    'headersHelper is not run, so its headers are missing. Where the server needs them, add it as a server of your own with headers.',
  ],
  [
    'authProviderType',
    'authProviderType is not read, so no credentials of Google are sent. Where the server needs a token, add it as a server of your own with headers.',
  ],
]);

/** Fields that are let be, without a word that they are unknown. */
export const LET_BE_FIELDS: readonly string[] = [...OF_OTHERS, ...MISSED.keys()];

/** Values of them that mean the same without the field; the last one is how Gemini CLI names a sign-in. */
const MEANINGLESS: ReadonlySet<unknown> = new Set([undefined, null, false, '', 'dynamic_discovery']);

/** What is missed of a field of another tool, and what to do about it; undefined where nothing is. */
export function missedOf(field: string, value: unknown): string | undefined {
  return MEANINGLESS.has(value) ? undefined : MISSED.get(field);
}

/** A comment in a place that has room for fields only. */
const COMMENT = /^(?:_|\$|\/\/|#|x-)/;

/** The entry with the fields of other tools under our names; where both stand, ours counts. */
export function inOurWords(entry: Raw): Raw {
  const read: Record<string, unknown> = Object.assign(Object.create(null), entry);
  for (const [theirs, ours] of SAME_FIELD) {
    if (read[theirs] !== undefined) read[ours] ??= read[theirs];
    delete read[theirs];
  }
  for (const [theirs, ours] of SECONDS) {
    const seconds = read[theirs];
    if (seconds !== undefined) read[ours] ??= typeof seconds === 'number' ? seconds * 1_000 : seconds;
    delete read[theirs];
  }
  if (read['enabled'] === false) read['disabled'] ??= true;
  if (isToolList(read['tools'])) read['allowed_tools'] ??= read['tools'];
  read['type'] = typeOf(read['type']);
  return splitCommand(read);
}

/** How Copilot names the tools that it may use; a "*" stands for all. Elsewhere "tools" says other things. */
function isToolList(tools: unknown): boolean {
  return Array.isArray(tools) && tools.every(tool => typeof tool === 'string') && !tools.includes('*');
}

/** What whole command lines of servers begin with. Another first word may be a program's name up to its first space. */
const LAUNCHERS =
  /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|node|deno|tsx|uvx?|pipx|python[\d.]*|py|docker|podman|dnx|dotnet|java|ruby|php|go|cargo)$/;

/** Cursor runs a whole command line, and the install links that are made for it have one as `command`. */
function splitCommand(read: Raw): Raw {
  const { command, args } = read;
  if (typeof command !== 'string' || (Array.isArray(args) ? args.length > 0 : args !== undefined))
    return read;
  const [program = '', ...words] = command.trim().split(/\s+/);
  if (words.length === 0 || !LAUNCHERS.test(program) || /["'`|&;<>]/.test(command)) return read;
  return { ...read, command: program, args: words };
}

/** The field that stands for one of ours in an entry: itself, or what another tool calls it. */
export function writtenField(entry: Raw, ours: string): string {
  if (ours in entry) return ours;
  return [...SAME_FIELD, ...SECONDS].find(([theirs, same]) => same === ours && theirs in entry)?.[0] ?? ours;
}

/** A way of transport as we call it; undefined where it says nothing; what nobody knows stays as it is. */
export function typeOf(said: unknown): unknown {
  const type = typeof said === 'string' ? TYPES.get(said.toLowerCase()) : undefined;
  return type === undefined ? said : type || undefined;
}

/** Whether a field of an entry is neither read nor known to belong to another tool. */
export function isUnknownField(field: string): boolean {
  return !READ_FIELDS.includes(field) && !OF_OTHERS.has(field) && !MISSED.has(field) && !COMMENT.test(field);
}

/** The fields that an unknown one may have been meant for, nearest first. */
export function meantFields(field: string): readonly string[] {
  const meant = MEANT.get(field.toLowerCase());
  return meant === undefined ? nearestNames(field, READ_FIELDS).slice(0, 1) : [meant];
}

/** Whether a word is a program that starts servers of many kinds: never a name or an address. */
export function isLauncher(word: string): boolean {
  return LAUNCHERS.test(word);
}
