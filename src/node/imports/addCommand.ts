import { isRecord } from '../../core/support/json';
import { compact, type Raw } from './dialect';

/** Options that are followed by a value, by their long names. */
const WITH_VALUE: ReadonlyMap<string, string> = new Map([
  ['-s', 'scope'],
  ['-t', 'transport'],
  ['-e', 'env'],
  ['-H', 'header'],
  ...[
    ...['scope', 'transport', 'type', 'env', 'header', 'url', 'cwd', 'timeout', 'description'],
    ...['bearer-token-env-var', 'client-id', 'callback-port', 'include-tools', 'exclude-tools'],
  ].map(name => [`--${name}`, name] as const),
]);

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * What a command adds to another tool, by name: `claude mcp add`, `codex mcp add`, `gemini mcp add` and those that are like them, and
 * `code --add-mcp`. Most READMEs say how to add their server in this way. Undefined where it is no such command, or misses something.
 */
export function addedServers(words: readonly string[]): Raw | undefined {
  const at = words.indexOf('--add-mcp');
  if (at > 0) return namedServer(words[at + 1] ?? '');
  if (words[1] !== 'mcp') return undefined;
  if (words[2] === 'add' || words[2] === 'install') return added(words.slice(3));
  const [name, json = ''] = words[2] === 'add-json' ? read(words.slice(3)).plain : [];
  const server = name === undefined ? undefined : objectIn(json);
  return name === undefined || server === undefined ? undefined : { [name]: server };
}

/** Whether a command changes another tool, and starts no server. */
export function isAddCommand(words: readonly string[]): boolean {
  return (
    words.includes('--add-mcp') || (words[1] === 'mcp' && /^(?:install$|add(?:$|-))/.test(words[2] ?? ''))
  );
}

function namedServer(json: string): Raw | undefined {
  const { name, ...server } = objectIn(json) ?? {};
  return typeof name === 'string' ? { [name]: server } : undefined;
}

function added(words: readonly string[]): Raw | undefined {
  const { plain, rest, options } = read(words);
  const all = [...plain, ...rest];
  const [name] = plain;
  const [target = options.get('url')?.[0]] = all.slice(1);
  if (name === undefined || target === undefined) return undefined;
  const env = pairs(options.get('env'), /=/);
  const bearer = options.get('bearer-token-env-var')?.[0];
  if (!/^https?:\/\//i.test(target)) return { [name]: compact({ command: target, args: all.slice(2), env }) };
  const kind = options.get('transport') ?? options.get('type');
  const type = kind?.[0] === 'sse' ? 'sse' : 'http';
  const headers = pairs(options.get('header'), /[:=]/);
  return { [name]: compact({ type, url: target, headers, bearer_token_env_var: bearer }) };
}

interface ReadWords {
  /** What stands there by itself: the name, an address, or the beginning of a command. */
  readonly plain: readonly string[];
  /** The words of the server's command behind that. */
  readonly rest: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Options go before and behind the name and an address. Behind a command's first word, or "--", all is the command's. */
function read(words: readonly string[]): ReadWords {
  const plain: string[] = [];
  const options = new Map<string, string[]>();
  let last: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return { plain, rest: words.slice(at + 1), options };
    const [, written = word, assigned] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const option = WITH_VALUE.get(written);
    if (option !== undefined) {
      const value = assigned ?? words[(at += 1)] ?? '';
      options.set(option, [...(options.get(option) ?? []), value]);
    } else if (last === 'env' && ASSIGNMENT.test(word)) options.get('env')?.push(word);
    else if (!word.startsWith('-')) plain.push(word);
    last = option ?? (ASSIGNMENT.test(word) ? last : undefined);
    const isCommand = plain.length === 2 && option === undefined && !/^(?:https?:|\{)/i.test(plain[1] ?? '');
    if (isCommand) return { plain, rest: words.slice(at + 1), options };
  }
  return { plain, rest: [], options };
}

/** Names and values as an object; undefined where there are none. */
function pairs(texts: readonly string[] | undefined, sign: RegExp): Raw | undefined {
  const entries = texts?.flatMap(text => {
    const at = text.search(sign);
    return at < 1 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1).trim()] as const];
  });
  return entries === undefined ? undefined : Object.fromEntries(entries);
}

function objectIn(json: string): Raw | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
