import { expect, test } from 'vitest';
import { listableItems } from './listableItems';

test('passes on what is valid as it is, with what nobody knows', () => {
  const item = { name: 'a', description: 'A', more: { of: 'it' } };
  expect(listableItems('prompts', [item])[0]).toBe(item);
});

test('leaves out of an item what is odd, and an item that nothing can be asked for by', () => {
  expect(
    listableItems('prompts', [
      { name: 'a', description: 1, arguments: [{ name: 'b' }, null, { name: 1 }], icons: 'x' },
      { name: 'c', arguments: 'x', title: 'C' },
      { title: 'nameless' },
      'x',
      null,
    ]),
  ).toEqual([
    { name: 'a', arguments: [{ name: 'b' }] },
    { name: 'c', title: 'C' },
  ]);
});

test('names a resource by its address where it has no name', () => {
  expect(
    listableItems('resources', [
      { uri: 'a://b', size: 'big' },
      { uri: 'a://c', name: 3 },
    ]),
  ).toEqual([
    { uri: 'a://b', name: 'a://b' },
    { uri: 'a://c', name: 'a://c' },
  ]);
});
