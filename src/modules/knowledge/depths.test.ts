import { expect, test } from 'vitest';
import { depthsOf } from './depths';

const depths = (before: Readonly<Record<string, string[]>>) =>
  Object.fromEntries(depthsOf(new Map(Object.entries(before))));

test('counts the longest way to each node', () => {
  expect(depths({ d: ['b', 'c'], b: ['a'], c: ['b'], a: [] })).toEqual({ a: 0, b: 1, c: 2, d: 3 });
});

test('comes to an end in a circle', () => {
  expect(Object.keys(depths({ a: ['b'], b: ['c'], c: ['a'], d: ['d'] })).sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});

test('follows a chain of any length', () => {
  const chain = new Map(
    Array.from({ length: 50_000 }, (_, i) => [`${i}`, i === 0 ? [] : [`${i - 1}`]] as const),
  );
  expect(depthsOf(new Map([...chain].toReversed())).get('49999')).toBe(49_999);
});
