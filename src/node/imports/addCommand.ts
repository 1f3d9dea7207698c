import { isRecord } from '../../core/support/json';
import { isLauncher } from '../catalog/otherWords';
import { addWords, isWholeCommand } from './addOptions';
import { commandWords } from './commandWords';
import { compact, type Raw } from './dialect';
import { suggestedName } from './suggestedName';

/** What a command does to another tool: adds a server by its words, by JSON, or by one text; or something else. */
type Verb = 'add' | 'json' | 'target' | 'session' | 'other';

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['add', 'add'],
  ['install', 'add'],
  ['add-json', 'json'],
  ['set', 'json'],
]);

/** Programs whose servers are added by "config" instead of "mcp". */
const BY_CONFIG = /^mcporter(?:@.*)?$/;

/**
 * What a command adds to another tool, as the configuration of it: `claude mcp add`, `codex mcp add` and those that are like them,
 * `code --add-mcp`, `npx add-mcp`, and a session of goose. Most READMEs say how to add their server in this way. Undefined where it is no
 * such command, or misses something.
 */
export function addedServers(words: readonly string[]): Raw | undefined {
  const found = verbIn(words);
  if (found === undefined) return undefined;
  const behind = words.slice(found.at);
  switch (found.verb) {
    case 'add':
      return listed(added(behind));
    case 'json':
      return fromJson(addWords(behind).plain);
    case 'target':
      return listed(addedTarget(behind));
    case 'session':
      return listed(ofSession(behind));
    case 'other':
      return undefined;
  }
}

/** Whether a command changes another tool, and starts no server. */
export function isAddCommand(words: readonly string[]): boolean {
  return verbIn(words) !== undefined;
}

/** What the words do, and where what they say of a server begins. */
function verbIn(words: readonly string[]): { readonly verb: Verb; readonly at: number } | undefined {
  const json = words.indexOf('--add-mcp');
  if (json > 0) return { verb: 'json', at: json + 1 };
  const direct = words.slice(0, 4).findIndex(word => /^add-mcp(?:@.*)?$/.test(word));
  if (direct >= 0 && !words.includes('mcp')) return { verb: 'target', at: direct + 1 };
  if (words[0] === 'goose' && words.some(word => /^--with-\S*extension$/.test(word)))
    return { verb: 'session', at: 1 };
  // The program's name, with that of a runner or another program before it.
  for (let at = 1; at < Math.min(words.length - 1, 5); at += 1) {
    const isMcp = words[at] === 'mcp' || (words[at] === 'config' && BY_CONFIG.test(words[at - 1] ?? ''));
    if (!isMcp) continue;
    const verb = VERBS.get(words[at + 1] ?? '');
    if (verb !== undefined) return { verb, at: at + 2 };
    return words[at + 1]?.startsWith('add-') === true ? { verb: 'other', at } : undefined;
  }
  return undefined;
}

function listed(servers: Raw | undefined): Raw | undefined {
  return servers && { servers };
}

/** `[name, json]`, or the name in the JSON. Questions stand beside the server in it. */
function fromJson([first = '', second]: readonly string[]): Raw | undefined {
  const root = objectIn(second ?? first);
  if (root === undefined) return undefined;
  const { name: own, inputs, ...server } = root;
  const name = second === undefined ? own : first;
  if (typeof name === 'string') return compact({ servers: { [name]: server }, inputs });
  if ('command' in server || 'url' in server)
    return compact({ servers: { [suggestedName(server)]: server }, inputs });
  const [only] = Object.entries(server);
  return only !== undefined && isRecord(only[1]) ? compact({ servers: server, inputs }) : undefined;
}

function added(words: readonly string[]): Raw | undefined {
  const read = addWords(words);
  const all = [...read.plain, ...read.rest];
  const named = read.options.get('name')?.[0];
  const name = named ?? all[0];
  if (name === undefined) return undefined;
  const server = serverFrom(named === undefined ? all.slice(1) : all, read.options);
  return server && { [name]: server };
}

