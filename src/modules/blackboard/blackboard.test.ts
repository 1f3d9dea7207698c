import { expect, test } from 'vitest';
import { board } from '../../../test/support/boardWorld';
import { settle } from '../../../test/support/testCore';
import type { Instant } from '../../core/support/clock';
import { Board } from './board';
import { decideSet, MAX_BOARD_BYTES, MAX_ENTRIES } from './decideSet';
import { namespaceOf, shownChange, type ShownChange } from './entry';
import { loadBoard, saveBoard } from './savedBoard';

const noon = 43_200_000 as Instant;
const entryNo = (version: number, more: object = {}) => ({
  key: `k${version}`,
  json: '1',
  tags: [],
  version,
  createdAt: noon,
  updatedAt: noon,
  expiresAt: null,
  bytes: 1,
  ...more,
});

test.each([
  ['plan:a/b|c', 'plan'],
  ['plan/a:b', 'plan/a'],
  ['plan/a|b', 'plan'],
  ['plan|a', 'plan'],
  ['plan', 'plan'],
  [':a', ':a'],
  [':a/b', ':a'],
])('counts %s to the namespace %s', (key, namespace) => {
  expect(namespaceOf(key)).toBe(namespace);
});

test('lists namespaces, their entries and their changes', async () => {
  const { core, set, ok } = await board();
  await set('b:2', { ttl_ms: 5 });
  await set('a:1');
  await set('b:1');
  await ok('bb_delete', { key: 'a:1' });
  const { blackboard } = core;
  expect(blackboard.namespaces()).toEqual([
    { namespace: 'b', entries: 2, lastVersion: 3 },
    { namespace: 'a', entries: 0, lastVersion: 4 },
  ]);
  expect(blackboard.entriesOf('b').map(({ key }) => key)).toEqual(['b:1', 'b:2']);
  expect(blackboard.entriesOf('a')).toEqual([]);
  const { events } = await ok('bb_watch');
  const all = events as ShownChange[];
  expect(blackboard.eventsAfter('b', 0, 10)).toEqual([all[0], all[2]]);
  expect(blackboard.eventsAfter('b', 1, 10)).toEqual([all[2]]);
  expect(blackboard.eventsAfter('b', 0, 1)).toEqual([all[0]]);
  core.clock.setWall(core.clock.now() + 5);
  expect(blackboard.namespaces()[0]).toMatchObject({ entries: 1 });
  expect(blackboard.entriesOf('b').map(({ key }) => key)).toEqual(['b:1']);
});

