import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codex } from './agents/codex';
import { joined } from './configure';
import { documentWith, snippetsOf } from './document';
import { type Row, rowOf } from './row';
import { AGENTS } from './suite';
import { CHILD_AGENTS } from './childAgents';
import { tableOf } from './table';
import versions from './versions.json';

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');

function row(title: string, version: string): Row {
  return rowOf({ ...codex, title }, version, { type: 'failed', why: 'a | b\nc' });
}

test('the document has the snippets that are tried', () => {
  expect(page).toContain(snippetsOf(AGENTS));
});

test('the document has a row for each client, of the version that is tried', () => {
  const rows = page.split('\n').map(line =>
    line
      .split(/ *\| */)
      .slice(1, 3)
      .join(' '),
  );
  const pinned = new Map(Object.entries(versions));
  for (const { title, npm } of AGENTS)
    expect(rows.filter(cells => cells === `${title} ${pinned.get(npm)}`)).toHaveLength(1);
});

test('every client has a name and a package of its own version', () => {
  expect(new Set(AGENTS.map(({ name }) => name)).size).toBe(AGENTS.length);
  const packages = [...AGENTS, ...CHILD_AGENTS].map(({ npm }) => npm);
  expect(new Set(packages)).toEqual(new Set(Object.keys(versions)));
});

test('a new row takes the place of the old one, and the others stay', () => {
  const before = tableOf([row('A', '1'), row('B', '1')], ['A', 'B']);
  const after = tableOf([row('B', '2')], ['A', 'B'], before).split('\n');
  expect(after.slice(2)).toEqual([
    before.split('\n')[2],
    expect.stringMatching(/^\| B \| 2 \| no: a \\\| b c \|/),
  ]);
});

test('a row whose client is not tried any more goes', () => {
  const before = tableOf([row('A', '1')], ['A']);
  expect(tableOf([], ['B'], before).split('\n')).toHaveLength(2);
});

test('writes between its marks alone', () => {
  const text =
    'Before.\n<!-- table -->\n<!-- /table -->\nBetween.\n<!-- snippets -->\nold\n<!-- /snippets -->\nAfter.\n';
  const written = documentWith(text, [row('Codex', '1')], [codex]);
  expect(written).toMatch(/^Before\.\n<!-- table -->\n\n\| client \|/);
  expect(written).toContain('\n\n<!-- /table -->\nBetween.\n<!-- snippets -->\n\n## Codex\n');
  expect(written).not.toContain('old');
  expect(written.endsWith('<!-- /snippets -->\nAfter.\n')).toBe(true);
  expect(() => documentWith('Nothing.', [], [])).toThrow('<!-- table -->');
});

test('a note is wrapped, but for its code', () => {
  const words = 'word '.repeat(26);
  const note = `${words}\`some code here\`, ${words}`.trim();
  expect(snippetsOf([{ ...codex, note }])).toContain(`${words.trim()}\n\`some code here\`, word`);
});

test('a snippet joins what a configuration has', () => {
  expect(joined('model = "a"\n', '[b]\n')).toBe('model = "a"\n[b]\n');
  expect(JSON.parse(joined('{"a":1}', '{"b":2}'))).toEqual({ a: 1, b: 2 });
  expect(joined('', '{"b":2}')).toBe('{"b":2}');
});
