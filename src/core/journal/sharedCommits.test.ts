import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counting, type CountWish } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Refusal } from '../support/refusal';
import { Bus } from './bus';
import type { Event } from './event';
import { LiveJournal } from './liveJournal';
import { RefusalOfAll } from './refusalOfAll';

const add = (name: string, by = 1): CountWish => ({ add: [{ name, by }] });

/** Enough that a copy of the state pays off. */
const MANY = 40;

async function open(log = new MemoryLog(), domain = counting) {
  const store = new MemoryEventStore(log);
  const lines = new KeptLog();
  const bus = new Bus(lines);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const parts = { domains: [domain], store, clock: new StoppedClock(), bus, log: lines };
  const journal = await LiveJournal.open(parts);
  const sums = () => Object.fromEntries(journal.read(counting).sums);
  return { journal, store, log, bus, heard, sums };
}

/** The same, with a copy at hand that knows as much as the state. */
async function warmed(log = new MemoryLog()) {
  const opened = await open(log);
  await Promise.all(Array.from({ length: MANY }, () => opened.journal.commit(counting, add('warm'))));
  opened.heard.length = 0;
  const transactions: number[] = [];
  const { store } = opened;
  const transact = store.transact.bind(store);
  store.transact = async (durability, work) => {
    const result = await transact(durability, work);
    transactions.push(store.lastAppended);
    return result;
  };
  return { ...opened, transactions };
}

const outcomes = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.map(one => (one.status === 'fulfilled' ? 'recorded' : String(one.reason)));

test('records what waits in one transaction, each decision made on those before it', async () => {
  const { journal, transactions, heard, sums } = await warmed();

  const all = await Promise.allSettled([
    journal.commit(counting, add('a', 1)),
    journal.commit(counting, add('a', -1)),
    journal.commit(counting, add('a', -1)),
    journal.commit(counting, { add: [...add('a', 3).add, ...add('b', 1).add] }),
    journal.commit(counting, add('a', -2)),
  ]);

  expect(outcomes(all)).toEqual([
    'recorded',
    'recorded',
    'Refusal: "a" would fall to -1. Take away less.',
    'recorded',
    'recorded',
  ]);
  expect(transactions).toEqual([5]);
  expect(heard.map(({ seq, payload }) => [seq, payload])).toEqual([
    [MANY + 1, { type: 'counted', name: 'a', by: 1 }],
    [MANY + 2, { type: 'counted', name: 'a', by: -1 }],
    [MANY + 3, { type: 'counted', name: 'a', by: 3 }],
    [MANY + 4, { type: 'counted', name: 'b', by: 1 }],
    [MANY + 5, { type: 'counted', name: 'a', by: -2 }],
  ]);
  expect(sums()).toEqual({ warm: MANY, a: 1, b: 1 });
});

test('makes no copy of a state for a few that wait, nor where each of a group is of another domain', async () => {
  let copies = 0;
  const watched: typeof counting = {
    ...counting,
    save: state => {
      copies += 1;
      return counting.save(state);
    },
  };
  const other: typeof counting = { ...counting, name: 'other' };
  const store = new MemoryEventStore();
  const log = new KeptLog();
  const parts = { domains: [watched, other], store, clock: new StoppedClock(), bus: new Bus(log), log };
  const journal = await LiveJournal.open(parts);

  await Promise.all(['a', 'b', 'c'].map(name => journal.commit(watched, add(name))));
  for (let i = 0; i < MANY; i++)
    await Promise.all([watched, other].map(domain => journal.commit(domain, add('a'))));
  expect([copies, store.lastAppended]).toEqual([0, 2]);
  for (let i = 0; i < MANY; i++)
    await Promise.all(['a', 'b'].map(name => journal.commit(watched, add(name))));
  expect([copies, store.lastAppended]).toEqual([1, 2]);
});

