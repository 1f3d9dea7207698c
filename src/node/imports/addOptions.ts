import { isLauncher } from '../catalog/otherWords';

/** Options that are followed by a value, by what they are called: the same has many names. */
const WITH_VALUE: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    '-s': 'scope',
    '-t': 'transport',
    '-e': 'env',
    '-H': 'header',
    '-n': 'name',
    '-u': 'url',
  }),
  ...Object.entries({
    '-a': 'agent',
    '--headers': 'header',
    '--type': 'transport',
    '--arg': 'arg',
    '--args': 'args',
  }),
  ...Object.entries({ '--api-key-env': 'bearer-token-env-var', '--tools': 'include-tools' }),
  ...[
    ...[
      'scope',
      'transport',
      'env',
      'header',
      'url',
      'name',
      'command',
      'cwd',
      'timeout',
      'description',
      'env-file',
    ],
    ...[
      'bearer-token-env-var',
      'client-id',
      'callback-port',
      'include-tools',
      'exclude-tools',
      'agent',
      'auth',
    ],
  ].map(name => [`--${name}`, name] as const),
]);

/** Options that stand alone. Any other with two dashes is taken for one with a value. */
const ALONE =
  /^--(?:no-.+|global|user|project|local|force|yes|trust|debug|verbose|disabled|enabled|strict|all|quiet|json|client-secret|overwrite|dry-run|replace|skip-.+)$/;

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** An add command behind its verb, read. */
export interface AddWords {
  /** What stands there by itself: the name, an address, or the beginning of a command. */
  readonly plain: readonly string[];
  /** The words of the server's command behind that. */
  readonly rest: readonly string[];
  /** By the names of the options. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/**
 * Options go before and behind the name and an address. Behind a command's first word, or "--", all is the command's. `names`: how many
 * words by themselves come before a command, which is none where an option has the name.
 */
export function addWords(words: readonly string[]): AddWords {
  const plain: string[] = [];
  const options = new Map<string, string[]>();
  const isRemote = saysRemote(words);
  const rest = (at: number): AddWords => ({ plain, rest: words.slice(at), options });
  let last: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return rest(at + 1);
    const [, written = word, assigned] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    // One tool takes all that follows for the arguments.
    if (word === '--args' && /^-[^\s,]*$/.test(words[at + 1] ?? '')) return rest(at + 1);
    const option = optionOf(written, words[at + 1]);
    if (option !== undefined) {
      const value = assigned ?? words[(at += 1)] ?? '';
      options.set(option, [...(options.get(option) ?? []), value]);
    } else if (last === 'env' && ASSIGNMENT.test(word)) options.get('env')?.push(word);
    else if (!word.startsWith('-')) plain.push(word);
    last = option ?? (ASSIGNMENT.test(word) ? last : undefined);
    const begins = option === undefined && (!isRemote || isLauncher(word));
    if (begins && isCommand(plain, options)) return rest(at + 1);
  }
  return rest(words.length);
}

/** Whether the words say, before or behind the target, that it is an address: also where that is a variable or to be filled in. */
function saysRemote(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  return own.some(
    (word, at) =>
      /^(?:-t|--transport|--type)=(?:\S*http|sse)/i.test(word) ||
      (/^(?:-t|--transport|--type)$/.test(word) && /http|^sse$/i.test(own[at + 1] ?? '')),
  );
}

function optionOf(written: string, next: string | undefined): string | undefined {
  const known = WITH_VALUE.get(written);
  if (known !== undefined) return known;
  const takesValue = next !== undefined && !next.startsWith('-') && !/^https?:/i.test(next);
  return written.startsWith('--') && !ALONE.test(written) && takesValue ? written.slice(2) : undefined;
}

/** Whether the last of these words begins a command. One with spaces in it is a whole command: options go on behind it. */
function isCommand(plain: readonly string[], options: ReadonlyMap<string, readonly string[]>): boolean {
  const target = plain[options.has('name') ? 0 : 1];
  const isLast = plain.length === (options.has('name') ? 1 : 2);
  return (
    isLast &&
    target !== undefined &&
    !options.has('command') &&
    !/^(?:https?:|\{)/i.test(target) &&
    !isWholeCommand(target)
  );
}

/** A text that is a command with its words; a path may have a space in it. */
export function isWholeCommand(text: string): boolean {
  return /\s/.test(text) && !/^(?:[A-Za-z]:[\\/]|[/~])/.test(text);
}
