import { expect, test } from 'vitest';
import { headerText, paramHeaders } from './paramHeaders';

const schemaOf = (properties: object) => ({ type: 'object', properties });
const region = { type: 'string', 'x-mcp-header': 'Region' };

test('finds which arguments are repeated in headers, at any depth of properties', () => {
  const place = schemaOf({ deep: schemaOf({ level: { type: 'integer', 'x-mcp-header': 'Level' } }) });
  expect(paramHeaders(schemaOf({ region, place, plain: { type: 'string' } }))).toEqual([
    { header: 'mcp-param-region', path: ['region'] },
    { header: 'mcp-param-level', path: ['place', 'deep', 'level'] },
  ]);
  expect(paramHeaders({ type: 'object' })).toEqual([]);
});

test.each<[string, unknown]>([
  ['an empty name', schemaOf({ a: { type: 'string', 'x-mcp-header': '' } })],
  ['a name that is no token', schemaOf({ a: { type: 'string', 'x-mcp-header': 'two words' } })],
  ['a line break in a name', schemaOf({ a: { type: 'string', 'x-mcp-header': 'a\r\nb: c' } })],
  ['a number', schemaOf({ a: { type: 'number', 'x-mcp-header': 'A' } })],
  ['the same name twice', schemaOf({ a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } })],
  ['a part of a list', schemaOf({ a: { type: 'array', items: region } })],
  ['a part of a choice', { type: 'object', oneOf: [schemaOf({ region })] }],
  ['the arguments themselves', { type: 'object', 'x-mcp-header': 'All' }],
])('a tool that names %s is not to be listed', (_what, schema) => {
  expect(paramHeaders(schema)).toBeUndefined();
});

test('takes what looks like such a name for data where it is data', () => {
  expect(paramHeaders(schemaOf({ a: { type: 'object', default: region, enum: [region] } }))).toEqual([]);
});

test('writes an argument as its header has it', () => {
  const args = { text: ' x ', yes: true, many: 42, big: 2 ** 60, none: null, deep: { a: 'b' } };
  const texts = ['text', 'yes', 'many', 'big', 'none', 'absent', '__proto__'].map(name =>
    headerText(args, [name]),
  );
  expect(texts).toEqual([' x ', 'true', '42', undefined, undefined, undefined, undefined]);
  expect(headerText(args, ['deep', 'a'])).toBe('b');
});