test('makes a copy of a large state after more of them', async () => {
  const log = new MemoryLog();
  const first = await open(log);
  await first.journal.commit(counting, {
    add: Array.from({ length: 5_000 }, (_, i) => add(`n${i}`.repeat(9)).add).flat(),
  });
  await first.journal.compact();
  const characters = log.states[0]?.state.length ?? 0;
  expect(characters).toBeGreaterThan(2 * 65_536);
  const { journal, store } = await open(log);

  let alone = 0;
  for (; store.lastAppended < 2 && alone < 100; alone++)
    await Promise.all(['a', 'b'].map(name => journal.commit(counting, add(name))));

  expect(alone).toBe(16 + Math.floor(characters / 65_536));
});

test('keeps a transaction to 256 commits, and to little more than a megabyte', async () => {
  const { journal, transactions } = await warmed();
  await Promise.all(Array.from({ length: 300 }, () => journal.commit(counting, add('a'))));
  const large = 'x'.repeat(400_000);
  await Promise.all(Array.from({ length: 5 }, () => journal.commit(counting, add(large))));
  expect(transactions).toEqual([256, 44, 3, 2]);
});

test('decides on the states that another program saved, where it has cut the log down', async () => {
  const log = new MemoryLog();
  const [here, there] = [await warmed(log), await open(log)];
  await there.journal.commit(counting, add('a', 5));
  await there.journal.compact();

  const told = await Promise.allSettled(
    [add('b'), add('a', -5), add('a', -1), add('a', 1)].map(wish => here.journal.commit(counting, wish)),
  );
  for (let i = 0; i < MANY; i++) await here.journal.commit(counting, add('b'));
  await Promise.all(Array.from({ length: MANY }, () => here.journal.commit(counting, add('b'))));

  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(here.sums()).toEqual({ warm: MANY, a: 1, b: 1 + 2 * MANY });
});

test('a caller that does not wait any longer takes nothing from the others, and nothing from the log', async () => {
  const { journal, transactions, sums } = await warmed();
  const gone = AbortSignal.abort();
  const all = ['a', 'b', 'c'].map(async (name, i) => {
    const commit = journal.commit(counting, add(name));
    if (i !== 1) return await commit;
    await Promise.race([commit, Promise.reject(gone.reason as Error)]);
    return undefined;
  });
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect([transactions, sums()]).toEqual([[3], { warm: MANY, a: 1, b: 1, c: 1 }]);
});

test('gives each caller its own facts', async () => {
  const { journal } = await warmed();
  const all = await Promise.all(['a', 'b', 'c'].map(name => journal.commit(counting, add(name))));
  expect(all).toEqual(['a', 'b', 'c'].map(name => [{ type: 'counted', name, by: 1 }]));
});

test('what comes while a transaction is under way is in the next one', async () => {
  const { journal, store, transactions } = await warmed();
  const isRecording = Promise.withResolvers<undefined>();
  store.beforeCommit = () => isRecording.promise;
  const first = journal.commit(counting, add('a'));
  await store.nextDecided();
  const later = Promise.all(['b', 'c', 'd'].map(name => journal.commit(counting, add(name))));

  store.beforeCommit = undefined;
  isRecording.resolve(undefined);
  await Promise.all([first, later]);

  expect(transactions).toEqual([1, 3]);
});

test('nobody sees or hears of what is not recorded yet, and who is told sees just what was recorded until then', async () => {
  const { journal, store, bus, heard, sums } = await warmed();
  const isRecording = Promise.withResolvers<undefined>();
  store.beforeCommit = () => isRecording.promise;
  const seen: unknown[] = [];
  bus.subscribe(({ seq }) => seen.push([seq, sums()['a']]));
  let ended = 0;
  const all = [1, 2, 3].map(by => journal.commit(counting, add('a', by)).then(() => (ended += 1)));
  await store.nextDecided();
  expect([sums(), journal.seq, heard, ended]).toEqual([{ warm: MANY }, MANY, [], 0]);

  isRecording.resolve(undefined);
  await Promise.all(all);

  expect(seen).toEqual([
    [MANY + 1, 1],
    [MANY + 2, 3],
    [MANY + 3, 6],
  ]);
});

