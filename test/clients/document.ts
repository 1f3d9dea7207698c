import type { Agent } from './agent';
import type { Row } from './row';
import { tableOf } from './table';

/** The document with the new rows in its table and with every client's snippet. */
export function documentWith(text: string, rows: readonly Row[], agents: readonly Agent[]): string {
  const titles = agents.map(({ title }) => title);
  const table = (before: string) => tableOf(rows, titles, before);
  return between(between(text, 'table', table), 'snippets', () => snippetsOf(agents));
}

/** One section for each client: how a user makes Switchyard known to it. */
export function snippetsOf(agents: readonly Agent[]): string {
  const isFirst = ({ snippet }: Agent, at: number) =>
    agents.findIndex(({ snippet: { file, text } }) => text === snippet.text && file === snippet.file) === at;
  return agents.filter(isFirst).map(sectionOf).join('\n\n');
}

function sectionOf({ title, snippet: { language, file, text }, note }: Agent): string {
  const where = file === undefined ? 'In a terminal:' : `In \`${file}\`:`;
  const parts = [`## ${title}`, where, `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``];
  return [...parts, ...(note === undefined ? [] : [wrapped(note)])].join('\n\n');
}

/** Words in lines as long as the documents have them; code stays in one line. */
function wrapped(words: string): string {
  const lines: string[] = [''];
  for (const word of words.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length > 135) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

/** Replaces what is between `<!-- name -->` and `<!-- /name -->`. */
function between(text: string, name: string, made: (before: string) => string): string {
  const [head, rest] = halves(text, `<!-- ${name} -->\n`);
  const [before, tail] = halves(rest, `<!-- /${name} -->`);
  return `${head}<!-- ${name} -->\n\n${made(before)}\n\n<!-- /${name} -->${tail}`;
}

function halves(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`The document has no line ${mark.trim()}.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
