import { addedServers, isAddCommand } from './addCommand';
import { inOurWords } from './anyWords';
import { commandLines, SEVERAL_LINES } from './commandWords';
import type { ConfigError, ConfigText } from './configReading';
import { readConfigText } from './configText';
import { type Raw, recordOf, RELAXED_JSON } from './dialect';
import { configInLink } from './installLink';
import { linksIn, pastedText } from './pastedText';
import { type ServerList, serverList } from './serverList';
import { type ReadServer, readServer } from './serverOf';
import { isSetup } from './setupCommand';
import { suggestedName } from './suggestedName';

/** What somebody typed or pasted, understood; or what is wrong with it, as a sentence. Quotes no value. */
export type TextReading =
  | { readonly type: 'servers'; readonly servers: readonly ReadServer[] }
  | { readonly type: 'wrong'; readonly message: string };

const HOW_TO =
  'Give a command line such as "npx -y some-server", an address, the name of an npm package, an install link, or the JSON, YAML, or TOML that another tool takes.';

/** What a README shows is far shorter; what is longer takes long to read (measured: seconds for some of 50,000). */
const MOST_CHARACTERS = 20_000;

const TOO_LONG = `This is too long: at most ${MOST_CHARACTERS} characters are read. Paste only the part with the servers, or use "Import Servers from Other Tools…" for a file.`;

/** A table of TOML with servers, wherever a tool has them. */
const TOML = /^(?:\[{1,2}\s*["']?(?:mcp_?servers|mcp["']?\s*\.\s*["']?servers)\b|mcp_servers\s*[.=])/im;

