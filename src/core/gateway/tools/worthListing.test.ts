import { expect, test } from 'vitest';
import { worthListing } from './worthListing';

const listed = (...tools: readonly (readonly [chance: number, tokens: number])[]) =>
  worthListing(
    tools.map(([chance, tokens], tool) => ({ tool, chance: chance / 100, tokens })),
    tool => tools[tool]?.[1] ?? 0,
  );

test('a small definition is listed for a small chance, a large one only for a large chance', () => {
  expect(listed([60, 2_000], [20, 8_000], [10, 150], [5, 150], [5, 2_000])).toEqual([0, 2, 3]);
});

test('what is as good as never needed is not listed, however small it is', () => {
  expect(listed([98.9, 100], [1.1, 1])).toEqual([0]);
});

test('the best one is listed whatever it costs, and nothing where nothing fits', () => {
  expect(listed([1, 1_000_000])).toEqual([0]);
  expect(listed()).toEqual([]);
});

test('of a hundred that fit alike, no more are listed than VS Code shows', () => {
  expect(listed(...Array.from({ length: 40 }, () => [2.5, 10] as const))).toHaveLength(24);
});
