import { expect, test } from 'vitest';
import { board, rows } from '../../../../test/support/boardWorld';
import { settle } from '../../../../test/support/testCore';
import { KEPT_CHANGES } from '../history';

test('gives changes with what was before and what is now', async () => {
  const { core, ok, set } = await board();
  const at = core.clock.now();
  expect(await ok('bb_watch', { op_id: 'o' })).toEqual({
    events: [],
    next_version: 0,
    missed: 0,
    op_id: 'o',
  });
  const { op_id: _a, idempotent: _b, idempotency_key: _c, ...first } = await set('a', { ttl_ms: 5 });
  const { op_id: _d, idempotent: _e, idempotency_key: _f, ...second } = await set('a');
  await ok('bb_delete', { key: 'a' });
  const common = { key: 'a', timestamp: at, reason: null };
  expect(await ok('bb_watch', { op_id: 'o' })).toEqual({
    events: [
      { version: 1, kind: 'set', entry: first, previous: null, ...common },
      { version: 2, kind: 'set', entry: second, previous: first, ...common },
      { version: 3, kind: 'delete', entry: null, previous: second, ...common },
    ],
    next_version: 3,
    missed: 0,
    op_id: 'o',
  });
  expect(await ok('bb_watch', { start_version: 1, limit: 1 })).toMatchObject({
    events: [{ version: 2 }],
    next_version: 2,
  });
});

test('waits for just what it was asked for: a version ahead of the board takes more than one change', async () => {
  const { ok, set } = await board();
  const waiting = ok('bb_watch', { start_version: 1, wait_ms: 30_000 });
  await settle();
  await set('a');
  await set('b');
  expect(await waiting).toMatchObject({ events: [{ version: 2 }], next_version: 2 });
});

test('waits no second time for what comes after a version that the board has not reached', async () => {
  const { core, code, set } = await board();
  await set('a');
  expect(await code('bb_watch', { start_version: 1 })).toBe('fine');
  const waiting = code('bb_watch', { start_version: 2, wait_ms: 30_000 });
  await settle();
  core.clock.advance(30_000);
  expect(await waiting).toBe('E-BB-INVALID-INPUT');
  const wish = { startVersion: 2, limit: 1, waitMs: 0 };
  await expect(core.blackboard.watch(wish, new AbortController().signal)).rejects.toMatchObject({
    message: 'start_version 2 is ahead of the board, which is at version 1.',
    details: { start_version: 2, version: 1 },
  });
});

test('gives 100 on a page where nothing else is said, keeps the last 500, and says what is missed', async () => {
  const { ok } = await board();
  const batch = Array.from({ length: 100 }, (_, i) => ({ key: `ns${i}:a`, value: i }));
  for (let i = 0; i < KEPT_CHANGES / 100; i += 1) await ok('bb_batch_set', { entries: batch });
  expect(await ok('bb_watch')).toMatchObject({ next_version: 100, missed: 0 });
  await ok('bb_set', { key: 'z', value: 1 });
  expect(await ok('bb_watch')).toMatchObject({ events: { length: 100 }, next_version: 101, missed: 1 });
  expect(await ok('bb_watch', { start_version: 1 })).toMatchObject({ next_version: 101, missed: 0 });
});

test.each([
  ['start_version', { start_version: -1 }, { start_version: 0 }],
  ['limit', { limit: 0 }, { limit: 1 }],
  ['limit', { limit: 201 }, { limit: 200 }],
  ['wait_ms', { wait_ms: -1 }, { wait_ms: 0 }],
  ['wait_ms', { start_version: 0, wait_ms: 30_001 }, { start_version: 0, wait_ms: 30_000 }],
  ['more', { more: 1 }, {}],
])('refuses a bad %s', async (_field, bad, good) => {
  const { code, set } = await board();
  await set('a');
  expect(await code('bb_watch', bad)).toBe('E-BB-INVALID-INPUT');
  expect(await code('bb_watch', good)).toBe('fine');
});

test('waits until there is a change, for a hundred readers at once', async () => {
  const { ok, set } = await board();
  await set('a');
  const readers = Array.from({ length: 100 }, () => ok('bb_watch', { start_version: 1, wait_ms: 30_000 }));
  await settle();
  await set('b');
  for (const answer of await Promise.all(readers)) {
    expect(answer).toMatchObject({ events: [{ key: 'b' }], next_version: 2 });
  }
});

test('does not wait where there is something already, nor longer than it may', async () => {
  const { core, ok, set } = await board();
  await set('a');
  expect(rows(await ok('bb_watch', { wait_ms: 30_000 }), 'events')).toHaveLength(1);
  const waiting = ok('bb_watch', { start_version: 1, wait_ms: 200 });
  await settle();
  core.clock.advance(200);
  expect(await waiting).toMatchObject({ events: [], next_version: 1 });
});

test('stops to wait when its caller gives up', async () => {
  const { core } = await board();
  const caller = new AbortController();
  const wish = { startVersion: 0, limit: 1, waitMs: 30_000 };
  const waiting = core.blackboard.watch(wish, caller.signal);
  await settle();
  caller.abort();
  expect(await waiting).toEqual({ events: [], nextVersion: 0, missed: 0 });
  expect(await core.blackboard.watch(wish, caller.signal)).toMatchObject({ events: [] });
});

test('hears of an entry whose time is over, though nobody looks', async () => {
  const { core, ok, set, told } = await board();
  await set('a', { ttl_ms: 1_000 });
  const waiting = ok('bb_watch', { start_version: 1, wait_ms: 30_000 });
  await settle();
  core.clock.advance(999);
  await settle();
  expect(told()).toHaveLength(1);
  core.clock.advance(1);
  expect(await waiting).toMatchObject({
    events: [{ version: 2, kind: 'expire', key: 'a', reason: 'ttl', entry: null, previous: { version: 1 } }],
  });
  expect(told().at(-1)).toMatchObject({ kind: 'bb_expire', cat: 'bb' });
});