/** `npx add-mcp`: what is added is one text, and its name is an option. */
function addedTarget(words: readonly string[]): Raw | undefined {
  const { plain, rest, options } = addWords(['', ...words]);
  const server = serverFrom([...plain.slice(1), ...rest], options);
  if (server === undefined) return undefined;
  const { command, args } = server;
  const isPackage =
    typeof command === 'string' && args === undefined && !/[/\\.]/.test(command.replace(/^@[^/]+\//, ''));
  const started = isPackage ? { ...server, command: 'npx', args: ['-y', command] } : server;
  return { [options.get('name')?.[0] ?? suggestedName(started)]: started };
}

/** `goose session`: each extension is a text, a command with its variables or an address. */
function ofSession(words: readonly string[]): Raw | undefined {
  const texts = words.flatMap((word, at) =>
    /^--with-\S*extension$/.test(word) ? [words[at + 1] ?? ''] : [],
  );
  const servers = texts.map(text => serverFrom([text], new Map()));
  if (servers.length === 0 || servers.some(server => server === undefined)) return undefined;
  return Object.fromEntries(servers.map(server => [suggestedName(server ?? {}), server]));
}

/** An address, or what stands for one that is still to be filled in. */
const ADDRESS = /^https?:\/\/|^<[^<>]*\b(?:url|endpoint)\b[^<>]*>$|^(?:YOUR|MY|THE)_\w*URL$/i;

type Options = ReadonlyMap<string, readonly string[]>;

/** A server from the words that say how it is started or reached, the name aside. */
function serverFrom(words: readonly string[], options: Options): Raw | undefined {
  const [target = options.get('url')?.[0]] = options.has('command') ? [undefined] : words;
  const address = options.get('url')?.[0] ?? target;
  const kind = options.get('transport')?.[0] ?? '';
  const isSaid = /http|sse/i.test(kind) && !isLauncher(target ?? '');
  const isRemote = isSaid || options.has('url') || ADDRESS.test(target ?? '');
  const shared = compact({
    description: options.get('description')?.[0],
    timeout: millisecondsIn(options.get('timeout')?.[0]),
    includeTools: notAll(listOf(options.get('include-tools'))),
    excludeTools: listOf(options.get('exclude-tools')),
  });
  if (isRemote && !options.has('command'))
    return address === undefined ? undefined : { ...remote(address, kind, options), ...shared };
  const command = commandOf(words, options);
  if (command === undefined) return undefined;
  const env = { ...command.env, ...pairs(options.get('env'), /=/) };
  return compact({
    command: command.words[0],
    args: command.words.length > 1 ? command.words.slice(1) : undefined,
    env: Object.keys(env).length === 0 ? undefined : env,
    cwd: options.get('cwd')?.[0],
    envFile: options.get('env-file')?.[0],
    ...shared,
  });
}

function remote(url: string, kind: string, options: Options): Raw {
  const clientId = options.get('client-id')?.[0];
  const port = Number(options.get('callback-port')?.[0]);
  const callbackPort = Number.isInteger(port) && port > 0 ? port : undefined;
  return compact({
    type: /sse/i.test(kind) ? 'sse' : 'http',
    url,
    headers: headersIn(options.get('header')),
    bearer_token_env_var: options.get('bearer-token-env-var')?.[0],
    oauth: clientId === undefined ? undefined : compact({ clientId, callbackPort }),
  });
}

/** The words of a command, with the variables that stand before it in a text of its own. */
function commandOf(
  given: readonly string[],
  options: Options,
): { readonly words: readonly string[]; readonly env: Raw } | undefined {
  const program = options.get('command')?.[0];
  const [first, ...others] = program === undefined ? given : [program, ...given];
  if (first === undefined) return undefined;
  const cut = isWholeCommand(first) ? commandWords(first) : [first];
  if ('wrong' in cut) return undefined;
  const env = cut.findIndex(word => !/^[A-Za-z_]\w*=/.test(word));
  if (env < 0) return undefined;
  // `npx -- -y foo` is what a person takes for the way to protect "-y".
  const args = /^--(?:args)?$/.test(others[0] ?? '') ? others.slice(1) : others;
  return {
    words: [...cut.slice(env), ...args, ...argsIn(options)],
    env: pairs(cut.slice(0, env), /=/) ?? {},
  };
}

/** `--arg` has one, `--args` several: as JSON, with commas, or with spaces between. */
function argsIn(options: Options): readonly string[] {
  return [
    ...(options.get('args') ?? []).flatMap(text => {
      const list = valueIn(text);
      if (Array.isArray(list)) return list.map(String);
      if (!/\s/.test(text)) return text.split(',');
      const words = commandWords(text);
      return 'wrong' in words ? [text] : words;
    }),
    ...(options.get('arg') ?? []),
  ];
}

function millisecondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

function listOf(texts: readonly string[] | undefined): readonly string[] | undefined {
  return texts
    ?.flatMap(text => text.split(','))
    .map(name => name.trim())
    .filter(name => name !== '');
}

/** A "*" stands for all, which are offered where none is named. */
function notAll(names: readonly string[] | undefined): readonly string[] | undefined {
  return names?.includes('*') === true ? undefined : names;
}

function headersIn(texts: readonly string[] | undefined): Raw | undefined {
  if (texts === undefined) return undefined;
  return Object.assign({}, ...texts.map(text => objectIn(text) ?? pairs([text], /[:=]/))) as Raw;
}

/** Names and values as an object; undefined where there are none. */
function pairs(texts: readonly string[] | undefined, sign: RegExp): Raw | undefined {
  const entries = texts?.flatMap(text => {
    const at = text.search(sign);
    return at < 1 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1).trim()] as const];
  });
  return entries === undefined ? undefined : Object.fromEntries(entries);
}

/** An object as JSON; some guides protect its quotes for another shell. */
function objectIn(json: string): Raw | undefined {
  const value = valueIn(json) ?? valueIn(json.replaceAll('\\"', '"'));
  return isRecord(value) ? value : undefined;
}

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
