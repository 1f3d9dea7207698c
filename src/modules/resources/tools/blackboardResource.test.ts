import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlackboardKind } from '../../blackboard/blackboardKind';
import { resourceWorld } from '../../../../test/support/resourceWorld';

type Row = Readonly<Record<string, unknown>> & { readonly seq: number; readonly key: string };

async function world() {
  const core = await resourceWorld();
  const set = async (key: string, value: unknown, more: object = {}) =>
    await core.call('bb_set', { key, value, ...more });
  const watch = async (uri: string, more: object = {}) =>
    (await core.call('resources_watch', { uri, ...more })).result;
  const keysIn = async (uri: string, more: object = {}) =>
    ((await watch(uri, more))['events'] as Row[]).map(({ key }) => key);
  return { core, set, watch, keysIn };
}

test('lists namespaces and reads what stands in one', async () => {
  const { core, set } = await world();
  await set('plan:a', { x: 1 }, { tags: ['B', 'a'] });
  await set('other/b', null);
  const { result } = await core.call('resources_list', { prefix: 'sc://blackboard/' });
  expect(result['items']).toEqual([
    {
      uri: 'sc://blackboard/other',
      kind: 'blackboard_namespace',
      metadata: { namespace: 'other', entries: 1, lastVersion: 2 },
    },
    {
      uri: 'sc://blackboard/plan',
      kind: 'blackboard_namespace',
      metadata: { namespace: 'plan', entries: 1, lastVersion: 1 },
    },
  ]);
  const now = core.clock.now();
  expect((await core.call('resources_read', { uri: 'sc://blackboard/plan' })).result['payload']).toEqual({
    namespace: 'plan',
    entries: [
      {
        key: 'plan:a',
        value: { x: 1 },
        tags: ['a', 'b'],
        version: 1,
        createdAt: now,
        updatedAt: now,
        expiresAt: null,
      },
    ],
  });
});

test('a prefix finds an old namespace among many that are newer, and still no more than the limit', async () => {
  const { core, set } = await world();
  const urisOf = async (prefix: string, limit: number) => {
    const { result } = await core.call('resources_list', { prefix, limit });
    return (result['items'] as { uri: string }[]).map(({ uri }) => uri);
  };
  await set('old-1:a', 0);
  await set('old-2:a', 0);
  for (let i = 1; i <= 5; i += 1) await set(`new-${i}:a`, 0);
  expect(await urisOf('sc://blackboard/old', 5)).toEqual(['sc://blackboard/old-1', 'sc://blackboard/old-2']);
  expect(await urisOf('sc://blackboard/old', 1)).toEqual(['sc://blackboard/old-2']);
  expect(await urisOf('sc://black', 1)).toEqual(['sc://blackboard/new-5']);
  expect(await urisOf('sc://servers/old', 5)).toEqual([]);
});

test('many namespaces leave room in a list for workflows and runs', async () => {
  const { core, set } = await world();
  const { uri, workflow } = await core.begin();
  for (let i = 1; i <= 9; i += 1) await set(`n${i}:a`, 0);
  const { result } = await core.call('resources_list', { limit: 5 });
  expect((result['items'] as { uri: string }[]).map(row => row.uri)).toEqual([
    'sc://blackboard/n7',
    'sc://blackboard/n8',
    'sc://blackboard/n9',
    uri,
    `sc://workflows/${workflow}`,
  ]);
});

test('says how an empty namespace gets a key', async () => {
  const { core } = await world();
  const { result } = await core.call('resources_read', { uri: 'sc://blackboard/none' });
  expect(result).toMatchObject({
    error: 'E-RES-NOT-FOUND',
    message: 'This blackboard namespace has no keys yet. Call bb_set to add one first.',
  });
});