/** One server without the name of its table. */
const BARE_TOML = /^(?:command|url|type)\s*=\s*["']/;

/** A list of servers, or one by its name. */
const YAML =
  /^[ \t]*(?:mcpServers|mcp_servers|servers|extensions):[ \t]*$|^- name:|^[\w-]+:[ \t]*\n[ \t]+(?:type|cmd|command|url|uri|name):/m;

/** An address without its scheme: with a path, so that no package is taken for one. */
const BARE_ADDRESS = /^(?:(?:[a-z0-9-]+\.)+[a-z]{2,}|(localhost|127\.0\.0\.1))(?::\d+)?\/[^\s"']*$/i;

/**
 * Understands a command line, also one that adds a server to another tool, an address, an install link, the name of a package, or a
 * configuration in the words of any tool we know.
 */
export async function serversFromText(given: string): Promise<TextReading> {
  if (given.length > MOST_CHARACTERS) return { type: 'wrong', message: TOO_LONG };
  const text = pastedText(given);
  if (text === '') return { type: 'wrong', message: HOW_TO };
  if (TOML.test(text) || BARE_TOML.test(text)) return await fromConfig(await readConfigText(text, 'toml'));
  if (YAML.test(text))
    return await fromConfig(await readConfigText(text.startsWith('-') ? `servers:\n${text}` : text, 'yaml'));
  if (text.startsWith('{')) return await fromConfig(await readJsonText(text));
  // A list, or a piece out of the middle of a file: "name": { … }
  if (/^\[\s*[{\]]/.test(text)) return await fromConfig(await readJsonText(`{"servers":${text}}`));
  if (/^"[^"]+"\s*:/.test(text)) return await fromConfig(await readJsonText(`{${text.replace(/,$/, '')}}`));
  const linked = linkedIn(text);
  if (linked !== undefined) return fromList(linked);
  if (/^https?:\/\/\S+$/i.test(text)) return fromList(oneServer({ url: text }));
  const bare = BARE_ADDRESS.exec(text);
  if (bare !== null) return fromList(oneServer({ url: `http${bare[1] === undefined ? 's' : ''}://${text}` }));
  return fromCommands(text);
}

/** JSON as people write it for people: with names without quotes, and with "..." for what they leave out. */
async function readJsonText(text: string): Promise<ConfigText | ConfigError> {
  const read = await readConfigText(text, RELAXED_JSON);
  if (read.type === 'config') return read;
  const mended = text
    .replaceAll(/(?<=[{,\n]\s*)(?:\.{3}|…),?(?=\s*(?:\n|\}))/g, '')
    .replaceAll(/(?<=[{,]\s*)([A-Za-z_$][\w$-]*)(?=\s*:)/g, '"$1"');
  const again = await readConfigText(mended, RELAXED_JSON);
  return again.type === 'config' ? again : read;
}

/** The servers of an install link. The address of a server may have a configuration of its own in it, and a badge leads to a link. */
function linkedIn(text: string): ServerList | undefined {
  for (const link of [text, ...linksIn(text)]) {
    const root = configInLink(link);
    const list = root && serverList(root);
    if (list !== undefined) return list;
  }
  return undefined;
}

function oneServer(server: Raw, name = ''): ServerList {
  return { servers: { [name]: server }, inputs: new Map() };
}

const OF_ANOTHER_TOOL =
  'This command adds a server to another tool. Give what is added: its address, or the command after "--" with its variables before it, as in KEY=value npx -y some-server.';

const ENV_FILE =
  'envFile is read only where a server is imported: use "Import Servers from Other Tools…", or write its variables into "env", as in "KEY": "${env:KEY}".';

const ONLY_SETUP =
  'This command installs or sets up something, but starts no server. Run it in a terminal if needed, then enter the command that starts the server.';

function fromCommands(text: string): TextReading {
  const lines = commandLines(text);
  if ('wrong' in lines) return { type: 'wrong', message: lines.wrong };
  const exported = Object.fromEntries(lines.flatMap(words => Object.entries(exportedBy(words)))) as Raw;
  const commands = lines.filter(words => Object.keys(exportedBy(words)).length === 0).map(startOf);
  const adding = commands.filter(({ words }) => isAddCommand(words));
  // `claude mcp add …` as a server would change that tool at each start.
  if (adding.length > 0) return fromAdding(adding.map(({ words }) => words));
  const starting = commands.filter(({ words }) => words.length > 0 && !isSetup(words));
  const [only] = starting;
  if (only === undefined)
    return { type: 'wrong', message: commands.some(({ words }) => words.length > 0) ? ONLY_SETUP : HOW_TO };
  if (starting.length > 1) return { type: 'wrong', message: SEVERAL_LINES };
  const [command = '', ...args] = only.words;
  const started =
    args.length === 0 && isPackage(command) ? { command: 'npx', args: ['-y', command] } : { command, args };
  return fromList(oneServer({ ...started, env: { ...exported, ...only.env } }));
}

/** Guides add the same server to one tool after the other: of one name, the first counts. */
function fromAdding(commands: readonly (readonly string[])[]): TextReading {
  const lists = commands.map(words => {
    const root = addedServers(words);
    return root && serverList(root);
  });
  const found = lists.filter(list => list !== undefined);
  const [first] = found;
  if (first === undefined || found.length < lists.length) return { type: 'wrong', message: OF_ANOTHER_TOOL };
  const servers = Object.fromEntries(found.toReversed().flatMap(list => Object.entries(list.servers))) as Raw;
  return fromList({ servers, inputs: new Map(found.flatMap(({ inputs }) => [...inputs])) });
}

/** The variables of `export A=b`, `set A=b` and `$env:A = "b"` (as it is cut); none of another command. */
function exportedBy([first = '', ...words]: readonly string[]): Raw {
  const powerShell = /^\$\{env:(\w+)\}$/.exec(first)?.[1];
  if (powerShell !== undefined && words[0] === '=') return { [powerShell]: words[1] ?? '' };
  return /^(?:export|set|setx)$/.test(first) && words.every(isAssignment) ? variablesOf(words) : {};
}

/** The words that start something, and the variables before them, also behind `env`. */
function startOf(words: readonly string[]): { readonly words: readonly string[]; readonly env: Raw } {
  const own = withoutInspector(words[0] === 'env' ? words.slice(1) : words);
  const at = own.findIndex(word => !isAssignment(word));
  return at < 0 ? { words: [], env: {} } : { words: own.slice(at), env: variablesOf(own.slice(0, at)) };
}

/** A command for trying a server has that of the server in it. */
function withoutInspector(words: readonly string[]): readonly string[] {
  const at = words.findIndex(word => /^@modelcontextprotocol\/inspector(?:@|$)/.test(word));
  const own = at < 0 ? [] : words.slice(at + 1);
  return own.length === 0 || own[0]?.startsWith('-') === true ? words : own;
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word);
}

function variablesOf(words: readonly string[]): Raw {
  return Object.fromEntries(
    words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] as const),
  );
}

/** A name on npm, and not that of a file. */
function isPackage(word: string): boolean {
  return (
    /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:@[\w.^~-]+)?$/.test(word) &&
    !/\.(?:exe|cmd|bat|[cm]?[jt]s|py|sh)$/.test(word)
  );
}

async function fromConfig(config: ConfigText | ConfigError): Promise<TextReading> {
  if (config.type === 'error') {
    const { line, column } = config.place;
    return { type: 'wrong', message: `Syntax error at line ${line}, column ${column}: ${config.what}.` };
  }
  const list = serverList(config.root);
  if (list !== undefined) return fromList(list);
  if (!isPublished(recordOf(config.root['server'] ?? config.root)))
    return { type: 'wrong', message: `No server was found in it. ${HOW_TO}` };
  const { publishedServer } = await import('./publishedServer');
  const published = publishedServer(config.root);
  return published.type === 'wrong' ? published : fromList(oneServer(published.words, published.name));
}

/** The `server.json` that a publisher gives to registries. */
function isPublished({ name, packages, remotes }: Raw): boolean {
  const ways = [packages, remotes].flatMap(list => (Array.isArray(list) ? list : []));
  return typeof name === 'string' && ways.length > 0;
}

function fromList({ servers, inputs }: ServerList): TextReading {
  const read: ReadServer[] = [];
  for (const [name, raw] of Object.entries(servers)) {
    const translated = inOurWords(recordOf(raw));
    if (typeof translated['envFile'] === 'string') return { type: 'wrong', message: ENV_FILE };
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
