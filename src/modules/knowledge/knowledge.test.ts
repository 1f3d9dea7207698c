import { partOf } from '../../../test/support/spaces';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testCore } from '../../../test/support/testCore';
import { knowledgeDomain, MAX_TRIPLE_BYTES, MAX_TRIPLES } from './knowledgeDomain';
import type { Statement } from './triple';

const say = (subject: string, predicate = 'is', object = 'so', confidence = 1): Statement => ({
  subject,
  predicate,
  object,
  source: null,
  confidence,
});
const ASC = { limit: 500, order: 'asc' } as const;

const statement = fc.record({
  subject: fc.constantFrom('a', 'b', ' a '),
  predicate: fc.constantFrom('p', 'q'),
  object: fc.constantFrom('x', '__proto__', '\u{d800}'),
  source: fc.option(fc.constantFrom('s', 't')),
  confidence: fc.constantFrom(0, 0.5, 1),
});

test('saying the same again changes nothing but how often it was said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 20 }), async said => {
      const { knowledge } = await testCore();
      const known = () =>
        knowledge.find({}, ASC).triples.map(({ revision: _r, updatedAt: _u, turn: _t, ...triple }) => triple);
      await knowledge.insert(said);
      const before = known();
      const again = await knowledge.insert(said);
      expect(known()).toEqual(before);
      expect(again).toMatchObject({ created: 0, updated: said.length, total: before.length });
    }),
    { numRuns: 50 },
  );
});

test('a restart, from the log or from a saved state, knows the same', async () => {
  const step = fc.oneof(
    fc.array(statement, { minLength: 1, maxLength: 5 }).map(said => ({ said })),
    fc.array(statement, { minLength: 1, maxLength: 5 }).map(gone => ({ gone })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      const core = await testCore();
      for (const each of steps) {
        if ('said' in each) await core.knowledge.insert(each.said);
        else await core.knowledge.remove(each.gone);
        core.clock.advance(7);
      }
      const live = core.knowledge.find({}, ASC);
      const restarted = await testCore({ log: core.store.log });
      expect(restarted.knowledge.find({}, ASC)).toEqual(live);
      const saved: unknown = JSON.parse(
        JSON.stringify(knowledgeDomain.save(core.journal.read(knowledgeDomain))),
      );
      expect([...(partOf(knowledgeDomain.load(saved))?.inner.store.all() ?? [])]).toEqual(live.triples);
    }),
    { numRuns: 50 },
  );
});

test('a batch with a blank part changes nothing', async () => {
  const { knowledge } = await testCore();
  await expect(knowledge.insert([say('a'), say('b', ' \t')])).rejects.toMatchObject({
    code: 'E-KG-BAD-TRIPLE',
    details: { index: 1, field: 'predicate' },
  });
  expect(knowledge.size).toBe(0);
});

test('pages hold every triple once, whatever their size and order', async () => {
  const { knowledge } = await testCore();
  await knowledge.insert(Array.from({ length: 23 }, (_, i) => say(`s${i}`)));
  await knowledge.remove([say('s3'), say('s22')]);
  const orders = fc.constantFrom('asc' as const, 'desc' as const);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), orders, (limit, order) => {
      const seen: number[] = [];
      let after: number | undefined;
      do {
        const page = knowledge.find({ predicate: 'i*' }, { limit, order, after });
        expect(page.total).toBe(21);
        seen.push(...page.triples.map(({ ordinal }) => ordinal));
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);
      const sorted = [...new Set(seen)].toSorted((a, b) => (order === 'asc' ? a - b : b - a));
      expect(seen).toEqual(sorted);
      expect(seen).toHaveLength(21);
    }),
  );
});

test('a source that is left out keeps the one that is known, and places are never given twice', async () => {
  const { knowledge } = await testCore();
  await knowledge.insert([{ ...say('a'), source: 'ann' }]);
  await knowledge.insert([say('a', 'is', 'so', 0.5)]);
  expect(knowledge.find({}, ASC).triples).toMatchObject([{ source: 'ann', confidence: 0.5, revision: 2 }]);
  await knowledge.remove([say('a')]);
  await knowledge.insert([say('a')]);
  expect(knowledge.find({}, ASC).triples).toMatchObject([{ ordinal: 2, revision: 1, source: null }]);
});

test('takes no more than it can hold, and says how to make room', async () => {
  const { knowledge } = await testCore();
  const all = Array.from({ length: MAX_TRIPLES }, (_, i) => say(`s${i}`));
  await knowledge.insert(all);
  await expect(knowledge.insert([say('one more')])).rejects.toMatchObject({
    code: 'E-KG-FULL',
    details: { hint: 'delete some with kg_delete' },
  });
  await knowledge.insert(all.slice(0, 3));
  await knowledge.remove(all.slice(0, 1));
  await knowledge.insert([say('one more')]);
  expect(knowledge.size).toBe(MAX_TRIPLES);
});

test('takes no more text than it can hold, and less text in any case', async () => {
  const { knowledge } = await testCore();
  const long = MAX_TRIPLE_BYTES / 4 - 100;
  for (const letter of ['a', 'b', 'c', 'd']) await knowledge.insert([say(letter.repeat(long))]);
  await expect(knowledge.insert([say('e'.repeat(400))])).rejects.toMatchObject({
    code: 'E-KG-FULL',
    details: { limit: MAX_TRIPLE_BYTES },
  });
  await knowledge.insert([say('a'.repeat(long))]);
  expect(knowledge.size).toBe(4);
  await knowledge.remove([say('a'.repeat(long))]);
  await knowledge.insert([say('e'.repeat(400))]);
  expect(knowledge.size).toBe(4);
});

test('a page ends before it gets too long to be read, and the next one goes on', async () => {
  const { knowledge } = await testCore();
  await knowledge.insert(['a', 'b', 'c'].map(letter => say(letter.repeat(500_000))));
  const page = knowledge.find({}, ASC);
  expect(page).toMatchObject({ total: 3, nextCursor: 2 });
  expect(page.triples).toHaveLength(2);
  expect(knowledge.find({}, { ...ASC, after: 2 })).toMatchObject({
    triples: [{ ordinal: 3 }],
    nextCursor: null,
  });
});

test('of two labels the one said last counts, also where the clock was set back in between', async () => {
  const { knowledge, clock, store } = await testCore();
  await knowledge.insert([say('g', 'includes', 'a'), say('task:a', 'label', 'old')]);
  clock.setWall(clock.now() - 3_600_000);
  await knowledge.insert([say('task:a', 'label', 'new')]);
  const wish = { goal: 'g', preferredSources: [], excludedTasks: [], maxFragments: 1 };
  const label = (of: typeof knowledge) => of.suggestPlan(wish).fragments[0]?.nodes[0]?.label;
  expect(label(knowledge)).toBe('new');
  expect(label((await testCore({ log: store.log })).knowledge)).toBe('new');
  await knowledge.insert([say('task:a', 'label', 'old')]);
  expect(label(knowledge)).toBe('old');
});