test('watches a namespace: sets, deletes and what time took away', async () => {
  const { core, set, watch } = await world();
  await set('plan:a', { innerName: 1 }, { ttl_ms: 1_000 });
  await set('plan:b', 2);
  await core.call('bb_delete', { key: 'plan:b' });
  core.clock.advance(1_000);
  await core.call('bb_query', {});
  const uri = 'sc://blackboard/plan';
  const page = await watch(uri, { format: 'sse' });
  expect(page).toMatchObject({ kind: 'blackboard_namespace', next_seq: 4, truncated: false });
  expect(page['events']).toMatchObject([
    {
      seq: 1,
      kind: 'set',
      key: 'plan:a',
      namespace: 'plan',
      reason: null,
      previous: null,
      entry: { createdAt: expect.any(Number) },
    },
    { seq: 2, kind: 'set', key: 'plan:b' },
    // Deleted a while ago: who comes now is told that the value was erased.
    {
      seq: 3,
      kind: 'delete',
      key: 'plan:b',
      entry: null,
      previous: { version: 2, value: null, erased: true },
    },
    { seq: 4, kind: 'expire', key: 'plan:a', reason: 'ttl', previous: { version: 1 } },
  ]);
  const [first] = page['messages'] as { id: string; event: string; data: string }[];
  expect({ ...first, data: JSON.parse(first?.data ?? '') as unknown }).toMatchObject({
    id: `${uri}:1`,
    event: 'resource_blackboard_event',
    data: {
      record: {
        type: 'blackboard_event',
        entry: { created_at: expect.any(Number), value: null, erased: true },
      },
    },
  });
  expect((await core.call('resources_read', { uri })).result['payload']).toEqual({
    namespace: 'plan',
    entries: [],
  });
});

test('who watches a namespace hears that time is over, also where no timer has rung', async () => {
  const { core, set, watch } = await world();
  await set('plan:a', 1, { ttl_ms: 1_000 });
  core.clock.setWall(core.clock.now() + 1_000);
  expect((await watch('sc://blackboard/plan', { from_seq: 1 }))['events']).toMatchObject([
    { seq: 2, kind: 'expire', key: 'plan:a', reason: 'ttl' },
  ]);
});

test('filters by key, kind, tags and time, and moves on over what does not match', async () => {
  const { core, set, watch, keysIn } = await world();
  await set('plan:a', 1, { tags: ['red', 'big'] });
  core.clock.advance(1_000);
  await set('plan:b', 1, { tags: ['red'] });
  await core.call('bb_delete', { key: 'plan:b' });
  const uri = 'sc://blackboard/plan';
  expect(await keysIn(uri, { keys: ['plan:a'] })).toEqual(['plan:a']);
  expect(await keysIn(uri, { blackboard: { keys: ['plan:b'], kinds: ['delete'] } })).toEqual(['plan:b']);
  expect(await keysIn(uri, { blackboard: { tags: ['RED', 'big'] } })).toEqual(['plan:a']);
  expect(await keysIn(uri, { blackboard: { until_ts: core.clock.now() - 1 } })).toEqual(['plan:a']);
  expect(await keysIn(uri, { blackboard: { since_ts: core.clock.now() } })).toEqual(['plan:b', 'plan:b']);
  expect(await watch(uri, { keys: ['none'] })).toMatchObject({ events: [], next_seq: 3 });
});

test.each(['sc://blackboard/none', 'sc://blackboard/', 'sc://blackboard/%'])('refuses %s', async uri => {
  const { core } = await world();
  const { result } = await core.call('resources_read', { uri });
  expect(result).toMatchObject({ error: 'E-RES-NOT-FOUND', details: { uri } });
});

test('a namespace with line breaks and other signs in its name has an address of its own', async () => {
  const { core, set } = await world();
  const name = 'a\n\ndata: b /?#\u2028\0';
  await set(`${name}:x`, 1);
  const { result } = await core.call('resources_list', { prefix: 'sc://blackboard/' });
  const [{ uri }] = result['items'] as [{ uri: string }];
  expect(uri).toMatch(/^sc:\/\/blackboard\/[\w%]+/);
  const page = await core.call('resources_watch', { uri, format: 'sse' });
  expect(page.result['events']).toMatchObject([{ key: `${name}:x`, namespace: expect.any(String) }]);
  expect(String(page.result['stream']).split('\n\n')).toHaveLength(2);
});

