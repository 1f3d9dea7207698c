import fc from 'fast-check';
import { expect, test } from 'vitest';
import { board, rows } from '../../../../test/support/boardWorld';
import { MAX_VALUE_BYTES } from '../decideSet';

const entries = (count: number) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, value: i }));

test('gives each entry its own version, in order, and tells of all when all are set', async () => {
  const { ok, core, told } = await board();
  const at = core.clock.now();
  const given = [
    { key: 'a', value: 1, tags: ['X'], ttl_ms: 5 },
    { key: 'b', value: null },
  ];
  const common = { created_at: at, updated_at: at };
  expect(await ok('bb_batch_set', { entries: given, op_id: 'o' })).toEqual({
    entries: [
      { key: 'a', value: 1, tags: ['x'], version: 1, expires_at: at + 5, ...common },
      { key: 'b', value: null, tags: [], version: 2, expires_at: null, ...common },
    ],
    idempotent: false,
    idempotency_key: null,
    op_id: 'o',
  });
  expect(told().map(({ kind, op_id: op }) => [kind, op])).toEqual([
    ['bb_set', 'o'],
    ['bb_set', 'o'],
  ]);
});

test('sets none where one fails, and lists every failing entry without its value', async () => {
  const { set, call, told, ok } = await board();
  await set('a');
  await set('b');
  const { isError, result, text } = await call('bb_batch_set', {
    entries: [
      { key: 'new', value: 1 },
      { key: 'a', value: 'secret', expected_version: 7, tags: ['T'] },
      { key: 'b', value: 1, expected_version: 2 },
      { key: 'c', value: 'y'.repeat(MAX_VALUE_BYTES) },
    ],
  });
  expect(isError).toBe(true);
  expect(result).toEqual({
    ok: false,
    error: 'E-BULK-PARTIAL',
    tool: 'bb_batch_set',
    message: expect.stringContaining('2 of the entries'),
    hint: 'inspect_failures',
    details: {
      failures: [
        {
          index: 1,
          code: 'E-BB-CONFLICT',
          message: 'The entry is at version 1, not 7.',
          hint: expect.any(String),
          stage: 'set',
          entry: { key: 'a', tags: ['t'], ttl_ms: null, expected_version: 7 },
          details: { key: 'a', expected: 7, found: 1 },
        },
        expect.objectContaining({ index: 3, code: 'E-BB-INVALID-INPUT', stage: 'set' }),
      ],
      rolled_back: true,
    },
  });
  expect(text).not.toMatch(/secret|yyy/);
  expect(told()).toHaveLength(2);
  expect(rows(await ok('bb_query'), 'entries').map(({ key }) => key)).toEqual(['b', 'a']);
});

test('takes the same key twice, the second over the first', async () => {
  const { ok, call } = await board();
  const twice = [
    { key: 'a', value: 1, expected_version: 0 },
    { key: 'a', value: 2, expected_version: 1 },
  ];
  expect(rows(await ok('bb_batch_set', { entries: twice }), 'entries').map(({ version }) => version)).toEqual(
    [1, 2],
  );
  expect((await call('bb_batch_set', { entries: twice })).result).toMatchObject({
    details: { failures: [{ index: 0 }, { index: 1 }] },
  });
});

test('takes 1 to 100 entries, and nothing strange in them', async () => {
  const { code } = await board();
  expect(await code('bb_batch_set', { entries: [] })).toBe('E-BB-INVALID-INPUT');
  expect(await code('bb_batch_set', { entries: entries(101) })).toBe('E-BB-INVALID-INPUT');
  expect(await code('bb_batch_set', { entries: [{ key: 'a', value: 1, more: 1 }] })).toBe(
    'E-BB-INVALID-INPUT',
  );
  expect(await code('bb_batch_set', { entries: [{ key: 'a' }] })).toBe('E-BB-INVALID-INPUT');
  expect(await code('bb_batch_set', { entries: entries(100) })).toBe('fine');
});

test('does a repeated batch once', async () => {
  const { ok } = await board();
  const asked = { entries: entries(3), idempotency_key: 'k', op_id: 'o' };
  const first = await ok('bb_batch_set', asked);
  expect(await ok('bb_batch_set', asked)).toEqual({ ...first, idempotent: true });
});

test('whatever fails in it, a failed batch changes nothing and names just what fails', async () => {
  const entry = fc.record({ key: fc.constantFrom('a', 'b', 'c'), expected: fc.option(fc.nat(6)) });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 8 }), async batch => {
      const { ok, call, set, told } = await board();
      await set('a');
      await set('b');
      const before = [await ok('bb_query', { op_id: 'o' }), await ok('bb_watch', { op_id: 'o' })];
      const versions = new Map<string, number>([
        ['a', 1],
        ['b', 2],
      ]);
      let version = 2;
      const bad = batch.flatMap(({ key, expected }, index) => {
        if (expected !== null && expected !== (versions.get(key) ?? 0)) return [index];
        versions.set(key, (version += 1));
        return [];
      });
      const { isError, result } = await call('bb_batch_set', {
        entries: batch.map(({ key, expected }) => ({
          key,
          value: 1,
          ...(expected === null ? {} : { expected_version: expected }),
        })),
      });
      expect(isError).toBe(bad.length > 0);
      if (!isError) return;
      const { failures } = result['details'] as { failures: { index: number }[] };
      expect(failures.map(({ index }) => index)).toEqual(bad);
      expect([await ok('bb_query', { op_id: 'o' }), await ok('bb_watch', { op_id: 'o' })]).toEqual(before);
      expect(told()).toHaveLength(2);
    }),
    { numRuns: 60 },
  );
});
