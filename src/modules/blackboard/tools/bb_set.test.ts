import fc from 'fast-check';
import { expect, test } from 'vitest';
import { board } from '../../../../test/support/boardWorld';
import { ONCE_MS } from '../../../core/coordination/keptRequests';
import { MAX_VALUE_BYTES } from '../decideSet';

const entryIn = async (world: Awaited<ReturnType<typeof board>>, key: string) =>
  (await world.ok('bb_get', { key }))['entry'] as Readonly<Record<string, unknown>>;

test('answers with the entry, with every default, and tells of it', async () => {
  const { core, call, told } = await board();
  const at = core.clock.now();
  const { result, text } = await call('bb_set', { key: 'plan:a', value: { x: 1 }, op_id: 'o1' });
  expect(result).toEqual({
    key: 'plan:a',
    value: { x: 1 },
    tags: [],
    version: 1,
    created_at: at,
    updated_at: at,
    expires_at: null,
    idempotent: false,
    idempotency_key: null,
    op_id: 'o1',
  });
  expect(JSON.parse(text)).toEqual({ tool: 'bb_set', result });
  expect(told()).toMatchObject([{ kind: 'bb_set', cat: 'bb', op_id: 'o1', session: 'anna', level: 'info' }]);
});

test('keeps when a key was first set, and forgets tags and expiry with the old value', async () => {
  const { core, set } = await board();
  const first = await set('a', { tags: [' Red ', 'blue', 'RED'], ttl_ms: 1_000 });
  expect(first).toMatchObject({ tags: ['blue', 'red'], expires_at: core.clock.now() + 1_000 });
  core.clock.advance(10);
  expect(await set('a')).toMatchObject({
    version: 2,
    tags: [],
    created_at: first['created_at'],
    updated_at: core.clock.now(),
    expires_at: null,
  });
});

test('writes only over the version that the caller saw; 0 is that there is none', async () => {
  const { set, call, told } = await board();
  await set('other');
  expect(await set('a', { expected_version: 0 })).toMatchObject({ version: 2 });
  expect(await set('a', { expected_version: 2 })).toMatchObject({ version: 3 });
  for (const expected of [0, 2, 4]) {
    const { isError, result } = await call('bb_set', { key: 'a', value: 1, expected_version: expected });
    expect(isError).toBe(true);
    expect(result).toMatchObject({
      error: 'E-BB-CONFLICT',
      hint: expect.stringContaining('bb_get'),
      details: { key: 'a', expected, found: 3 },
    });
  }
  // To get it would only give E-BB-NOTFOUND.
  expect(await set('none', { expected_version: 1 })).toMatchObject({
    message: 'The key has no entry at version 1: it expired, was deleted, or never existed.',
    hint: 'expected_version 0 sets it if there is still none',
    details: { found: 0 },
  });
  expect(told()).toHaveLength(3);
});

test('an entry whose time is over is none to a writer, and goes before the new one comes', async () => {
  const { core, set, ok } = await board();
  const first = await set('a', { ttl_ms: 5 });
  // Nobody's timer rings: only the wall clock moves.
  core.clock.setWall(core.clock.now() + 5);
  const second = await set('a', { expected_version: 0 });
  expect(second).toMatchObject({ version: 3, created_at: (first['created_at'] as number) + 5 });
  const { events } = await ok('bb_watch');
  expect(events).toMatchObject([
    { kind: 'set', version: 1 },
    { kind: 'expire', version: 2, reason: 'ttl', entry: null, previous: { version: 1 } },
    { kind: 'set', version: 3, previous: null },
  ]);
});

test('does a repeated request once, also where a timer or another change came between', async () => {
  const { core, ok } = await board();
  const asked = { key: 'a', value: 1, ttl_ms: 5, idempotency_key: 'k', op_id: 'o' };
  const first = await ok('bb_set', asked);
  expect(first).toMatchObject({ idempotent: false, idempotency_key: 'k' });
  core.clock.advance(10);
  expect(await ok('bb_set', asked)).toEqual({ ...first, idempotent: true });
  core.clock.advance(ONCE_MS);
  expect(await ok('bb_set', asked)).toMatchObject({ idempotent: false, version: 3 });
});

test('refuses another request under the same key', async () => {
  const { ok, code } = await board();
  await ok('bb_set', { key: 'a', value: 1, idempotency_key: 'k' });
  expect(await code('bb_set', { key: 'a', value: 2, idempotency_key: 'k' })).toBe('E-IDEMPOTENCY-CONFLICT');
});