test('every key that can be set can be read, watched and filtered by, however long it is', async () => {
  const { core, set, keysIn } = await world();
  for (const key of [' a', 'a'.repeat(1_024), '\u6f22'.repeat(1_024)]) {
    await set(key, 1);
    const { result } = await core.call('resources_list', { prefix: 'sc://blackboard/', limit: 1 });
    const [{ uri }] = result['items'] as [{ uri: string }];
    expect((await core.call('resources_read', { uri })).result).toMatchObject({
      payload: { entries: [{ key }] },
    });
    expect(await keysIn(uri, { keys: [key] })).toEqual([key]);
    expect(await keysIn(uri, { blackboard: { keys: [key] } })).toEqual([key]);
  }
});

test('tells of a watcher that more was changed than is kept', async () => {
  const { set, watch } = await world();
  for (let i = 0; i < 502; i += 1) await set('plan:a', i);
  const page = await watch('sc://blackboard/plan', { limit: 500 });
  expect(page).toMatchObject({ truncated: true, next_seq: 502 });
  expect(page['events']).toHaveLength(500);
  expect((await watch('sc://blackboard/plan', { from_seq: 2 }))['truncated']).toBe(false);
});

test('from any version and with any page, each change of a namespace comes once and in order', async () => {
  const writes = fc.array(fc.constantFrom('plan:a', 'plan:b', 'other:c'), { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(writes, fc.integer({ min: 1, max: 7 }), fc.nat(20), async (keys, limit, from) => {
      const { set, watch } = await world();
      await set('plan:first', 0);
      for (const key of keys) await set(key, 0);
      const meant = keys.map((key, i) => ({ key, seq: i + 2 })).filter(({ key }) => key.startsWith('plan'));
      const start = Math.min(from, 1);
      const seen: { key: string; seq: number }[] = [];
      for (let next = start; ;) {
        const page = await watch('sc://blackboard/plan', { from_seq: next, limit });
        const rows = page['events'] as Row[];
        seen.push(...rows.map(({ key, seq }) => ({ key, seq })));
        if (rows.length === 0) break;
        next = Number(page['next_seq']);
      }
      expect(seen).toEqual(start === 0 ? [{ key: 'plan:first', seq: 1 }, ...meant] : meant);
    }),
    { numRuns: 20 },
  );
});

test('to read, watch and follow one namespace, nobody looks at all the others', async () => {
  const { core, set } = await world();
  await set('plan:a', 1);
  await set('other:a', 1);
  const board = new Proxy(core.blackboard, {
    get(target, name) {
      if (name === 'namespaces') throw new Error('Looked at all namespaces.');
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const kind = new BlackboardKind(board);
  const heard: [boolean, boolean][] = [];
  const uri = 'sc://blackboard/plan';
  kind.onDidChange(({ isList, touches }) => heard.push([isList, touches(uri)]));
  expect(await kind.read(uri)).toMatchObject({ entries: [{ key: 'plan:a' }] });
  expect((await kind.watch(uri, undefined, {})).history).toMatchObject({ droppedSeq: 0, lastSeq: 2 });
  await expect(kind.read('sc://blackboard/none')).rejects.toMatchObject({ code: 'E-RES-NOT-FOUND' });
  await core.call('bb_batch_set', { entries: ['plan:b', 'new:a', 'new:b'].map(key => ({ key, value: 1 })) });
  expect(heard).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
});

test('a watch ends its page where it gets too long, and each change still comes once and in order', async () => {
  const { set, watch } = await world();
  for (let i = 1; i <= 6; i += 1) await set('big:a', 'x'.repeat(300 * 1_024));
  const pages: number[][] = [];
  for (let next = 0; next < 6;) {
    const page = await watch('sc://blackboard/big', { from_seq: next });
    pages.push((page['events'] as Row[]).map(({ seq }) => seq));
    next = Number(page['next_seq']);
  }
  // A change brings what stood there before along: the first is half as long as the others.
  expect(pages).toEqual([[1, 2], [3], [4], [5], [6]]);
});

test('a board that nobody could read at once is read as far as a page goes, and the rest is counted', async () => {
  const { core, set } = await world();
  for (let i = 1; i <= 5; i += 1) await set(`big:${i}`, 'x'.repeat(300 * 1_024));
  const { payload } = (await core.call('resources_read', { uri: 'sc://blackboard/big' })).result as {
    payload: { entries: { key: string }[]; leftOut: number };
  };
  expect(payload.entries.map(({ key }) => key)).toEqual(['big:1', 'big:2', 'big:3']);
  expect(payload.leftOut).toBe(2);
});
