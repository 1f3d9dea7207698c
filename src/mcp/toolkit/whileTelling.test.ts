import { expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import type { Progress } from '../../core/gateway/upstream/upstream';
import { whileTelling } from './whileTelling';

test('tells every two seconds that the work goes on, and no more once it has ended', async () => {
  const clock = new StoppedClock();
  const told: Progress[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = whileTelling(
    clock,
    progress => void told.push(progress),
    seconds => `${seconds} s`,
    promise,
  );
  clock.advance(1_999);
  expect(told).toEqual([]);
  clock.advance(2_001);
  expect(told).toEqual([
    { progress: 2, message: '2 s' },
    { progress: 4, message: '4 s' },
  ]);
  resolve('done');
  expect(await waiting).toBe('done');
  clock.advance(10_000);
  expect(told).toHaveLength(2);
});

test('stops telling when the work fails', async () => {
  const clock = new StoppedClock();
  const told: Progress[] = [];
  const failing = whileTelling(
    clock,
    progress => void told.push(progress),
    String,
    Promise.reject(new Error('no')),
  );
  await expect(failing).rejects.toThrow('no');
  clock.advance(10_000);
  expect(told).toEqual([]);
});
