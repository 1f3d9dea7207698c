import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtInSource } from '../../src/mcp/builtInModules';
import { inOurWords, isUnknownField, LET_BE_FIELDS, READ_FIELDS } from '../../src/node/catalog/otherWords';
import { readServerEntries } from '../../src/node/catalog/serverEntries';
import { serverShape } from '../../src/node/catalog/serverShape';
import { serverId } from '../../src/shared/ids';

const root = join(import.meta.dirname, '..', '..');
const schema = JSON.parse(readFileSync(join(root, 'media', 'serversFile.schema.json'), 'utf8')) as {
  readonly definitions: {
    readonly server: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
    readonly name: { readonly not: { readonly enum: readonly string[] } };
  };
};
const validator = new Validator(schema, '7');

function fits(file: unknown): boolean {
  return validator.validate(file).valid;
}

function fitsAsServer(server: unknown): boolean {
  return fits({ servers: { a: server } });
}

/** As the reader judges it, field by field. */
function isRead(server: Readonly<Record<string, unknown>>): boolean {
  return serverShape.safeParse(inOurWords(server)).success && !Object.keys(server).some(isUnknownField);
}

test('the schema has exactly the fields that are read or known to belong to others, each with a description', () => {
  const { properties } = schema.definitions.server;
  expect(Object.keys(properties).sort()).toEqual([...READ_FIELDS, ...LET_BE_FIELDS].sort());
  for (const [name, { description }] of Object.entries(properties))
    expect([name, description]).not.toEqual([name, undefined]);
});

test('the schema takes a field with a value exactly where the reader does', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1,
      0.5,
      60_000,
      86_400_001,
      70_000,
      '',
      ' ',
      'a',
      'a b',
      '${env:A}',
    ),
    fc.constantFrom<unknown>(
      'http',
      'sse',
      'stdio',
      'pipe',
      'streamable_http',
      'session',
      'always',
      'auto',
      'API_KEY',
      '1_KEY',
    ),
    fc.constantFrom<unknown>(
      'https://a.example/mcp',
      'HTTP://a',
      ' https://a',
      'ftp://a',
      'file:///a',
      '${A}/mcp',
    ),
    fc.constantFrom<unknown>(
      [],
      ['a'],
      ['a', 1, true],
      [null],
      [[]],
      [{}],
      ['API_KEY'],
      [{ key: 'A' }],
      [{ key: 'a b' }],
    ),
    fc.constantFrom<unknown>(
      {},
      { A: 'b' },
      { A: 1, B: null, C: true },
      { A: {} },
      { A: [] },
      { 'A=B': 'c' },
      { 'a b': 'c' },
    ),
    fc.constantFrom<unknown>(
      { A: { secret_key: 'KEY' } },
      { A: { secret_key: 'a b' } },
      { A: { secret_key: 'A', b: 1 } },
    ),
    fc.constantFrom<unknown>(
      { clientId: 'a' },
      { clientId: 5 },
      { clientSecret: '${A}' },
      { callbackPort: 0 },
      { scopes: 'a b' },
    ),
    fc.constantFrom<unknown>(
      { clientId: 'a', clientSecret: '${input:a}' },
      { clientId: 'a', clientSecret: 'plain' },
    ),
  );
  const field = fc.constantFrom(
    ...READ_FIELDS,
    ...LET_BE_FIELDS,
    'arg',
    '_note',
    '$schema',
    'x-mine',
    '//',
    'colour',
  );
  fc.assert(
    fc.property(field, value, (name, given) => {
      const server = { ...(name.toLowerCase().endsWith('url') ? {} : { command: 'a' }), [name]: given };
      expect([server, fitsAsServer(server)]).toEqual([server, isRead(server)]);
    }),
    { numRuns: 5_000 },
  );
});

test('the schema takes exactly the names that a server can have', async () => {
  const part = fc.constantFrom('a', 'B', '9', '_', '__', '-', '.', ' ', 'é', 'abcdefghijkl');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), parts => {
      const name = parts.join('');
      expect([name, fits({ servers: { [name]: { command: 'a' } } })]).toEqual([
        name,
        serverId(name) !== undefined,
      ]);
    }),
  );
  const modules = (await builtInSource.read()).entries.map(({ id }) => id);
  expect([...schema.definitions.name.not.enum].sort()).toEqual([...modules].sort());
  for (const name of modules) expect(fits({ servers: { [name]: { command: 'a' } } })).toBe(false);
});

test.each([
  ['{ "servers": {} }', true],
  [
    '{ "mcpServers": { "a": { "url": "https://a" } }, "inputs": [{ "id": "a", "type": "promptString", "password": true }] }',
    true,
  ],
  ['{}', false],
  ['[]', false],
  ['{ "servers": [] }', false],
  ['{ "servers": { "a": 5 } }', false],
  ['{ "servers": {}, "inputs": [{}] }', false],
])('%s is judged as the reader judges it', (text, isWhole) => {
  const { problems } = readServerEntries(text, { source: 'servers-file', origin: 'f', owner: 'user' });
  expect([fits(JSON.parse(text)), problems.length === 0]).toEqual([isWhole, isWhole]);
});
