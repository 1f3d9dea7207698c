import { expect, test } from 'vitest';
import { leapingClock } from '../../../test/support/leapingClock';
import type { Clock } from '../../core/support/clock';
import { Patience, withPatience } from './patience';

const busy = (): never => {
  throw Object.assign(new Error('database is locked'), { errcode: 5 });
};

/** Fails until the clock shows this time. */
const freeAt = (clock: Clock, ms: number) => (): number => (clock.monotonicMs() < ms ? busy() : ms);

test('waits for whoever is in the way, for 30 seconds and no longer', async () => {
  const clock = leapingClock();
  expect(await withPatience(clock, freeAt(clock, 29_000))).toBe(29_000);

  const other = leapingClock();
  await expect(withPatience(other, busy)).rejects.toThrow('locked');
  expect(other.monotonicMs()).toBeGreaterThan(30_000);
  expect(other.monotonicMs()).toBeLessThan(31_000);
});

test('is shared by the steps of one opening: together they wait no longer than one would', async () => {
  const clock = leapingClock();
  const patience = new Patience(clock);

  expect(await patience.run(freeAt(clock, 20_000))).toBe(20_000);
  for (let step = 0; step < 5; step++)
    await expect(Promise.resolve(patience.run(busy))).rejects.toThrow('locked');

  expect(clock.monotonicMs()).toBeLessThan(32_000);
});

test('tells once that it waits, and not of what is over before anybody notices', async () => {
  let told = 0;
  const clock = leapingClock();
  const patience = new Patience(clock, () => void told++);
  await patience.run(freeAt(clock, 1_500));
  expect(told).toBe(0);
  await patience.run(freeAt(clock, 5_000));
  await patience.run(freeAt(clock, 9_000));
  expect(told).toBe(1);
});

test('waits for nobody where something else is wrong', () => {
  const wrong = (): never => {
    throw new Error('disk on fire');
  };
  expect(() => withPatience(leapingClock(), wrong)).toThrow('disk on fire');
});
