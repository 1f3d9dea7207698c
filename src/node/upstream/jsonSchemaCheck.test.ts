import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { jsonSchemaCheck } from './jsonSchemaCheck';

const check = jsonSchemaCheck();
const withId = (type: string) => ({
  $id: 'https://example.com/tool',
  type: 'object',
  properties: { a: { type } },
});

test('says in words all that does not fit', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'string' },
      'b/c': { type: 'array', items: { enum: [1, 2] } },
      d: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    additionalProperties: false,
  };
  expect(check('1', schema, {})).toEqual(['must have the property "a"']);
  expect(check('1', schema, { a: 1, 'b/c': [1, 3] })).toEqual([
    'a must be string',
    'b/c/1 does not match any of [1,2]',
  ]);
  expect(check('1', schema, { a: 'x', d: 4, e: 5 })).toEqual([
    'd does not match any subschemas',
    'd must be string',
    'd must be null',
    'e is not one of its properties',
  ]);
  expect(check('1', schema, 5)).toEqual(['must be object']);
  expect(check('1', schema, { a: 'x', 'b/c': [2], d: null })).toEqual([]);
});

test('lets what has a default be left out, though the schema requires it, and checks it where it is there', () => {
  const scale = { type: 'string', enum: ['css', 'device'], default: 'css' };
  const part = {
    type: 'object',
    required: ['scale', 'name'],
    properties: { scale, name: { type: 'string' } },
  };
  const schema = { ...part, properties: { ...part.properties, parts: { type: 'array', items: part } } };
  expect(check('default', schema, { name: 'a', parts: [{ name: 'b' }] })).toEqual([]);
  expect(check('default', schema, {})).toEqual(['must have the property "name"']);
  expect(check('default', schema, { name: 'a', scale: 'x' })).toHaveLength(1);
});

test('takes one alternative of several, told apart by what they require, though defaults make two of them fit', () => {
  const one = (name: string) => ({
    required: [name],
    properties: { [name]: { type: 'string', default: '' } },
  });
  const schema = { type: 'object', oneOf: [one('id'), one('path')] };
  expect(check('alternatives', schema, { id: 'x' })).toEqual([]);
  expect(check('alternatives', schema, { id: 1, path: 2 })).toContain('id must be string');
});

test('lets maps and choices be filled that fastmcp closes without naming a property, and keeps closed what names some', () => {
  const map = { type: 'object', propertyNames: { type: 'string' }, additionalProperties: false };
  const nothing = { type: 'object', properties: {}, additionalProperties: false };
  const kind = (name: string) => ({
    properties: { kind: { const: name }, map },
    required: ['kind'],
    additionalProperties: false,
  });
  const schema = { type: 'object', oneOf: [kind('a'), kind('b')], additionalProperties: false };
  expect(check('map', schema, { kind: 'b', map: { x: 1 } })).toEqual([]);
  expect(check('map', schema, { kind: 'c' })).not.toEqual([]);
  expect(check('map', schema, { kind: 'a', other: 1 })).toContain('other is not one of its properties');
  expect(check('nothing', nothing, { x: 1 })).toEqual(['x is not one of its properties']);
});

test('reads older dialects by their own rules', () => {
  const items = [{ type: 'string' }, { type: 'number' }];
  const pair = { type: 'object', properties: { pair: { type: 'array', items } } };
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', ...pair };
  expect(check('5', old, { pair: ['a', 'b'] })).toEqual(['pair/1 must be number']);
});

test.each([
  ['an expression that goes back', { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }],
  ['parts that refer to each other twice over', { ...doubling(40), $ref: '#/$defs/d0' }],
  ['a part that refers to itself', { $ref: '#' }],
])('gives up %s, and leaves it to the server', (title, schema) => {
  expect(check(title, schema, { a: `${'a'.repeat(60)}b` })).toEqual([]);
});

/** Parts each of which asks for the next one twice. */
function doubling(count: number) {
  const part = (i: number) => ({ allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] });
  const parts = Array.from({ length: count }, (_, i) => [`d${i}`, part(i)] as const);
  return { $defs: { ...Object.fromEntries(parts), [`d${count}`]: { type: 'object' } } };
}

test('keeps two schemas apart that call themselves by one name', () => {
  expect(check('2', withId('string'), { a: 'x' })).toEqual([]);
  expect(check('3', withId('number'), { a: 1 })).toEqual([]);
});

test('leaves it to the server where a schema cannot be understood', () => {
  expect(check('4', { type: 'no such type' }, { a: 1 })).toEqual([]);
});

test.each([
  ['the machine was too busy for it at first', ''],
  ['another thread of this process worked meanwhile', 'for (;;);'],
])('checks all the same where %s', async (title, meanwhile) => {
  const other = new Worker(meanwhile, { eval: true });
  onTestFinished(async () => void (await other.terminate()));
  await once(other, 'online');
  const schema = { type: 'object', properties: { part: { type: 'string', pattern: '^a' } } };
  let looks = 0;
  const slowAtFirst = {
    get part(): string {
      // Time passes, and this thread does nothing in it.
      if (++looks === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      return 'b';
    },
  };
  expect(check(title, schema, slowAtFirst)).toHaveLength(1);
  expect(looks).toBeGreaterThan(1);
});

test('tells the pattern that a text has to match, unless it is a long one', () => {
  const schema = (pattern: string) => ({
    type: 'object',
    properties: { 'an/id': { anyOf: [{ type: 'string', pattern }] }, plain: { type: 'string', pattern } },
  });
  const told = 'plain must match the pattern ^[0-9]+$';
  expect(check('pattern', schema('^[0-9]+$'), { plain: 'x' })).toEqual([told]);
  expect(check('inside', schema('^[0-9]+$'), { 'an/id': 'x' })).toContain(
    'an/id must match the pattern ^[0-9]+$',
  );
  expect(check('long', schema(`^[0-9]{${'1'.repeat(3)}}${'x'.repeat(300)}$`), { plain: 'x' })).toEqual([
    'plain does not match the pattern of its schema',
  ]);
});
