import { expect, test } from 'vitest';
import { lookThrough } from './lookThrough';

/** Numbers from 1, and how far somebody went. */
function numbers() {
  const walked = { to: 0 };
  function* walk() {
    for (walked.to = 1; ; walked.to += 1) yield walked.to;
  }
  return { walked, list: walk() };
}

test('takes the first ones and goes no further, where nothing is looked for', () => {
  const { walked, list } = numbers();
  expect(lookThrough(list, 1_000, { limit: 3, lookAt: 100 })).toEqual({
    items: [1, 2, 3],
    size: 1_000,
    fitting: 1_000,
    lookedAt: 1_000,
  });
  expect(walked.to).toBeLessThanOrEqual(4);
});

test('counts what fits as far as it looks, and says how far that was', () => {
  const { list } = numbers();
  expect(lookThrough(list, 1_000, { limit: 3, lookAt: 100, fits: number => number % 10 === 0 })).toEqual({
    items: [10, 20, 30],
    size: 1_000,
    fitting: 10,
    lookedAt: 100,
  });
});
