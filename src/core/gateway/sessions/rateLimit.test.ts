import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { RateLimit, WINDOW_MS } from './rateLimit';

test('never lets more than 5 through in any 60 s, and says truly when the next may pass', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 }), pauses => {
      const clock = new StoppedClock();
      const limit = new RateLimit(clock);
      const passed: number[] = [];
      for (const pause of pauses) {
        clock.advance(pause);
        const waitMs = limit.retryInMs(5);
        const recent = passed.filter(at => clock.monotonicMs() - at < WINDOW_MS);
        expect(waitMs === 0).toBe(recent.length < 5);
        if (waitMs > 0) expect(recent[recent.length - 5]! + WINDOW_MS - clock.monotonicMs()).toBe(waitMs);
        else {
          limit.take();
          passed.push(clock.monotonicMs());
        }
      }
    }),
  );
});

test('is not moved by the wall clock', () => {
  const clock = new StoppedClock();
  const limit = new RateLimit(clock);
  for (let i = 0; i < 5; i++) limit.take();
  clock.setWall(clock.now() + 86_400_000);
  expect(limit.retryInMs(5)).toBe(60_000);
});

test('does not count what was given back', () => {
  const limit = new RateLimit(new StoppedClock());
  for (let i = 0; i < 4; i++) limit.take();
  limit.take().dispose();
  expect(limit.retryInMs(5)).toBe(0);
});
