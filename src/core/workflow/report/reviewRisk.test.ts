import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentWorld, anna, NOTHING_SAID, outcome } from '../../../../test/support/workflowWorld';
import { noSignal } from '../../../../test/support/testCore';
import type { FakeSnapshots } from '../../../../test/support/fakeSnapshots';
import type { TestStatus } from '../model/words';
import { riskiestFirst, riskSigns } from './reviewRisk';

/** What one task did, in short. */
interface Deed {
  readonly lost?: number;
  readonly outside?: number;
  readonly deleted?: number;
  readonly inside?: number;
  readonly tests?: TestStatus | null;
}

async function world() {
  const made = await agentWorld();
  const { id } = await made.begin();
  const work = async (name: string, deed: Deed) => {
    const { snapshots, workflows } = made;
    for (let n = 0; n < (deed.deleted ?? 0); n++) snapshots.write(`src/${name}-${n}.gone`);
    const { id: task } = await made.start(id, { name, areas: ['src'] });
    change(snapshots, name, deed);
    const claims = { ...NOTHING_SAID, testsStatus: deed.tests === undefined ? 'passed' : deed.tests };
    const said = outcome({ needsReview: true, reviewReason: 'Look.' });
    await workflows.completeTask({ task, status: 'success', outcome: said, claims }, anna, noSignal());
    snapshots.accountSays = {};
    made.clock.advance(60_000);
    return workflows.task(task);
  };
  return { ...made, work };
}

function change(
  snapshots: FakeSnapshots,
  name: string,
  { lost = 0, outside = 0, deleted = 0, inside = 1 }: Deed,
) {
  for (let n = 0; n < outside; n++) snapshots.write(`lib/${name}-${n}.ts`);
  for (let n = 0; n < inside; n++) snapshots.write(`src/${name}-${n}.ts`);
  for (let n = 0; n < deleted; n++) snapshots.remove(`src/${name}-${n}.gone`);
  const dropped = Array.from({ length: lost }, (_, n) => ({ id: `${n}`.repeat(40), subject: 'Draft' }));
  if (lost > 0) snapshots.accountSays = { dropped };
}

test('the graver sign comes first, of the same sign the one with more of it, then size, then who waits longer', async () => {
  const { work, workflows } = await world();
  await work('calm and old', {});
  await work('calm', {});
  await work('large', { inside: 5 });
  await work('untested', { tests: null });
  await work('deletes', { deleted: 1 });
  await work('tests failed', { tests: 'failed' });
  await work('one outside', { outside: 1 });
  await work('three outside', { outside: 3 });
  await work('outside and deletes', { outside: 1, deleted: 1 });
  await work('lost', { lost: 1 });
  expect(riskiestFirst(workflows.reviewQueue()).map(({ name }) => name)).toEqual([
    'lost',
    'outside and deletes',
    'three outside',
    'one outside',
    'tests failed',
    'deletes',
    'untested',
    'large',
    'calm and old',
    'calm',
  ]);
});

test('of tasks with the same signs and files, the one that changed more lines comes first', async () => {
  const { work, workflows, snapshots } = await world();
  const lines = (insertions: number, deletions: number) => {
    const own = [{ path: 'src/a.ts', status: 'modified' as const, insertions, deletions }];
    snapshots.accountSays = { own };
  };
  for (const [name, insertions, deletions] of [
    ['few', 1, 1],
    ['many', 1, 40],
    ['more', 30, 3],
  ] as const) {
    lines(insertions, deletions);
    await work(name, {});
  }
  expect(riskiestFirst(workflows.reviewQueue()).map(({ name }) => name)).toEqual(['many', 'more', 'few']);
});

test('names the signs of a task, the gravest first', async () => {
  const { work } = await world();
  const task = await work('much', { lost: 2, outside: 3, deleted: 1, tests: 'failed' });
  expect(riskSigns(task)).toEqual([
    { kind: 'lost', count: 2 },
    { kind: 'outside', count: 3 },
    { kind: 'failed', count: 1 },
    { kind: 'deleted', count: 1 },
  ]);
  expect(riskSigns(await work('calm', {}))).toEqual([{ kind: 'reported', count: 1 }]);
});

test('law: the order does not depend on the order in which tasks are asked about, and loses none', async () => {
  const { work } = await world();
  const small = fc.integer({ min: 0, max: 2 });
  const deed = fc.record({
    lost: small,
    outside: small,
    deleted: small,
    inside: small,
    tests: fc.constantFrom('passed' as const, 'failed' as const, null),
  });
  const deeds = fc.sample(deed, { numRuns: 20, seed: 7 });
  const tasks = [];
  for (const [at, each] of deeds.entries()) tasks.push(await work(`t${at}`, each));
  const first = riskiestFirst(tasks).map(({ id }) => id);
  expect(new Set(first).size).toBe(tasks.length);
  fc.assert(
    fc.property(fc.shuffledSubarray(tasks, { minLength: tasks.length }), shuffled => {
      expect(riskiestFirst(shuffled).map(({ id }) => id)).toEqual(first);
    }),
    { numRuns: 30 },
  );
});
