import { beforeEach, expect, test } from 'vitest';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import type { LeafEnd, RunEnd, Step } from './planFacts';
import { StepLog } from './stepLog';

const clock = new StoppedClock();
let recorded: { readonly ticks: readonly number[]; readonly end: RunEnd['state'] | undefined }[];
let lacking: readonly LeafEnd[];
let failures: number;
let disk: () => Promise<void>;
let log: StepLog;

const step = (ticks: number): Step => ({
  ticks,
  nodes: [],
  ended: [{ leaf: ticks, call: 1, isSuccess: true }],
  began: [],
  halted: [],
});
const turn = async (): Promise<void> => await new Promise(resolve => setImmediate(resolve));

beforeEach(() => {
  [recorded, lacking, failures, disk] = [[], [], 0, async () => undefined];
  log = new StepLog({
    clock,
    async record(steps, end) {
      await disk();
      recorded.push({ ticks: steps.map(({ ticks }) => ticks), end: end?.state });
    },
    settled: ends => (lacking = ends),
    failed: () => (failures += 1),
  });
});

test('steps that may be lost are recorded together, a moment later', async () => {
  for (const ticks of [1, 2, 3]) log.add(step(ticks));
  expect(log.ticks).toBe(6);
  clock.advance(4);
  await turn();
  expect(recorded).toEqual([]);
  clock.advance(1);
  await turn();
  expect(recorded).toEqual([{ ticks: [1, 2, 3], end: undefined }]);
  expect(log.ticks).toBe(0);
});

test('what is flushed is in the journal before anything follows from it, and is not recorded again', async () => {
  log.add(step(1));
  log.add(step(2));
  await log.flush({ state: 'done', failure: null });
  clock.advance(1_000);
  await turn();
  expect(recorded).toEqual([{ ticks: [1, 2], end: 'done' }]);
});

test('a step that comes while others are recorded waits its turn, and is known as lacking', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk = async () => await promise;
  log.add(step(1));
  const first = log.flush();
  await turn();
  log.add(step(2));
  const second = log.flush();
  resolve();
  await first;
  expect(lacking.map(({ leaf }) => leaf)).toEqual([2]);
  await second;
  expect(recorded.map(({ ticks }) => ticks)).toEqual([[1], [2]]);
  expect(lacking).toEqual([]);
});

test('steps that could not be recorded are kept, told of, and recorded with the next ones', async () => {
  disk = async () => await Promise.reject(new Error('full'));
  log.add(step(1));
  clock.advance(5);
  await turn();
  expect(failures).toBe(1);
  await expect(log.flush()).rejects.toThrow('full');
  disk = async () => undefined;
  log.add(step(2));
  await log.flush();
  expect(recorded).toEqual([{ ticks: [1, 2], end: undefined }]);
});
