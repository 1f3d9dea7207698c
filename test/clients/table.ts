import type { Column } from './agent';
import type { Row } from './row';

const HEADS: Readonly<Record<Column, string>> = {
  connects: 'connects',
  instructions: 'instructions reach the model',
  arrival: 'tool in the next request',
  generic: '`mcp_call_tool`',
  shown: 'shows of a result',
  workflow: 'workflow recorded',
  exit: 'nothing left behind',
};

const COLUMNS = Object.keys(HEADS) as readonly Column[];

/** The rows as a Markdown table. Rows of `before`, a table of this form, stay where no new row has their title. */
export function tableOf(rows: readonly Row[], titles: readonly string[], before = ''): string {
  const kept = new Map(before.split('\n').flatMap(titledLine));
  const fresh = new Map(rows.map(row => [row.title, lineOf(row)]));
  const lines = titles.flatMap(title => fresh.get(title) ?? kept.get(title) ?? []);
  return [
    line(['client', 'version', ...Object.values(HEADS)]),
    line(Array.from({ length: COLUMNS.length + 2 }, () => '---')),
    ...lines,
  ].join('\n');
}

function lineOf({ title, version, cells }: Row): string {
  return line([title, version, ...COLUMNS.map(column => cells[column])]);
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
}

function titledLine(text: string): readonly (readonly [title: string, line: string])[] {
  const title = /^\| (.*?) +\|/.exec(text)?.[1];
  return title === undefined ? [] : [[title, text]];
}
