import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protocolTool, withServerKeys } from './protocolTool';
import type { JsonSchema, ToolDefinition } from './tool';

function tool(inputSchema: JsonSchema, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name: 'x', inputSchema, ...more };
}

function listed(definition: ToolDefinition) {
  const made = protocolTool(definition);
  if (made.type === 'withheld') throw new Error(made.reason);
  return made;
}

test('lists a valid definition as it is, and says nothing of it', () => {
  const plain = tool({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
  expect(listed(plain)).toMatchObject({ mended: [] });
  expect(listed(plain).definition).toBe(plain);
});

test.each<[string, JsonSchema, JsonSchema]>([
  ['no type', {}, { type: 'object', properties: {} }],
  ['several types', { type: ['object', 'null'] }, { type: 'object', properties: {} }],
  [
    'short forms of properties',
    { type: 'object', properties: { any: true, none: false, odd: 1 } },
    { type: 'object', properties: { any: {}, none: { not: {} }, odd: {} } },
  ],
  ['required of another kind', { type: 'object', required: 'a' }, { type: 'object', properties: {} }],
  [
    'one of several objects: all may be given, what all need is required',
    {
      oneOf: [
        { properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] },
        { properties: { a: { type: 'number' }, c: {} }, required: ['a', 'c'] },
      ],
    },
    {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] }, b: {}, c: {} },
      required: ['a'],
    },
  ],
  [
    'one of several objects: what tells them apart may say each of them',
    {
      oneOf: ['read', 'write', 'list'].map(kind => ({
        properties: { kind: { type: 'string', const: kind }, [kind]: {} },
        required: ['kind'],
      })),
    },
    {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['read', 'write', 'list'] },
        read: {},
        write: {},
        list: {},
      },
      required: ['kind'],
    },
  ],
  [
    'all of several objects: all is required',
    {
      type: 'object',
      properties: { a: {} },
      allOf: [{ required: ['a'] }, { properties: { b: {} }, required: ['b'] }],
    },
    { type: 'object', properties: { b: {}, a: {} }, required: ['a', 'b'] },
  ],
])('mends %s', (_, schema, answer) => {
  const { definition, mended } = listed(tool(schema));
  expect(definition.inputSchema).toEqual(answer);
  expect(mended).not.toEqual([]);
});

test('gives arguments names that providers take, and back', () => {
  const definition = tool({
    type: 'object',
    properties: { 'a b': {}, 'a/b': {}, a_b: {}, plain: {} },
    required: ['a b', 'plain'],
  });
  const { definition: shown } = listed(definition);
  expect(shown.inputSchema).toEqual({
    type: 'object',
    properties: { a_b_2: {}, a_b_3: {}, a_b: {}, plain: {} },
    required: ['a_b_2', 'plain'],
  });
  expect(withServerKeys(definition, { a_b_2: 1, a_b_3: 2, a_b: 3, 'a b': 4 })).toEqual({
    'a b': 4,
    'a/b': 2,
    a_b: 3,
  });
});

test('leaves out what is odd beside the arguments', () => {
  const { definition } = listed(
    tool(
      { type: 'object' },
      {
        outputSchema: { type: 'array' },
        annotations: { readOnlyHint: 'yes', idempotentHint: true },
        icons: [{ src: 'a' }, { src: 1 }],
      },
    ),
  );
  expect(definition).toEqual({
    name: 'x',
    inputSchema: { type: 'object', properties: {} },
    annotations: { idempotentHint: true },
    icons: [{ src: 'a' }],
  });
});

test('withholds a tool whose arguments are no object, with the reason', () => {
  expect(protocolTool(tool({ type: 'array' }))).toEqual({
    type: 'withheld',
    reason: 'its arguments are no object, but "array"',
  });
});

test('whatever a server sends is listed in a form that the protocol takes, or not at all', () => {
  const schema = fc.dictionary(
    fc.constantFrom('type', 'properties', 'required', 'anyOf', 'oneOf', 'allOf', 'not', 'x'),
    fc.oneof(
      fc.constantFrom<unknown>('object', 'array', ['object', 'null'], null, true, 'a', []),
      fc.dictionary(fc.string(), fc.anything()),
      fc.array(fc.dictionary(fc.constantFrom('properties', 'required'), fc.anything())),
    ),
  );
  const definitions = fc.record({
    name: fc.constant('x'),
    inputSchema: schema,
    outputSchema: schema,
    annotations: fc.dictionary(fc.constantFrom('title', 'readOnlyHint', 'x'), fc.anything()),
    icons: fc.array(fc.anything()),
  });
  fc.assert(
    fc.property(definitions, definition => {
      const made = protocolTool(definition);
      if (made.type === 'withheld') return;
      expect(ToolSchema.safeParse(made.definition).error).toBeUndefined();
      const keys = Object.keys(made.definition.inputSchema['properties'] ?? {});
      expect(keys.filter(key => !/^[\w.-]{1,64}$/.test(key))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