test('nothing is left of decisions whose transaction failed, and all who wait hear of it', async () => {
  const { journal, store, log, heard, sums } = await warmed();
  store.nextCommitFails = new Refusal('journal-busy', 'Somebody else has kept it.');

  const failed = await Promise.allSettled([5, 5].map(by => journal.commit(counting, add('a', by))));
  expect(outcomes(failed)).toEqual(Array(2).fill('Refusal: Somebody else has kept it.'));
  expect([sums(), heard, log.rows.length]).toEqual([{ warm: MANY }, [], MANY]);

  const next = await Promise.allSettled(
    Array.from({ length: MANY }, (_, i) =>
      journal.commit(counting, add(i === 0 ? 'b' : 'a', i === 0 ? 1 : -1)),
    ),
  );
  expect(outcomes(next).filter(outcome => outcome === 'recorded')).toHaveLength(1);
  expect(sums()).toEqual({ warm: MANY, b: 1 });
});

test('where one is too much for the log, only its caller hears of it', async () => {
  const { journal, store, sums } = await warmed();
  store.refuses = rows =>
    rows.some(({ payload }) => payload.includes('huge'))
      ? new Refusal('journal-full', 'The disk is full.')
      : undefined;

  const all = await Promise.allSettled(
    ['a', 'huge', 'b', 'c'].map(name => journal.commit(counting, add(name))),
  );

  expect(outcomes(all)).toEqual(['recorded', 'Refusal: The disk is full.', 'recorded', 'recorded']);
  expect(sums()).toEqual({ warm: MANY, a: 1, b: 1, c: 1 });
});

test('where the log is out of reach, all that wait hear of it at once', async () => {
  const { journal, store } = await warmed();
  let tries = 0;
  store.refuses = () => {
    tries += 1;
    return new RefusalOfAll('journal-io', 'It is out of reach.');
  };
  const all = await Promise.allSettled(['a', 'b', 'c'].map(name => journal.commit(counting, add(name))));
  expect([outcomes(all), tries]).toEqual([Array(3).fill('Refusal: It is out of reach.'), 1]);
});

test.each([true, false])('never does again what may have been recorded (was: %s)', async isRecorded => {
  const { journal, store, heard, sums } = await warmed();
  store.nextIsUnknown = { isRecorded, error: new RefusalOfAll('journal-io', 'Look before you try again.') };

  const all = await Promise.allSettled(['a', 'b'].map(name => journal.commit(counting, add(name))));
  expect(outcomes(all)).toEqual(Array(2).fill('Refusal: Look before you try again.'));
  await journal.commit(counting, add('c'));

  expect(sums()).toEqual({ warm: MANY, ...(isRecorded ? { a: 1, b: 1 } : {}), c: 1 });
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, i) => MANY + 1 + i));
  expect(heard).toHaveLength(isRecorded ? 3 : 1);
});

test('presses a commit no less to disk than it needs, and keeps none waiting that needs less', async () => {
  const asked: string[] = [];
  const careful: typeof counting = {
    ...counting,
    durabilityOf: ({ add: [first] }) => (first?.name === 'full' ? 'full' : 'normal'),
  };
  const { journal, store } = await open(new MemoryLog(), careful);
  await Promise.all(Array.from({ length: MANY }, () => journal.commit(careful, add('warm'))));
  const transact = store.transact.bind(store);
  store.transact = async (durability, work) => {
    const result = await transact(durability, work);
    asked.push(`${durability} ${store.lastAppended}`);
    return result;
  };

  await Promise.all(['x', 'y', 'full', 'full', 'z'].map(name => journal.commit(careful, add(name))));

  expect(asked).toEqual(['normal 2', 'full 3']);
});

test('a taking in of others that comes before a commit that waits is done by that', async () => {
  const log = new MemoryLog();
  const [here, there] = [await warmed(log), await open(log)];
  let reads = 0;
  const read = here.store.eventsAfter.bind(here.store);
  here.store.eventsAfter = async (seq, limit) => {
    reads += 1;
    return await read(seq, limit);
  };
  const isRecording = Promise.withResolvers<undefined>();
  here.store.beforeCommit = () => isRecording.promise;
  const first = here.journal.commit(counting, add('a'));
  await here.store.nextDecided();
  const look = here.journal.catchUp();
  const second = here.journal.commit(counting, add('c'));
  const transact = here.store.transact.bind(here.store);
  here.store.transact = async (durability, work) => {
    await there.journal.commit(counting, add('b'));
    return await transact(durability, work);
  };
  isRecording.resolve(undefined);
  await Promise.all([first, look, second]);

  expect(reads).toBe(0);
  expect(here.sums()).toEqual({ warm: MANY, a: 1, b: 1, c: 1 });
  expect(here.heard.map(({ seq }) => seq)).toEqual([MANY + 1, MANY + 2, MANY + 3]);
});

