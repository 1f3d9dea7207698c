import { expect, test } from 'vitest';
import { readConfigText } from './configText';
import { RELAXED_JSON, STRICT_JSON } from './dialect';

const GEMINI = { comments: true, trailingCommas: false };
const COMMENT = '{ "a": 1 // mine\n}';
const TRAILING = '{ "a": [1,] }';

test.each([
  ['a comment', COMMENT, [RELAXED_JSON, GEMINI], [STRICT_JSON]],
  ['a trailing comma', TRAILING, [RELAXED_JSON], [GEMINI, STRICT_JSON]],
])('takes %s where the tool takes it', async (_what, text, takes, refuses) => {
  for (const manners of takes) expect((await readConfigText(text, manners)).type).toBe('config');
  for (const manners of refuses)
    expect(await readConfigText(text, manners)).toMatchObject({ type: 'error', place: { line: 1 } });
});

test.each([
  ['toml' as const, 'a = 1\nkey = "planted'],
  ['toml' as const, 'a = 1\nkey = planted'],
  [STRICT_JSON, '{\n"key": "planted'],
  [RELAXED_JSON, '{\n"key": planted }'],
])('says where a mistake in %j is, and quotes nothing of the file', async (syntax, text) => {
  const reading = await readConfigText(text, syntax);
  expect(reading).toMatchObject({ type: 'error', place: { line: 2 } });
  expect(JSON.stringify(reading)).not.toContain('planted');
});

test('finds the table of a server in TOML, however its name is written', async () => {
  const text = 'a = 1\n\n[mcp_servers."my.server"]\nx = 1\n\n  [ mcp_servers . other ]\ny = 2\n';
  const config = await readConfigText(text, 'toml');
  if (config.type === 'error') throw new Error(config.what);
  expect(config.placeOf(['mcp_servers', 'my.server', 'x'])).toEqual({ line: 3, column: 1 });
  expect(config.placeOf(['mcp_servers', 'other'])).toEqual({ line: 6, column: 1 });
  expect(config.placeOf(['mcp_servers', 'gone'])).toEqual({ line: 1, column: 1 });
});

test('a deeply nested file is an error like any other', async () => {
  for (const syntax of ['toml', RELAXED_JSON] as const) {
    const text = syntax === 'toml' ? `a = ${'['.repeat(50_000)}` : '['.repeat(50_000);
    expect((await readConfigText(text, syntax)).type).toBe('error');
  }
});

test('a key of the language itself is a name like any other, or none', async () => {
  const json = await readConfigText('{ "__proto__": { "x": 1 } }', STRICT_JSON);
  expect(json.type === 'config' && Object.keys(json.root)).toEqual(['__proto__']);
  expect((await readConfigText('[__proto__]\nx = 1', 'toml')).type).toBe('config');
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});
