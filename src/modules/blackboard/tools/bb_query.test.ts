import fc from 'fast-check';
import { expect, test } from 'vitest';
import { board, rows } from '../../../../test/support/boardWorld';
import { MAX_PAGE_BYTES } from '../../../core/coordination/page';

const keysOf = (answer: Readonly<Record<string, unknown>>) => rows(answer, 'entries').map(({ key }) => key);

test('shows entries, newest update first, 25 where nothing else is said', async () => {
  const { ok, set } = await board();
  expect(await ok('bb_query', { op_id: 'o' })).toEqual({
    entries: [],
    next_cursor: null,
    as_of: 0,
    op_id: 'o',
  });
  for (let i = 0; i < 26; i += 1) await set(`k${i}`);
  await set('k3');
  const page = await ok('bb_query');
  expect(keysOf(page)).toHaveLength(25);
  expect(keysOf(page).slice(0, 3)).toEqual(['k3', 'k25', 'k24']);
  expect(page['next_cursor']).toBe(2);
  expect(keysOf(await ok('bb_query', { after: 2 }))).toEqual(['k0']);
  expect(await ok('bb_query', { after: 1 })).toMatchObject({ entries: [], next_cursor: null });
  expect(rows(page, 'entries')[0]).toEqual((await ok('bb_get', { key: 'k3' }))['entry']);
});

test('wants all tags, however they are written, and only the keys that were named', async () => {
  const { ok, set } = await board();
  await set('a', { tags: ['x', 'y'] });
  await set('b', { tags: ['x'] });
  await set('c', { tags: ['y', 'z', 'x'] });
  await set('d');
  const found = async (query: Readonly<Record<string, unknown>>) => keysOf(await ok('bb_query', query));
  expect(await found({ tags: ['Y ', 'x'] })).toEqual(['c', 'a']);
  expect(await found({ tags: ['x'], keys: ['a', 'b', 'a', 'nobody'] })).toEqual(['b', 'a']);
  expect(await found({ tags: ['x'], keys: ['a', 'b'], after: 2 })).toEqual(['a']);
  expect(await found({ tags: ['x', 'nobody'] })).toEqual([]);
  expect(await found({ tags: [], keys: [] })).toEqual([]);
  await set('c');
  expect(await found({ tags: ['z'] })).toEqual([]);
});

test.each([
  ['limit', { limit: 0 }, { limit: 1 }],
  ['limit', { limit: 101 }, { limit: 100 }],
  ['keys', { keys: Array(65).fill('a') }, { keys: Array(64).fill('a') }],
  ['tags', { tags: Array(17).fill('a') }, { tags: Array(16).fill('a') }],
  ['after', { after: -1 }, { after: 0 }],
  ['as_of', { as_of: -1 }, { as_of: 0 }],
  ['more', { more: 1 }, {}],
])('refuses a bad %s', async (_field, bad, good) => {
  const { code } = await board();
  expect(await code('bb_query', bad)).toBe('E-BB-INVALID-INPUT');
  expect(await code('bb_query', good)).toBe('fine');
});

test('ends a page after 1 MiB, and goes on behind it', async () => {
  const { ok, set } = await board();
  const value = 'x'.repeat(MAX_PAGE_BYTES / 2 - 1_000);
  for (const key of ['a', 'b', 'c']) await set(key, { value });
  const page = await ok('bb_query');
  expect(keysOf(page)).toEqual(['c', 'b']);
  expect(keysOf(await ok('bb_query', { after: page['next_cursor'] }))).toEqual(['a']);
});

const write = fc.record({ key: fc.nat(11), deletes: fc.boolean() });
const page = fc.record({ limit: fc.integer({ min: 1, max: 4 }), writes: fc.array(write, { maxLength: 3 }) });
const question = fc.constantFrom(
  {},
  { tags: ['t'] },
  { keys: Array.from({ length: 12 }, (_, i) => `k${i}`) },
);

/** Turns pages while others write; gives the keys that were seen and those that went meanwhile. */
async function readWhileWriting(
  pages: readonly (typeof page extends fc.Arbitrary<infer T> ? T : never)[],
  asked: object,
  isAsOf: boolean,
) {
  const { ok, call, set } = await board();
  for (let i = 0; i < 12; i += 1) await set(`k${i}`, { tags: ['t'] });
  const [seen, written, gone]: [unknown[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  let more: Readonly<Record<string, unknown>> = {};
  for (const { limit, writes } of pages) {
    const answer = await ok('bb_query', { limit, ...asked, ...more });
    if (answer['next_cursor'] === null) break;
    more = { after: answer['next_cursor'], ...(isAsOf ? { as_of: answer['as_of'] } : {}) };
    seen.push(...keysOf(answer));
    for (const { key, deletes } of writes) {
      written.add(`k${key}`);
      if (deletes) gone.add(`k${key}`);
      await (deletes ? call('bb_delete', { key: `k${key}` }) : set(`k${key}`, { tags: ['t'] }));
    }
  }
  return { seen, written, gone };
}

test('over all pages every entry stands once, whatever others write meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 13, maxLength: 13 }), question, async (pages, asked) => {
      const { seen, gone } = await readWhileWriting(pages, asked, true);
      expect(new Set(seen).size).toBe(seen.length);
      for (let i = 0; i < 12; i += 1) if (!gone.has(`k${i}`)) expect(seen).toContain(`k${i}`);
    }),
    { numRuns: 30 },
  );
});

test('without as_of none stands twice, and those that nobody writes once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 13, maxLength: 13 }), question, async (pages, asked) => {
      const { seen, written } = await readWhileWriting(pages, asked, false);
      expect(new Set(seen).size).toBe(seen.length);
      for (let i = 0; i < 12; i += 1) if (!written.has(`k${i}`)) expect(seen).toContain(`k${i}`);
    }),
    { numRuns: 20 },
  );
});
