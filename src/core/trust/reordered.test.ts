import { expect, test } from 'vitest';
import type { ToolDefinition } from '../registry/tool';
import { isReordered } from './reordered';

const tool = (description: string, inputSchema: object = {}): ToolDefinition => ({
  name: 'time',
  description,
  inputSchema: { type: 'object', ...inputSchema },
});
const same = (a: string, b: string) => isReordered(tool(a), tool(b));

test('a list that is printed in another order says the same', () => {
  expect(same('Formats: `RFC3339`, `Kitchen`, `ANSIC`.', 'Formats: `ANSIC`, `RFC3339`, `Kitchen`.')).toBe(
    true,
  );
  expect(same('One of csv, json, xml', 'One of xml, csv, json')).toBe(true);
  expect(same('Use "a b", "c", "d e"', 'Use "d e", "a b", "c"')).toBe(true);
});

test('another word, a word more, or words of a sentence in another order say something else', () => {
  expect(same('One of csv, json, xml', 'One of csv, json, yaml')).toBe(false);
  expect(same('One of csv, json, xml', 'One of csv, json, xml, yaml')).toBe(false);
  expect(same('Reads, never deletes the file', 'Deletes, never reads the file')).toBe(false);
  expect(same('Read the file then stop', 'stop then Read the file')).toBe(false);
  expect(same('csv, json', 'json, csv')).toBe(false);
});

test('the values of a choice and the names that are required are sets; other lists of a schema are not', () => {
  const of = (schema: object) => tool('x', { properties: { a: schema } });
  expect(isReordered(of({ enum: ['a', 'b'] }), of({ enum: ['b', 'a'] }))).toBe(true);
  expect(isReordered(tool('x', { required: ['a', 'b'] }), tool('x', { required: ['b', 'a'] }))).toBe(true);
  expect(isReordered(of({ enum: ['a', 'b'] }), of({ enum: ['b', 'c'] }))).toBe(false);
  expect(isReordered(of({ prefixItems: [1, 2] }), of({ prefixItems: [2, 1] }))).toBe(false);
});
