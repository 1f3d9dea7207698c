import { expect, test } from 'vitest';
import type { Instant } from '../../../core/support/clock';
import { agedPriority, basePriority, Scheduler } from './scheduler';

const at = (ms: number): Instant => ms as Instant;

test('events are as important as the protocol says', () => {
  expect([
    basePriority({ type: 'taskReady', node: 'n', criticality: 2, pheromone: 3 }),
    basePriority({ type: 'taskDone', node: 'n', isSuccess: true, durationMs: 0 }),
    basePriority({ type: 'taskDone', node: 'n', isSuccess: false, durationMs: 250 }),
    basePriority({ type: 'taskDone', node: 'n', isSuccess: true, durationMs: 5_000 }),
    basePriority({ type: 'blackboardChanged', key: 'k', importance: 2 }),
    basePriority({ type: 'stigmergyChanged', node: 'n', intensity: 4 }),
  ]).toEqual([123, 80, 98, 70, 65, 49]);
  expect(agedPriority(50, 3_000)).toBeCloseTo(50 + 30 + 35 * Math.log(2), 9);
});

test('the most important goes first, of equal ones the older, and what waits long enough overtakes', () => {
  const scheduler = new Scheduler();
  scheduler.add({ type: 'stigmergyChanged', node: 'old', intensity: 0 }, at(0));
  scheduler.add({ type: 'taskReady', node: 'a' }, at(100));
  scheduler.add({ type: 'taskReady', node: 'b' }, at(100));
  const order = () => {
    const { event } = scheduler.next(at(100))!.queued;
    return 'node' in event ? event.node : event.key;
  };
  expect([order(), order()]).toEqual(['a', 'b']);
  scheduler.add({ type: 'taskReady', node: 'c' }, at(10_000));
  const { queued } = scheduler.next(at(10_000))!;
  expect(queued.event).toMatchObject({ node: 'old' });
});

test('a trail that changes makes what waits for its node as attractive', () => {
  const scheduler = new Scheduler();
  scheduler.add({ type: 'taskReady', node: 'a' }, at(0));
  scheduler.add({ type: 'taskReady', node: 'b' }, at(0));
  scheduler.add({ type: 'stigmergyChanged', node: 'b', intensity: 5 }, at(0));
  expect(scheduler.next(at(0))).toMatchObject({ priority: 105, queued: { event: { node: 'b' } } });
});

test('a flood of events costs no more than a thousand', () => {
  const scheduler = new Scheduler();
  for (let i = 0; i < 3_000; i += 1) scheduler.add({ type: 'blackboardChanged', key: `k${i}` }, at(i));
  expect(scheduler.pending).toBe(1_000);
});
