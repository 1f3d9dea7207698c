import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { RestartLimit } from './restartLimit';

/** A limit whose server fails at once, and what the pauses were. */
function limit(random = () => 0.999) {
  const clock = new StoppedClock();
  const restarts = new RestartLimit(clock, random);
  return {
    clock,
    restarts,
    fail: () => {
      restarts.starting();
      restarts.failed();
      return Math.round(restarts.pauseMs / 1_000);
    },
  };
}

/** One step of somebody who wants the server: how long they wait before they ask, how long the start takes to fail. */
const step = fc.record({ waitMs: fc.nat(20_000), takesMs: fc.nat(15_000), chance: fc.nat(999) });

test('starts a server that dies at every start at most 6 times in its first 2 minutes', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 120 }), steps => {
      let chance = 0;
      const { clock, restarts } = limit(() => chance);
      const startsMs: number[] = [];
      for (const { waitMs, takesMs, chance: thousandths } of steps) {
        clock.advance(waitMs);
        if (restarts.pauseMs > 0) continue;
        startsMs.push(clock.monotonicMs());
        chance = thousandths / 1_000;
        restarts.starting();
        clock.advance(takesMs);
        restarts.failed();
      }
      const early = startsMs.filter(ms => ms - (startsMs[0] ?? 0) < 120_000);
      expect(early.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('pauses up to twice as long after each failure, by chance, and 60 s at most', () => {
  const { restarts, clock } = limit();
  const pauses: number[] = [];
  for (let failure = 0; failure < 9; failure++) {
    // It comes up and runs for 20 s each time: too short to be well, too long to be 5 failures in 60 s.
    clock.advance(restarts.pauseMs);
    restarts.starting();
    restarts.started();
    clock.advance(20_000);
    restarts.failed();
    pauses.push(Math.round(restarts.pauseMs / 1_000));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  const lucky = limit(() => 0);
  expect([lucky.fail(), lucky.fail(), lucky.fail()]).toEqual([0, 0, 0]);
});

test('leaves a server alone for 60 s after 5 failures in 60 s, then gives it one try at a time', () => {
  const { fail, restarts, clock } = limit(() => 0);
  expect([fail(), fail(), fail(), fail(), fail()]).toEqual([0, 0, 0, 0, 60]);
  expect(restarts.isBroken).toBe(true);
  clock.advance(59_999);
  expect(restarts.pauseMs).toBe(1);
  clock.advance(1);
  expect(restarts.pauseMs).toBe(0);
  restarts.starting();
  expect(restarts.pauseMs).toBeGreaterThan(0);
  restarts.failed();
  expect(restarts.pauseMs).toBe(60_000);
});

test('trusts a server again that ran for a minute, and not one that came up and fell again', () => {
  const { fail, restarts, clock } = limit(() => 0);
  for (let failure = 0; failure < 5; failure++) fail();
  clock.advance(60_000);
  restarts.starting();
  restarts.started();
  expect(restarts.isBroken).toBe(false);
  clock.advance(1_000);
  restarts.failed();
  expect(restarts.pauseMs).toBe(60_000);
  clock.advance(60_000);
  restarts.starting();
  restarts.started();
  clock.advance(60_000);
  restarts.failed();
  expect([restarts.pauseMs, restarts.isBroken]).toEqual([0, false]);
});

test('measures with the clock that does not jump', () => {
  const { fail, restarts, clock } = limit(() => 0);
  for (let failure = 0; failure < 5; failure++) fail();
  clock.setWall(clock.now() + 86_400_000);
  expect(restarts.pauseMs).toBe(60_000);
  clock.setWall(clock.now() - 2 * 86_400_000);
  clock.advance(60_000);
  expect(restarts.pauseMs).toBe(0);
});
