import { expect, test } from 'vitest';
import { ReviewDrafts } from './reviewDrafts';

function memory(kept?: unknown) {
  const values = new Map<string, unknown>(kept === undefined ? [] : [['switchyard.reviewDrafts', kept]]);
  const memento = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  return { memento: memento as never, values };
}

test('a comment that was begun is there on the next page, until it is sent or emptied', () => {
  const { memento, values } = memory();
  new ReviewDrafts(memento).keep('a', 'Rename');
  new ReviewDrafts(memento).keep('a', 'Rename it');
  expect(new ReviewDrafts(memento).of('a')).toBe('Rename it');
  expect(new ReviewDrafts(memento).of('b')).toBe('');
  new ReviewDrafts(memento).keep('a', '');
  expect(values.get('switchyard.reviewDrafts')).toEqual([]);
});

test('of a hundred and more the oldest go, and what is no list of drafts counts as none', () => {
  const { memento } = memory([{ task: 1 }]);
  const drafts = new ReviewDrafts(memento);
  expect(drafts.of('t0')).toBe('');
  for (let n = 0; n < 101; n++) drafts.keep(`t${n}`, 'x');
  expect([drafts.of('t0'), drafts.of('t1'), drafts.of('t100')]).toEqual(['', 'x', 'x']);
});
