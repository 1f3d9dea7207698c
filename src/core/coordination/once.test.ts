import { partOf, WORKSPACE } from '../../../test/support/spaces';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Counted, counting, type CountWish } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Bus } from '../journal/bus';
import { LiveJournal } from '../journal/liveJournal';
import type { Instant } from '../support/clock';
import { KeptRequests, MAX_KEPT, MAX_KEPT_SIZE, ONCE_MS } from './keptRequests';
import { commitOnce, onceOf, onceOnly } from './once';
import { perWorkspace } from './perWorkspace';

const domain = perWorkspace(onceOnly(counting));

async function open(log = new MemoryLog()) {
  const clock = new StoppedClock();
  const lines = new KeptLog();
  const parts = {
    domains: [domain],
    store: new MemoryEventStore(log),
    clock,
    bus: new Bus(lines),
    log: lines,
  };
  const journal = await LiveJournal.open(parts);
  const add = (by: number, key?: string, of = by) => {
    const wish: CountWish = { add: [{ name: 'a', by }] };
    const once = key === undefined ? undefined : onceOf('count', key, { by: of }, text => text);
    return commitOnce(
      { journal, domain, workspace: WORKSPACE },
      { wish, ...(once === undefined ? {} : { once }) },
    );
  };
  return { journal, clock, log, add, sum: () => partOf(journal.read(domain))?.inner.sums.get('a') ?? 0 };
}

const counted = (by: number): Partial<Counted> => ({ name: 'a', by });

test('does a request with a key once, and answers the second one with what the first did', async () => {
  const { add, sum } = await open();
  expect(await add(2, 'k')).toMatchObject({ facts: [counted(2)], isReplay: false });
  expect(await add(2, 'k')).toMatchObject({ facts: [counted(2)], isReplay: true });
  expect(await add(2)).toMatchObject({ isReplay: false });
  expect(sum()).toBe(4);
});

test('lets callers that come at once share one run', async () => {
  const { add, sum } = await open();
  const done = await Promise.all([add(2, 'k'), add(2, 'k'), add(2, 'k')]);
  expect(done.map(({ isReplay }) => isReplay)).toEqual([false, true, true]);
  expect(sum()).toBe(2);
});

test('refuses another request under the same key, and changes nothing', async () => {
  const { add, sum } = await open();
  await add(2, 'k');
  await expect(add(3, 'k')).rejects.toMatchObject({ code: 'E-IDEMPOTENCY-CONFLICT' });
  expect(sum()).toBe(2);
});

test('keeps what was done over a restart, and lets go of it after ten minutes', async () => {
  const first = await open();
  await first.add(2, 'k');
  const second = await open(first.log);
  expect(await second.add(2, 'k')).toMatchObject({ isReplay: true });
  second.clock.advance(ONCE_MS - 1);
  expect(await second.add(2, 'k')).toMatchObject({ isReplay: true });
  second.clock.advance(1);
  expect(await second.add(2, 'k')).toMatchObject({ isReplay: false });
  expect(second.sum()).toBe(4);
  expect(partOf(second.journal.read(domain))?.kept.rows.size).toBe(1);
});

test('does a request once also where the clock was set back and an older key lies before it', async () => {
  const { add, clock, sum } = await open();
  await add(1, 'before');
  clock.setWall(clock.now() - 2 * ONCE_MS);
  await add(2, 'k');
  clock.advance(ONCE_MS);
  expect(await add(2, 'k')).toMatchObject({ facts: [counted(2)], isReplay: false });
  expect(await add(2, 'k')).toMatchObject({ facts: [counted(2)], isReplay: true });
  clock.advance(ONCE_MS);
  expect(await add(3, 'k', 3)).toMatchObject({ facts: [counted(3)], isReplay: false });
  expect(sum()).toBe(8);
});

test('keeps the last requests in bounded memory, whatever they did, and the newest in any case', () => {
  const kept = new KeptRequests<string>();
  const add = (key: string, fact: string) => kept.add({ key, hash: '' }, fact, 0 as Instant);
  for (let i = 0; i <= MAX_KEPT; i++) add(`k${i}`, 'done');
  expect(kept.rows.size).toBe(MAX_KEPT);
  expect([...kept.rows.keys()].at(0)).toBe('k1');

  const half = 'x'.repeat(MAX_KEPT_SIZE / 2);
  for (const key of ['a', 'b']) add(key, half);
  expect([...kept.rows.keys()]).toEqual(['b']);
  add('c', half + half);
  expect([...kept.rows.keys()]).toEqual(['c']);
  expect(kept.size).toBe(MAX_KEPT_SIZE + 2);
  add('d', 'done');
  expect([...kept.rows.keys()]).toEqual(['d']);
  expect(new KeptRequests(kept.save())).toEqual(kept);
});

test('what a key did more than ten minutes ago is no answer to a request that does nothing', async () => {
  const { journal, clock, add } = await open();
  await add(2, 'k');
  clock.advance(ONCE_MS);
  const once = onceOf('count', 'k', { nothing: true }, text => text);
  const done = await commitOnce({ journal, domain, workspace: WORKSPACE }, { wish: { add: [] }, once });
  expect(done).toEqual({ facts: [], isReplay: false });
});

test('a saved state knows what was done', async () => {
  const { add, journal } = await open();
  await add(2, 'k');
  const state = domain.load(JSON.parse(JSON.stringify(domain.save(journal.read(domain)))));
  expect(state).toEqual(journal.read(domain));
});

test('the ids of a request are no part of what it asks for, and the order of its fields says nothing', () => {
  const hash = (request: Readonly<Record<string, unknown>>) => onceOf('t', 'k', request, text => text).hash;
  expect(hash({ a: 1, b: 2, op_id: 'x' })).toBe(hash({ b: 2, a: 1, op_id: 'y', idempotency_key: 'k' }));
  expect(hash({ a: 1 })).not.toBe(hash({ a: 2 }));
});

test('whatever is repeated, and however often the program starts anew, every key counts once', async () => {
  const requests = fc.array(fc.record({ key: fc.nat(4), restarts: fc.boolean() }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(requests, async all => {
      let world = await open();
      for (const { key, restarts } of all) {
        if (restarts) world = await open(world.log);
        await world.add(1 + key, `k${key}`);
      }
      const used = new Set(all.map(({ key }) => key));
      expect(world.sum()).toBe([...used].reduce((sum, key) => sum + 1 + key, 0));
    }),
    { numRuns: 60 },
  );
});