test.each([
  ['a key of no character', { key: '' }, { key: 'a' }],
  ['a key of 1,025', { key: 'k'.repeat(1_025) }, { key: 'k'.repeat(1_024) }],
  ['half a character in a key', { key: 'a\ud800' }, { key: 'a\u{10000}' }],
  ['17 tags', { tags: Array.from({ length: 17 }, (_, i) => `t${i}`) }, { tags: Array(16).fill('t') }],
  ['a blank tag', { tags: [' '] }, { tags: [' x '] }],
  ['no time to live', { ttl_ms: 0 }, { ttl_ms: 1 }],
  ['more than a day to live', { ttl_ms: 86_400_001 }, { ttl_ms: 86_400_000 }],
  ['half a millisecond', { ttl_ms: 1.5 }, { ttl_ms: 2 }],
  ['a version below 0', { expected_version: -1 }, { expected_version: 0 }],
  ['a value 201 deep', { value: nested(201) }, { value: nested(200) }],
  ['a value deeper than any stack', { value: nested(200_000) }, { value: [] }],
  ['a number above all there are', { value: JSON.parse('{"a":[1e999]}') }, { value: { a: [1e308] } }],
  ['a field that nobody knows', { more: 1 }, {}],
])('refuses %s, and takes what is just within the limit', async (_name, bad, good) => {
  const { code, told } = await board();
  expect(await code('bb_set', { key: 'a', value: 1, ...bad })).toBe('E-BB-INVALID-INPUT');
  expect(told()).toEqual([]);
  expect(await code('bb_set', { key: 'a', value: 1, ...good })).toBe('fine');
});

test('needs a value, which may be null', async () => {
  const { call } = await board();
  expect((await call('bb_set', { key: 'a' })).result).toMatchObject({
    error: 'E-BB-INVALID-INPUT',
    message: expect.stringContaining('value: is missing'),
  });
  expect((await call('bb_set', { key: 'a', value: null })).result).toMatchObject({ value: null });
});

test('takes a value of 512 KiB as text and refuses one byte more, without quoting it', async () => {
  const { call, code } = await board();
  const most = 'x'.repeat(MAX_VALUE_BYTES - 2);
  expect(await code('bb_set', { key: 'a', value: most })).toBe('fine');
  const { result, text } = await call('bb_set', { key: 'a', value: `${most}x` });
  expect(result).toMatchObject({
    error: 'E-BB-INVALID-INPUT',
    details: { bytes: MAX_VALUE_BYTES + 1, limit: MAX_VALUE_BYTES },
  });
  expect(text).not.toContain('xxx');
  // Bytes are counted, not characters.
  expect(await code('bb_set', { key: 'a', value: 'é'.repeat(MAX_VALUE_BYTES / 2) })).toBe(
    'E-BB-INVALID-INPUT',
  );
});

test.each([
  { value: JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":null}') as unknown },
  { value: 'a\ud800b\udc00' },
  { value: ' \u2028\u2029\u0000\r\n\ufeff' },
  { value: { 'a\ud800': '\udfff', '': [] } },
  { value: [1e308, -1.5, 5e-324, true, null, '', {}] },
])('gives back %j as it came', async ({ value }) => {
  const world = await board();
  await world.ok('bb_set', { key: 'a', value });
  expect(JSON.stringify((await entryIn(world, 'a'))['value'])).toBe(JSON.stringify(value));
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('gives back whatever JSON can say, also after a restart', async () => {
  const values = [...fc.sample(fc.jsonValue({ stringUnit: 'binary' }), 200), nested(200)];
  const world = await board();
  for (const [i, value] of values.entries()) await world.ok('bb_set', { key: `k${i}`, value });
  for (const each of [world, await board(world.core.store.log)]) {
    for (const [i, value] of values.entries()) {
      expect(JSON.stringify((await entryIn(each, `k${i}`))['value'])).toBe(JSON.stringify(value));
    }
  }
});

test('answers without indentation: a model pays for every space', async () => {
  const { call } = await board();
  const { text } = await call('bb_set', { key: 'a', value: { b: [1] } });
  expect(text).toBe(JSON.stringify(JSON.parse(text)));
});

test('keeps a copy: what the caller does to the value, or a reader to theirs, is their own', async () => {
  const { core } = await board();
  const value = { list: [1] };
  const { entry } = await core.blackboard.set({ key: 'a', value, tags: [] }, { origin: {} });
  value.list.push(2);
  (entry.value as { list: number[] }).list.push(3);
  expect((await core.blackboard.get('a')).value).toEqual({ list: [1] });
});

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}
