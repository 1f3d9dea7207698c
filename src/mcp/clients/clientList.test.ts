import { beforeEach, expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import type { ToolDefinition } from '../../core/registry/tool';
import { ClientList } from './clientList';

const [one, two] = ['one', 'two'].map(name => ({ name, inputSchema: {} })) as [
  ToolDefinition,
  ToolDefinition,
];
const clock = new StoppedClock();
const { signal } = new AbortController();
let current: readonly ToolDefinition[];
let list: ClientList;

beforeEach(() => {
  current = [one];
  list = new ClientList(clock);
});

const isTaken = (by: AbortSignal): Promise<boolean> => list.isTaken(() => current, 10, by);

/** What became of a wait by now. */
async function byNow(wait: Promise<boolean>): Promise<boolean | 'waits'> {
  return await Promise.race([wait, new Promise<'waits'>(resolve => setImmediate(resolve, 'waits'))]);
}

test('holds an answer until a client that asks for its new list has it and has settled', async () => {
  list.taken(current);
  current = [one, two];
  expect(list.isNews(() => current)).toBe(true);
  const wait = isTaken(signal);
  clock.advance(299);
  expect(await byNow(wait)).toBe('waits');
  list.taken(current);
  clock.advance(9);
  expect(await byNow(wait)).toBe('waits');
  clock.advance(1);
  expect(await byNow(wait)).toBe(true);
});

test('settles also where the list was taken before anybody waited', async () => {
  list.taken(current);
  current = [one, two];
  list.isNews(() => current);
  list.taken(current);
  const wait = isTaken(signal);
  expect(await byNow(wait)).toBe('waits');
  clock.advance(10);
  expect(await byNow(wait)).toBe(true);
  expect(await byNow(isTaken(signal))).toBe(true);
});

test('waits once for a client that lets a new list lie, and again when it has asked late', async () => {
  list.taken(current);
  current = [one, two];
  list.isNews(() => current);
  const first = isTaken(signal);
  clock.advance(300);
  expect(await byNow(first)).toBe(false);
  expect(await byNow(isTaken(signal))).toBe(false);

  list.taken(current);
  current = [two];
  list.isNews(() => current);
  expect(await byNow(isTaken(signal))).toBe('waits');
});

test('waits longer for a client that is known to ask, whose machine may be busy', async () => {
  list = new ClientList(clock, 5_000);
  list.taken(current);
  current = [one, two];
  list.isNews(() => current);
  const wait = isTaken(signal);
  clock.advance(4_999);
  expect(await byNow(wait)).toBe('waits');
  list.taken(current);
  clock.advance(10);
  expect(await byNow(wait)).toBe(true);
});

test('an older list than the newest is not waited for longer than that', async () => {
  list.taken(current);
  current = [one, two];
  list.isNews(() => current);
  const wait = isTaken(signal);
  list.taken(current);
  current = [two];
  clock.advance(10);
  expect(await byNow(wait)).toBe(true);
});

test('a client that never listed, or whose call is cancelled, is not waited for', async () => {
  expect(await byNow(isTaken(signal))).toBe(false);
  list.taken(current);
  current = [];
  list.isNews(() => current);
  const cancelled = new AbortController();
  const wait = isTaken(cancelled.signal);
  cancelled.abort();
  expect(await byNow(wait)).toBe(false);
});

test('tells a client of another list only, and only once', () => {
  expect(list.isNews(() => current)).toBe(true);
  list.taken(current);
  expect(list.isNews(() => current)).toBe(false);
  current = [one, two];
  expect(list.isNews(() => current)).toBe(true);
  expect(list.isNews(() => current)).toBe(false);
  current = [one];
  expect(list.isNews(() => current)).toBe(true);
});
