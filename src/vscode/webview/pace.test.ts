import { expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { BlankGuard } from './blankGuard';
import { Pace } from './pace';

test('draws at most once in 100 ms, and always after the last wish', () => {
  const clock = new StoppedClock();
  let runs = 0;
  const pace = new Pace(clock, 100, () => (runs += 1));
  for (let i = 0; i < 50; i += 1) {
    pace.ask();
    clock.advance(20);
  }
  // Once at the beginning, and then ten times in that second.
  expect(runs).toBe(11);
  pace.ask();
  clock.advance(100);
  expect(runs).toBe(12);
  pace.ask();
  pace.dispose();
  clock.advance(1_000);
  expect(runs).toBe(12);
});

test('sets the page of a blank view again, three times, and then tells somebody', () => {
  const clock = new StoppedClock();
  const seen: string[] = [];
  const guard = new BlankGuard(clock, {
    retry: () => seen.push('retry'),
    giveUp: () => seen.push('give up'),
  });
  guard.begin();
  for (let i = 0; i < 6; i += 1) clock.advance(8_000);
  expect(seen).toEqual(['retry', 'retry', 'retry', 'give up']);
});

test('leaves a view alone that has spoken, or is not shown', () => {
  const clock = new StoppedClock();
  const seen: string[] = [];
  const guard = new BlankGuard(clock, {
    retry: () => seen.push('retry'),
    giveUp: () => seen.push('give up'),
  });
  guard.begin();
  clock.advance(7_999);
  guard.ready();
  guard.begin();
  guard.dispose();
  clock.advance(60_000);
  expect(seen).toEqual([]);
});
