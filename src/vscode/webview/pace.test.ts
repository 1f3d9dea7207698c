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

/** A guard whose webview was renewed already, or was not. */
function guarded(wasRenewed = false) {
  const clock = new StoppedClock();
  const seen: string[] = [];
  const guard = new BlankGuard(clock, {
    setAgain: () => seen.push('set again'),
    renew: () => {
      if (!wasRenewed) seen.push('renew');
      return !wasRenewed;
    },
    giveUp: () => seen.push('give up'),
  });
  guard.begin();
  return { clock, guard, seen };
}

test('sets the page of a blank webview again, and then puts a new webview in its place', () => {
  const { clock, seen } = guarded();
  for (let i = 0; i < 6; i += 1) clock.advance(8_000);
  expect(seen).toEqual(['set again', 'renew']);
});

test('tells somebody where the new webview stays blank too', () => {
  const { clock, seen } = guarded(true);
  for (let i = 0; i < 6; i += 1) clock.advance(8_000);
  expect(seen).toEqual(['set again', 'give up']);
});

test('leaves a view alone that has spoken, or is not shown', () => {
  const { clock, guard, seen } = guarded();
  clock.advance(7_999);
  guard.ready();
  guard.begin();
  guard.dispose();
  clock.advance(60_000);
  expect(seen).toEqual([]);
});
