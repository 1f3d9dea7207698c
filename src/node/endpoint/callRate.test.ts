import { expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { CallRate } from './callRate';

test('lets each user make so many calls in a minute, and says how long until the next one', () => {
  const clock = new StoppedClock();
  const rate = new CallRate(2, clock);
  expect([rate.take('ada'), rate.take('ada')]).toEqual([undefined, undefined]);
  clock.advance(15_000);
  expect([rate.take('ada'), rate.take('bob')]).toEqual([45, undefined]);
  clock.advance(45_000);
  expect(rate.take('ada')).toBeUndefined();
});

test('with 0, counts nothing', () => {
  const rate = new CallRate(0, new StoppedClock());
  expect(Array.from({ length: 1_000 }, () => rate.take('ada'))).not.toContainEqual(expect.any(Number));
});