test('tells listeners of every change once, in order, as bb_watch gives it', async () => {
  const { core, set, ok } = await board();
  const heard: ShownChange[] = [];
  const listening = core.blackboard.onDidChange(change => heard.push(shownChange(change)));
  await set('a', { ttl_ms: 5 });
  await ok('bb_batch_set', { entries: ['b', 'c'].map(key => ({ key, value: key })) });
  core.clock.advance(5);
  await settle();
  expect(heard).toEqual((await ok('bb_watch'))['events']);
  expect(heard.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  listening.dispose();
  await set('a');
  expect(heard).toHaveLength(4);
});

test('shows nothing that is over, also where nothing can be recorded, and records it when it can', async () => {
  const { core, set, ok, code } = await board();
  await set('a', { ttl_ms: 5, tags: ['x'] });
  await set('b', { tags: ['x'] });
  core.store.readOnlyReason = 'The disk is full.';
  core.clock.advance(5);
  await settle();
  expect(await code('bb_get', { key: 'a' })).toBe('E-BB-NOTFOUND');
  expect(await ok('bb_query')).toMatchObject({ entries: [{ key: 'b' }] });
  expect(await ok('bb_query', { tags: ['x'] })).toMatchObject({ entries: [{ key: 'b' }] });
  expect(await ok('bb_watch', { start_version: 2 })).toMatchObject({ events: [] });
  expect(await code('bb_set', { key: 'a', value: 1 })).toBe('journal-read-only');
  core.store.readOnlyReason = undefined;
  core.clock.advance(30_000);
  await settle();
  expect(await ok('bb_watch', { start_version: 2 })).toMatchObject({
    events: [{ kind: 'expire', key: 'a' }],
  });
});

test('an access records what is over where the clock was moved and no timer rings', async () => {
  const { core, set, ok } = await board();
  await set('a', { ttl_ms: 60_000 });
  core.clock.setWall(core.clock.now() + 60_000);
  expect(await ok('bb_watch', { start_version: 1 })).toMatchObject({ events: [{ kind: 'expire' }] });
});

test('waits anew where the clock was moved back', async () => {
  const { core, set, told } = await board();
  await set('a', { ttl_ms: 1_000 });
  core.clock.setWall(core.clock.now() - 500);
  core.clock.advance(1_000);
  await settle();
  expect(told()).toHaveLength(1);
  core.clock.advance(500);
  await settle();
  expect(told()).toHaveLength(2);
});

test('thousands that end at once go in portions, each once', async () => {
  const { core, ok, told } = await board();
  for (let i = 0; i < 25; i += 1) {
    const entries = Array.from({ length: 100 }, (_, j) => ({ key: `k${i}-${j}`, value: 1, ttl_ms: 10 }));
    await ok('bb_batch_set', { entries });
  }
  core.clock.advance(10);
  for (let i = 0; i < 5; i += 1) {
    await settle();
    core.clock.advance(0);
  }
  expect(told()).toHaveLength(5_000);
  expect(new Set(told().map(({ payload }) => (payload as { key: string }).key)).size).toBe(2_500);
});

test('two programs on one journal see what the other changes and refuse what is based on older ones', async () => {
  const one = await board();
  const two = await board(one.core.store.log);
  await one.set('a');
  // Nothing has told the second yet: its own commit reads what it did not know.
  expect(await two.code('bb_set', { key: 'a', value: 1, expected_version: 0 })).toBe('E-BB-CONFLICT');
  expect(await two.set('a', { expected_version: 1 })).toMatchObject({ version: 2 });
  expect(await one.code('bb_delete', { key: 'a', expected_version: 1 })).toBe('E-BB-CONFLICT');
  expect((await one.ok('bb_watch'))['events']).toEqual((await two.ok('bb_watch'))['events']);
});

test('a restart finds everything, and lets go of what ended meanwhile', async () => {
  const first = await board();
  await first.set('a', { ttl_ms: 5, tags: ['x'] });
  await first.set('b');
  const second = await board(first.core.store.log);
  expect(await second.ok('bb_get', { key: 'b' })).toMatchObject({ entry: { version: 2 } });
  second.core.clock.advance(5);
  await settle();
  expect(await second.ok('bb_watch', { start_version: 2 })).toMatchObject({ events: [{ kind: 'expire' }] });
});

test('refuses what does not fit on the board, and takes it where it takes the place of as much', () => {
  const full = new Board();
  for (let version = 1; version <= MAX_ENTRIES - 1; version += 1) full.put(entryNo(version));
  const wish = (key: string, value: unknown = 1) => ({ key, value: value as never, tags: [] });
  expect(decideSet(full, wish('new'), noon)).toHaveLength(1);
  full.put(entryNo(MAX_ENTRIES));
  expect(() => decideSet(full, wish('new'), noon)).toThrow(
    'The board is full: it holds at most 100000 entries.',
  );
  expect(decideSet(full, wish('k1'), noon)).toHaveLength(1);

  const heavy = new Board();
  // Key and value take four bytes together.
  heavy.put(entryNo(1, { bytes: MAX_BOARD_BYTES - 4 }));
  expect(decideSet(heavy, wish('new'), noon)).toHaveLength(1);
  expect(() => decideSet(heavy, wish('more'), noon)).toThrow(
    'The board is full: it holds at most 67108864 bytes.',
  );
  expect(decideSet(heavy, wish('k1', 'less'), noon)).toHaveLength(1);
});

test('what is over, and nobody has recorded yet, is none to whoever decides', () => {
  const stale = new Board();
  stale.put(entryNo(1, { expiresAt: noon }));
  stale.continueFrom(1);
  const wish = { key: 'k1', value: 1, tags: [], expectedVersion: 0 };
  expect(decideSet(stale, wish, noon)).toMatchObject([
    { type: 'bb_expire', key: 'k1', previousVersion: 1, version: 2 },
    { type: 'bb_set', key: 'k1', version: 3, createdAt: noon },
  ]);
  expect(() => decideSet(stale, wish, (noon - 1) as Instant)).toThrow('The entry is at version 1, not 0.');
});

test('what is over makes room on a full board, also where no timer rings', async () => {
  const { core, ok, code } = await board();
  const value = 'x'.repeat(500_000);
  const entries = Array.from({ length: 100 }, (_, i) => ({ key: `k${i}`, value, ttl_ms: 60_000 }));
  await ok('bb_batch_set', { entries });
  expect(await code('bb_batch_set', { entries: [{ key: 'a', value }] })).toBe('fine');
  const more = { entries: entries.map(entry => ({ ...entry, key: `more-${entry.key}` })) };
  expect(await code('bb_batch_set', more)).toBe('E-BULK-PARTIAL');
  core.clock.setWall(core.clock.now() + 60_000);
  expect(await code('bb_batch_set', more)).toBe('fine');
});

test('the history lets go of the oldest where its entries are too heavy, and says up to where', () => {
  const heavy = new Board();
  for (let version = 1; version <= 10; version += 1) {
    const entry = entryNo(version, { bytes: 8 * 1_024 * 1_024 });
    heavy.apply({ version, kind: 'set', key: entry.key, timestamp: noon, entry });
  }
  expect(Array.from(heavy.history.after(0), ({ version }) => version)).toEqual([7, 8, 9, 10]);
  expect(heavy.history.gone).toBe(6);
  const again = loadBoard(JSON.parse(JSON.stringify(saveBoard(heavy))));
  expect([again.version, again.history.gone]).toEqual([10, 6]);
  expect(heavy.namespaces()).toHaveLength(10);
  expect(heavy.namespaces()).toContainEqual({ namespace: 'k1', entries: 1, lastVersion: 1 });
});

test('what the history has let go of weighs nothing any more', () => {
  const busy = new Board();
  const mebibyte = { bytes: 1_024 * 1_024, key: 'a' };
  for (let version = 1; version <= 20; version += 1) {
    busy.apply({ version, kind: 'set', key: 'a', timestamp: noon, entry: entryNo(version, mebibyte) });
  }
  for (let version = 21; version <= 600; version += 1) {
    busy.apply({ version, kind: 'set', key: 'a', timestamp: noon, entry: entryNo(version, { key: 'a' }) });
  }
  // The heavy ones went because 500 came after them: there is room again, and nothing else has to go.
  const heavy = entryNo(601, { bytes: 20 * 1_024 * 1_024 });
  busy.apply({ version: 601, kind: 'set', key: heavy.key, timestamp: noon, entry: heavy });
  expect(busy.history.ofNamespace('a', 0)).toHaveLength(500);
});

test('the history keeps 500 changes of each namespace, however many others there are', () => {
  const busy = new Board();
  const apply = (version: number, key: string) =>
    busy.apply({ version, kind: 'set', key, timestamp: noon, entry: entryNo(version, { key }) });
  apply(1, 'rare:a');
  for (let version = 2; version <= 1_001; version += 1) apply(version, 'often:a');
  expect(busy.history.ofNamespace('rare', 0)).toHaveLength(1);
  expect(busy.history.ofNamespace('often', 0).map(({ version }) => version)[0]).toBe(502);
  expect(busy.history.ofNamespace('often', 0)).toHaveLength(500);
});

test('a state that was saved knows of which namespaces not every change is kept', () => {
  const busy = new Board();
  for (let version = 1; version <= 502; version += 1) {
    busy.apply({ version, kind: 'set', key: 'a', timestamp: noon, entry: entryNo(version, { key: 'a' }) });
  }
  const again = loadBoard(JSON.parse(JSON.stringify(saveBoard(busy))));
  expect([busy, again].map(({ history }) => history.goneIn('a'))).toEqual([2, 2]);
});

test('gives the newest entries without what is over, and looks no further than it is told', async () => {
  const { core, set } = await board();
  const { blackboard } = core;
  await set('a');
  await set('b', { ttl_ms: 5 });
  await set('c');
  await set('a');
  const latest = (limit: number, fits?: (key: string) => boolean) => {
    const look = { limit, lookAt: 2, fits: fits && (({ key }: { readonly key: string }) => fits(key)) };
    return blackboard.latest(look).items.map(({ key }) => key);
  };
  expect(blackboard.size).toBe(3);
  expect(latest(2)).toEqual(['a', 'c']);
  expect(latest(9)).toEqual(['a', 'c', 'b']);
  expect(latest(9, key => key !== 'a')).toEqual(['c']);
  core.clock.setWall(core.clock.now() + 5);
  expect(latest(9)).toEqual(['a', 'c']);
});

test('a key of nothing but spaces is not set, and one that is there from before is read and deleted', async () => {
  const { core, ok, code } = await board();
  await core.blackboard.set({ key: '  ', value: 1, tags: [] }, { origin: {} });
  expect(await code('bb_set', { key: '  ', value: 2 })).toBe('E-BB-INVALID-INPUT');
  expect(await code('bb_batch_set', { entries: [{ key: '\n', value: 2 }] })).toBe('E-BB-INVALID-INPUT');
  expect(await ok('bb_get', { key: '  ' })).toMatchObject({ entry: { value: 1 } });
  await ok('bb_delete', { key: '  ' });
  expect(core.blackboard.entriesOf('  ')).toEqual([]);
});
