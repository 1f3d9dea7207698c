import { escapeUnseen, oneLine } from '../../../core/catalog/entry/plainText';

/** Names in one line of an answer; the rest is counted. */
export const MAX_NAMED = 10;

/** Characters of one name of a file (chosen here: longer ones are rare, and whole in the report). */
const MAX_NAME = 160;

/** Files that the Markdown report lists for a task; the JSON report has them all. */
const IN_MARKDOWN = 200;

/** A name that no sentence can be mistaken for. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}_./@+~#%=^-]+$/u;

/** A change, as far as a text names it. */
export interface NamedChange {
  readonly path: string;
  readonly from?: string | undefined;
  readonly status: string;
}

/** A file's name as data in a text: as it is where it is plain, else as a JSON string that can be given back as it stands. */
export function fileName(path: string): string {
  const isPlain = PLAIN_NAME.test(path) && escapeUnseen(path) === path;
  if (isPlain && path.length <= MAX_NAME) return path;
  const cut = path.length <= MAX_NAME ? path : `${path.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return isPlain ? cut : asJson(cut);
}

/** Words of others as data in a text: quoted, on one line, with nothing unseen, no longer than `most` characters. */
export function quotedText(text: string, most: number): string {
  return JSON.stringify(oneLine(text, most));
}

/** How a file stands, by name: `added src/a.ts`, `renamed a.ts → b.ts`. */
export function changeWords({ path, from, status }: NamedChange): string {
  const word = WORDS.get(status) ?? status;
  return from === undefined ? `${word} ${fileName(path)}` : `${word} ${fileName(from)} → ${fileName(path)}`;
}

/** The first ten, and how many more there are and where. `total`: of them all, where the list was cut before. */
export function firstTen(names: readonly string[], total: number, where: string): string {
  const named = names.slice(0, MAX_NAMED);
  const left = total - named.length;
  return left > 0 ? `${named.join(', ')}, and ${left} more in ${where}` : named.join(', ');
}

/** Where all of a workflow is told, with lists of this length: the Markdown report cuts long ones. */
export function reportAddress(workflow: string, length = 0): string {
  return `sc://workflows/${workflow}${length > IN_MARKDOWN ? '?format=json' : ''}`;
}

/** `1 file`, `3000 files`. */
export function files(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}

/** The lines that fit, and one that says how many do not; blank ones are left out. The first line always stands. */
export function fitting(lines: readonly string[], most: number, where: string): readonly string[] {
  const kept: string[] = [];
  let left = most;
  const said = lines.filter(line => line !== '');
  for (const [at, line] of said.entries()) {
    left -= line.length + 1;
    if (left < 0 && at > 0) return [...kept, `${said.length - at} more lines don't fit here: see ${where}.`];
    kept.push(line);
  }
  return kept;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['mode', 'mode changed of'],
  ['type', 'type changed of'],
]);

/** JSON in which whatever nobody sees is an escape: it reads as what it is, and parses to the name. */
function asJson(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7E]/gu, char =>
    escapeUnseen(char) === char ? char : [...escapes(char)].join(''),
  );
}

function escapes(char: string): readonly string[] {
  return Array.from({ length: char.length }, (_, i) => {
    const code = char.charCodeAt(i).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
