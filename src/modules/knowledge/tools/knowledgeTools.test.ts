import { expect, test } from 'vitest';
import { toolCaller } from '../../../../test/support/callTool';
import { testCore } from '../../../../test/support/testCore';

const A = { subject: 'svc', predicate: 'uses', object: 'db' };
const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...A, subject: `s${i}` }));

async function world() {
  const core = await testCore();
  return { core, call: toolCaller(core) };
}

test('kg_insert counts what is new and what was there, and fills in defaults', async () => {
  const { core, call } = await world();
  expect((await call('kg_insert', { triples: [A, A], op_id: 'o' })).result).toEqual({
    inserted: 2,
    created: 1,
    updated: 1,
    total: 1,
    idempotent: false,
    idempotency_key: null,
    op_id: 'o',
  });
  const now = core.clock.now();
  expect((await call('kg_query', { subject: 'svc' })).result).toMatchObject({
    triples: [
      {
        ...A,
        id: 'kg-1',
        source: null,
        confidence: 1,
        inserted_at: now,
        updated_at: now,
        revision: 2,
        ordinal: 1,
      },
    ],
    total: 1,
    next_cursor: null,
  });
  expect(core.events.at(-1)).toMatchObject({ kind: 'kg_insert', cat: 'kg', op_id: 'o', session: 'anna' });
});

test('kg_insert with a key is done once', async () => {
  const { call } = await world();
  const first = await call('kg_insert', { triples: [A], idempotency_key: 'k', op_id: 'o1' });
  const second = await call('kg_insert', { triples: [A], idempotency_key: 'k', op_id: 'o2' });
  expect(second.result).toEqual({ ...first.result, idempotent: true, op_id: 'o2' });
  expect((await call('kg_query', {})).result).toMatchObject({ triples: [{ revision: 1 }] });
  const other = await call('kg_insert', { triples: many(1), idempotency_key: 'k' });
  expect(other.result).toMatchObject({ ok: false, error: 'E-IDEMPOTENCY-CONFLICT', tool: 'kg_insert' });
});

test.each([
  ['kg_insert', { triples: [] }],
  ['kg_insert', { triples: many(257) }],
  ['kg_insert', { triples: [{ ...A, confidence: 1.01 }] }],
  ['kg_insert', { triples: [{ ...A, confidence: -0.01 }] }],
  ['kg_insert', { triples: [{ ...A, subject: 'x'.repeat(4_097) }] }],
  ['kg_insert', { triples: [{ ...A, more: 1 }] }],
  ['kg_delete', { triples: many(257) }],
  ['kg_query', { limit: 0 }],
  ['kg_query', { limit: 501 }],
  ['kg_query', { order: 'up' }],
  ['kg_query', { min_confidence: 2 }],
  ['kg_suggest_plan', { goal: '' }],
  ['kg_suggest_plan', { goal: 'g', context: { max_fragments: 0 } }],
  ['kg_suggest_plan', { goal: 'g', context: { max_fragments: 6 } }],
  ['kg_suggest_plan', { goal: 'g', context: { preferred_sources: Array(17).fill('s') } }],
  ['kg_suggest_plan', { goal: 'g', context: { preferred_sources: ['s'.repeat(121)] } }],
  ['kg_suggest_plan', { goal: 'g', context: { exclude_tasks: Array(257).fill('s') } }],
])('%s refuses what is beyond its limits: %o', async (tool, input) => {
  const { call } = await world();
  const { isError, result } = await call(tool, input);
  expect(isError).toBe(true);
  expect(result).toMatchObject({ error: 'E-KG-INVALID-INPUT', hint: 'invalid_input', tool });
});

test.each([
  ['kg_insert', { triples: many(256) }],
  ['kg_insert', { triples: [{ ...A, confidence: 0, subject: 'x'.repeat(4_096) }] }],
  ['kg_delete', { triples: many(256) }],
  ['kg_query', { limit: 500 }],
  ['kg_query', { limit: 1, min_confidence: 1, order: 'desc' }],
  [
    'kg_suggest_plan',
    {
      goal: 'g',
      context: {
        max_fragments: 5,
        preferred_sources: Array(16).fill('s'.repeat(120)),
        exclude_tasks: Array(256).fill('s'),
      },
    },
  ],
])('%s takes what is just within them', async (tool, input) => {
  const { call } = await world();
  expect((await call(tool, input)).isError).toBe(false);
});

test('a blank part has a code of its own, and nothing is inserted', async () => {
  const { call } = await world();
  expect((await call('kg_insert', { triples: [A, { ...A, object: ' ' }] })).result).toMatchObject({
    error: 'E-KG-BAD-TRIPLE',
    hint: 'fill in subject, predicate and object',
    details: { index: 1, field: 'object' },
  });
  expect((await call('kg_export', {})).result).toMatchObject({ total: 0 });
});

test('kg_query gives 50 at a time, oldest first, and pages on', async () => {
  const { call } = await world();
  await call('kg_insert', { triples: many(60) });
  const first = (await call('kg_query', {})).result;
  expect(first).toMatchObject({ total: 60, next_cursor: 50 });
  const second = (await call('kg_query', { after: 50 })).result;
  expect(second).toMatchObject({ total: 60, next_cursor: null });
  expect((second['triples'] as object[]).length).toBe(10);
  const newest = (await call('kg_query', { order: 'desc', limit: 1, subject: 's*' })).result;
  expect(newest).toMatchObject({ triples: [{ subject: 's59' }], next_cursor: 60 });
});

test('kg_export gives all, and kg_delete forgets', async () => {
  const { call } = await world();
  await call('kg_insert', { triples: many(3) });
  expect((await call('kg_delete', { triples: [...many(1), A], idempotency_key: 'k' })).result).toMatchObject({
    deleted: 1,
    total: 2,
    idempotent: false,
    idempotency_key: 'k',
  });
  expect((await call('kg_export', {})).result).toMatchObject({
    triples: [{ subject: 's1' }, { subject: 's2' }],
    total: 2,
    next_cursor: null,
  });
});