test('a taking in of others looks itself where the commit before it failed', async () => {
  const log = new MemoryLog();
  const [here, there] = [await warmed(log), await open(log)];
  const isRecording = Promise.withResolvers<undefined>();
  here.store.beforeCommit = () => isRecording.promise;
  const first = here.journal.commit(counting, add('b'));
  await here.store.nextDecided();
  const look = here.journal.catchUp();
  const second = here.journal.commit(counting, add('b'));
  here.store.transact = async () => {
    await there.journal.commit(counting, add('a'));
    throw new Refusal('journal-busy', 'Somebody else has kept it.');
  };
  isRecording.resolve(undefined);

  await expect(second).rejects.toMatchObject({ code: 'journal-busy' });
  await Promise.all([first, look]);

  expect(here.sums()).toEqual({ warm: MANY, a: 1, b: 1 });
});

test('goes on from the try that was recorded, whatever later ones decided', async () => {
  const { journal, store, sums } = await warmed();
  const transact = store.transact.bind(store);
  store.transact = async (durability, work) => {
    let first: unknown;
    const recorded = await transact(durability, transaction => {
      first = work(transaction);
      // A later try, of which nothing gets through.
      work({ ...transaction, append: () => undefined });
      return first as ReturnType<typeof work>;
    });
    return recorded;
  };

  for (let i = 0; i < MANY; i++)
    await Promise.all([1, 1, 1].map(by => journal.commit(counting, add('a', by))));
  const told = await Promise.allSettled(
    [-3 * MANY, -1, 1, -1].map(by => journal.commit(counting, add('a', by))),
  );

  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(sums()).toEqual({ warm: MANY, a: 0 });
});

test('whatever waits together, fails, and is recorded by others meanwhile comes to the same as one after the other', async () => {
  const step = fc.record({
    who: fc.nat(1),
    wishes: fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', 'warm'), by: fc.integer({ min: -3, max: 3 }) }),
      {
        maxLength: 8,
      },
    ),
    fault: fc.constantFrom('none', 'none', 'none', 'busy', 'full', 'unknown', 'recorded'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      const log = new MemoryLog();
      const both = [await warmed(log), await warmed(log)] as const;
      for (const { who, wishes, fault } of steps) {
        const { journal, store } = both[who === 0 ? 0 : 1];
        const before = log.rows.length;
        if (fault === 'busy' || fault === 'full')
          store.nextCommitFails = new Refusal(`journal-${fault}`, fault);
        if (fault === 'unknown' || fault === 'recorded')
          store.nextIsUnknown = {
            isRecorded: fault === 'recorded',
            error: new RefusalOfAll('journal-io', 'unknown'),
          };
        const all = await Promise.allSettled(wishes.map(wish => journal.commit(counting, { add: [wish] })));
        store.nextCommitFails = undefined;
        store.nextIsUnknown = undefined;
        const recorded = all.flatMap(one => (one.status === 'fulfilled' ? [...one.value] : []));
        const rows = log.rows.slice(before).map(({ payload }) => JSON.parse(payload) as unknown);
        expect(
          rows.filter(row => recorded.some(fact => JSON.stringify(fact) === JSON.stringify(row))).length,
        ).toBeGreaterThanOrEqual(recorded.length);
        if (fault !== 'recorded') expect(rows).toEqual(recorded);
      }
      for (const { journal } of both) await journal.catchUp();

      const fresh = await open(log);
      expect(log.rows.map(({ seq }) => seq)).toEqual(log.rows.map((_, i) => i + 1));
      for (const { sums, heard } of both) {
        expect(sums()).toEqual(fresh.sums());
        expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, i) => (heard[0]?.seq ?? 0) + i));
      }
      expect(Object.values(fresh.sums()).every(sum => sum >= 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
