import { expect, test } from 'vitest';
import { board } from '../../../../test/support/boardWorld';

test('takes an entry away, says what went, and tells of it', async () => {
  const { core, set, ok, code, told } = await board();
  await set('a');
  core.clock.advance(5);
  expect(await ok('bb_delete', { key: 'a', op_id: 'o' })).toEqual({
    key: 'a',
    version: 2,
    previous_version: 1,
    deleted_at: core.clock.now(),
    idempotent: false,
    idempotency_key: null,
    op_id: 'o',
  });
  expect(await code('bb_get', { key: 'a' })).toBe('E-BB-NOTFOUND');
  expect(told().at(-1)).toMatchObject({ kind: 'bb_delete', cat: 'bb', op_id: 'o' });
  expect(await set('a')).toMatchObject({ version: 3, created_at: core.clock.now() });
});

test('refuses what is not there, and what another has changed', async () => {
  const { core, set, call, code, ok } = await board();
  expect((await call('bb_delete', { key: 'a' })).result).toMatchObject({
    error: 'E-BB-NOTFOUND',
    hint: expect.any(String),
    details: { key: 'a' },
  });
  expect(await code('bb_delete', { key: 'a', expected_version: 0 })).toBe('E-BB-NOTFOUND');
  expect((await call('bb_delete', { key: 'a', expected_version: 3 })).result).toMatchObject({
    error: 'E-BB-CONFLICT',
    details: { key: 'a', expected: 3, found: 0 },
  });
  await set('a', { ttl_ms: 5 });
  expect(await code('bb_delete', { key: 'a', expected_version: 2 })).toBe('E-BB-CONFLICT');
  core.clock.setWall(core.clock.now() + 5);
  expect(await code('bb_delete', { key: 'a' })).toBe('E-BB-NOTFOUND');
  await set('a');
  expect(await ok('bb_delete', { key: 'a', expected_version: 3 })).toMatchObject({ version: 4 });
});

test.each([{}, { key: '' }, { key: 'a', expected_version: -1 }, { key: 'a', more: 1 }])(
  'refuses %j',
  async input => {
    expect(await (await board()).code('bb_delete', input)).toBe('E-BB-INVALID-INPUT');
    expect(await (await board()).code('bb_get', { ...input, more: 1 })).toBe('E-BB-INVALID-INPUT');
  },
);

test('does a repeated request once, whatever stands there now', async () => {
  const { set, ok } = await board();
  await set('a');
  const asked = { key: 'a', idempotency_key: 'k', op_id: 'o' };
  const first = await ok('bb_delete', asked);
  await set('a');
  expect(await ok('bb_delete', asked)).toEqual({ ...first, idempotent: true });
  expect(await ok('bb_get', { key: 'a' })).toMatchObject({ entry: { version: 3 } });
});
