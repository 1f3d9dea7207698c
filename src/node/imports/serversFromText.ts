import { isRecord } from '../../core/support/json';
import { type InputShape, inputShape } from '../catalog/serverShape';
import { addedServers, isAddCommand } from './addCommand';
import { inOurWords } from './anyWords';
import { commandWords } from './commandWords';
import type { ConfigError, ConfigText } from './configReading';
import { readConfigText } from './configText';
import { type Raw, recordOf, RELAXED_JSON } from './dialect';
import { gooseDialect } from './gooseDialect';
import { configInLink } from './installLink';
import { type ReadServer, readServer } from './serverOf';
import { suggestedName } from './suggestedName';

/** What somebody typed or pasted, understood; or what is wrong with it, as a sentence. Quotes no value. */
export type TextReading =
  | { readonly type: 'servers'; readonly servers: readonly ReadServer[] }
  | { readonly type: 'wrong'; readonly message: string };

const HOW_TO =
  'Give a command line such as "npx -y some-server", an address, the name of an npm package, an install link, or the JSON, YAML, or TOML that another tool takes.';

/**
 * Understands a command line, also one that adds a server to another tool, an address, an install link, the name of a package, or a
 * configuration in the words of any tool we know.
 */
export async function serversFromText(text: string): Promise<TextReading> {
  const trimmed = withoutFence(text.trim());
  if (trimmed === '') return { type: 'wrong', message: HOW_TO };
  if (/^(?:\[\s*["']?mcp_servers\b|mcp_servers\s*[.=])/m.test(trimmed))
    return fromConfig(await readConfigText(trimmed, 'toml'));
  if (/^(?:mcpServers|mcp_servers|servers|extensions):[ \t]*$|^- name:/m.test(trimmed))
    return fromConfig(
      await readConfigText(trimmed.startsWith('-') ? `servers:\n${trimmed}` : trimmed, 'yaml'),
    );
  if (trimmed.startsWith('{')) return fromConfig(await readConfigText(trimmed, RELAXED_JSON));
  // A piece out of the middle of a file: "name": { … }
  if (/^"[^"]+"\s*:/.test(trimmed)) {
    return fromConfig(await readConfigText(`{${trimmed.replace(/,$/, '')}}`, RELAXED_JSON));
  }
  const linked = configInLink(trimmed);
  // The address of a server may have its own configuration in it.
  if (linked !== undefined && listIn(linked) !== undefined) return fromRoot(linked);
  if (/^https?:\/\/\S+$/i.test(trimmed)) return fromServers({ '': { url: trimmed } }, new Map());
  return fromCommand(trimmed);
}

/** What a README shows is often copied with the marks around it. */
function withoutFence(text: string): string {
  return /^```[^\n]*\n(.*?)\s*```$/s.exec(text)?.[1]?.trim() ?? text;
}

const OF_ANOTHER_TOOL =
  'This command adds a server to another tool. Give what is added: its address, or the command after "--" with its variables before it, as in KEY=value npx -y some-server.';

function fromCommand(line: string): TextReading {
  const words = commandWords(line);
  if ('wrong' in words) return { type: 'wrong', message: words.wrong };
  const env = words.findIndex(word => !/^[A-Za-z_]\w*=/.test(word));
  if (env < 0) return { type: 'wrong', message: HOW_TO };
  // `claude mcp add …` as a server would change that tool at each start.
  if (isAddCommand(words.slice(env))) {
    const added = addedServers(words.slice(env));
    return added === undefined ? { type: 'wrong', message: OF_ANOTHER_TOOL } : fromRoot({ servers: added });
  }
  const [command = '', ...args] = words.slice(env);
  const variables = words.slice(0, env).map(word => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)];
  });
  const started =
    args.length === 0 && isPackage(command) ? { command: 'npx', args: ['-y', command] } : { command, args };
  return fromServers({ '': { ...started, env: Object.fromEntries(variables) as Raw } }, new Map());
}

/** A name on npm, and not that of a file. */
function isPackage(word: string): boolean {
  return (
    /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:@[\w.^~-]+)?$/.test(word) &&
    !/\.(?:exe|cmd|bat|[cm]?[jt]s|py|sh)$/.test(word)
  );
}

function fromConfig(config: ConfigText | ConfigError): TextReading {
  if (config.type === 'error') {
    const { line, column } = config.place;
    return { type: 'wrong', message: `Syntax error at line ${line}, column ${column}: ${config.what}.` };
  }
  return fromRoot(config.root);
}

function fromRoot(root: Raw): TextReading {
  const servers = listIn(root);
  if (servers !== undefined) return fromServers(servers, inputsIn(root));
  return { type: 'wrong', message: `No server was found in it. ${HOW_TO}` };
}

/** The servers, wherever the configuration has them: a whole file, a list of names and servers, or one server alone. */
function listIn(root: Raw): Raw | undefined {
  const { mcp } = root;
  const lists = [
    ...[root['mcpServers'], root['servers'], recordOf(mcp)['servers'], root['mcp_servers']],
    // Zed, Amp and opencode.
    ...[root['context_servers'], root['amp.mcpServers'], mcp],
    extensionsOf(root),
  ];
  const list = lists.find(value => isRecord(value) || Array.isArray(value));
  if (Array.isArray(list)) return byName(list);
  if (isRecord(list)) return list;
  if (isServer(root)) return { [typeof root['name'] === 'string' ? root['name'] : '']: root };
  const values = Object.values(root);
  return values.length > 0 && values.every(isServer) ? root : undefined;
}

/** The servers among the extensions of goose. */
function extensionsOf({ extensions }: Raw): Raw | undefined {
  if (!isRecord(extensions)) return undefined;
  const servers = Object.entries(extensions).filter(
    ([, extension]) => gooseDialect.isPassedOver?.(recordOf(extension)) === false,
  );
  return servers.length === 0 ? undefined : (Object.fromEntries(servers) as Raw);
}

/** Continue has a list of servers, each with its name in it. */
function byName(list: readonly unknown[]): Raw {
  const own = list.filter(isRecord).filter(server => server['uses'] === undefined);
  const named = own.map(({ name, ...server }) => [typeof name === 'string' ? name : '', server]);
  return Object.fromEntries(named) as Raw;
}

function isServer(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { command, transport } = value;
  if (Array.isArray(command) || isRecord(command) || isServer(transport)) return true;
  return ['command', 'cmd', 'url', 'uri', 'serverUrl', 'httpUrl'].some(key => typeof value[key] === 'string');
}

function inputsIn(root: Raw): ReadonlyMap<string, InputShape> {
  const inputs: unknown = root['inputs'];
  const parsed = (Array.isArray(inputs) ? inputs : []).map(input => inputShape.safeParse(input));
  return new Map(parsed.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}

function fromServers(servers: Raw, inputs: ReadonlyMap<string, InputShape>): TextReading {
  const read: ReadServer[] = [];
  for (const [name, raw] of Object.entries(servers)) {
    const translated = inOurWords(recordOf(raw));
    const server = readServer(translated, {
      name: name === '' ? suggestedName(translated) : name,
      owner: 'user',
      inputs,
    });
    if (!('server' in server)) {
      const [fault] = server;
      const subject = name === '' ? 'The server' : `"${name}"`;
      return { type: 'wrong', message: `${subject}: ${fault?.message ?? HOW_TO}` };
    }
    read.push(server);
  }
  return read.length > 0 ? { type: 'servers', servers: read } : { type: 'wrong', message: HOW_TO };
}
