import { expect, test } from 'vitest';
import { pageWishOf } from './messages';

const WISHES = [
  { type: 'run', command: 'revert', item: '' },
  { type: 'review', verdict: 'approve', comment: '' },
  { type: 'draft', text: 'Looks' },
] as const;

test.each(WISHES)('$type holds for the task whose page it was said on, and for no other', wish => {
  const said = { ...wish, task: 'a' };
  expect(pageWishOf(said, 'a')).toEqual(said);
  // A tab that is used again shows the page of the task before for a moment.
  expect(pageWishOf(said, 'b')).toBe('of another task');
  expect(pageWishOf(wish, 'a')).toBeUndefined();
});
