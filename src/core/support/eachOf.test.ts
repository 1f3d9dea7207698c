import { expect, test } from 'vitest';
import { eachOf } from './eachOf';

test('works on all of them in their order, so many at a time', async () => {
  const [begun, running] = [[] as number[], { now: 0, most: 0 }];
  await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async item => {
    begun.push(item);
    running.most = Math.max(running.most, ++running.now);
    await new Promise(setImmediate);
    running.now--;
  });
  expect([begun, running]).toEqual([[1, 2, 3, 4, 5, 6, 7], { now: 0, most: 3 }]);
});

test('after a failure none is begun, and those under way end before it is told', async () => {
  const [begun, ended] = [[] as number[], [] as number[]];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 1) throw new Error('No.');
    await new Promise(setImmediate);
    ended.push(item);
  };
  await expect(eachOf([1, 2, 3, 4, 5], 2, work)).rejects.toThrow('No.');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});
