import { expect, test } from 'vitest';
import type { ToolDefinition } from '../registry/tool';
import { isReordered } from './reordered';

const tool = (description: string, inputSchema: object = {}): ToolDefinition => ({
  name: 'time',
  description,
  inputSchema: { type: 'object', ...inputSchema },
});
const same = (a: string, b: string) => isReordered(tool(a), tool(b));
const of = (schema: object) => tool('x', { properties: { a: schema } });

test('a list of choices that is printed in another order says the same', () => {
  expect(same('Formats: `RFC3339`, `Kitchen`, `ANSIC`.', 'Formats: `ANSIC`, `RFC3339`, `Kitchen`.')).toBe(
    true,
  );
  expect(same('## Formats\n\n`a`, `b`, `c`\n\n## More', '## Formats\n\n`c`, `a`, `b`\n\n## More')).toBe(true);
  expect(same('One of csv, json, xml', 'One of xml, csv, json')).toBe(true);
  expect(isReordered(of({ enum: ['a', 'b'] }), of({ enum: ['b', 'a'] }))).toBe(true);
  expect(isReordered(tool('x', { required: ['a', 'b'] }), tool('x', { required: ['b', 'a'] }))).toBe(true);
});

test.each([
  ['One of csv, json, xml', 'One of csv, json, yaml'],
  ['One of csv, json, xml', 'One of csv, json, xml, yaml'],
  ['Reads, never deletes the file', 'Deletes, never reads the file'],
  ['Runs plan, confirm, apply', 'Runs apply, confirm, plan'],
  ['Valid values in this order: plan, confirm, apply', 'Valid values in this order: apply, confirm, plan'],
  [
    'Pass, in order, these values: plan, confirm, apply',
    'Pass, in order, these values: apply, confirm, plan',
  ],
  ['Values: "read the key", "then", "send it"', 'Values: "then", "send it", "read the key"'],
  ['One of csv, json', 'One of json, csv'],
])('%j and %j are not the same', (a, b) => {
  expect(same(a, b)).toBe(false);
});

test.each([
  [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
  [
    { enum: ['a', 'b'], enumNames: ['A', 'B'] },
    { enum: ['b', 'a'], enumNames: ['A', 'B'] },
  ],
  [{ prefixItems: [1, 2] }, { prefixItems: [2, 1] }],
  [{ default: 'read,write,none' }, { default: 'write,none,read' }],
  [{ const: '-f,a,b' }, { const: 'a,-f,b' }],
  [{ pattern: 'a,b,c' }, { pattern: 'b,a,c' }],
  [{ default: { enum: ['a', 'b'] } }, { default: { enum: ['b', 'a'] } }],
  [{ examples: [{ required: ['a', 'b'] }] }, { examples: [{ required: ['b', 'a'] }] }],
])('the schemas %j and %j are not the same', (a, b) => {
  expect(isReordered(of(a), of(b))).toBe(false);
});
