import { expect, test } from 'vitest';
import type { EventLevel } from '../journal/event';
import type { AgentEvent } from './agentEvent';
import { Unread } from './unread';

const SIZE = 100;

function event(seq: number, level: EventLevel = 'info'): AgentEvent {
  const nobody = { job_id: null, run_id: null, op_id: null, graph_id: null, node_id: null, child_id: null };
  return { seq, ts: 0, cat: 'gateway', kind: 'X', level, ...nobody, msg: '', data: null };
}

test('keeps 256 events at most, and lets the oldest information go first', () => {
  const unread = new Unread(0);
  unread.offer(event(1, 'warn'), SIZE);
  unread.offer(event(2, 'error'), SIZE);
  for (let seq = 3; seq <= 257; seq += 1) unread.offer(event(seq), SIZE);
  expect(unread.size).toBe(256);
  expect(
    unread
      .after(0)
      .slice(0, 3)
      .map(({ seq }) => seq),
  ).toEqual([1, 2, 4]);
  expect(unread.droppedSeq).toBe(3);
});

test('lets warnings go only when nothing else is left', () => {
  const unread = new Unread(0);
  for (let seq = 1; seq <= 300; seq += 1) unread.offer(event(seq, 'warn'), SIZE);
  expect(unread.after(0)[0]?.seq).toBe(45);
});

test('keeps 512 KiB at most', () => {
  const unread = new Unread(0);
  for (let seq = 1; seq <= 100; seq += 1) unread.offer(event(seq), 50_000);
  expect(unread.bytes).toBeLessThanOrEqual(524_288);
  expect(unread.size).toBe(10);
});

test('forgets what was read, and says so to a reader that goes back', () => {
  const unread = new Unread(0);
  for (const seq of [1, 2, 3]) unread.offer(event(seq), SIZE);
  unread.acknowledge(2, 3);
  expect(unread.after(0).map(({ seq }) => seq)).toEqual([3]);
  expect(unread.droppedSeq).toBe(2);
});
