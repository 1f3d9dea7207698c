import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Counted, type CountWish, counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Refusal } from '../support/refusal';
import { Bus } from './bus';
import type { Domain } from './domain';
import type { AnyDomain } from './slot';
import type { Event } from './event';
import { LiveJournal } from './liveJournal';

interface World {
  readonly log?: MemoryLog;
  readonly domains?: readonly AnyDomain[];
}

async function openJournal({ log = new MemoryLog(), domains = [counting] }: World = {}) {
  const store = new MemoryEventStore(log);
  const lines = new KeptLog();
  const bus = new Bus(lines);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const clock = new StoppedClock();
  const journal = await LiveJournal.open({
    domains,
    store,
    clock,
    bus,
    log: lines,
  });
  return { journal, store, log, clock, heard, lines: lines.lines };
}

const add = (name: string, by = 1): CountWish => ({ add: [{ name, by }] });

const sums = (journal: LiveJournal) => Object.fromEntries(journal.read(counting).sums);

/** The same domain, two versions on: the name of a counter is called `key`, and its numbers count double. */
const newerCounting: Domain<{ total: number }, number, { type: 'counted'; key: string; by: number }> = {
  name: 'counting',
  version: 3,
  durability: 'full',
  create: () => ({ total: 0 }),
  decide: (_state, by) => [{ type: 'counted', key: 'all', by }],
  evolve: (state, { by }) => {
    state.total += by;
  },
  upcast: payload => {
    const { name, by } = payload as Counted;
    return { type: 'counted', key: name, by: by * 2 };
  },
  label: ({ by }) => ({ cat: 'sums', level: by < 0 ? 'warn' : 'info' }),
  save: state => state,
  load: saved => saved as { total: number },
};

test('numbers facts without gaps and tells them in that order with their origin', async () => {
  const { journal, log, heard } = await openJournal();

  await journal.commit(
    counting,
    { add: [...add('a').add, ...add('b', 2).add] },
    { session: 's1', run_id: 'r1' },
  );
  await journal.commit(counting, add('a', 5));

  expect(heard).toEqual([
    countedEvent(1, { name: 'a', by: 1 }, { session: 's1', run_id: 'r1' }),
    countedEvent(2, { name: 'b', by: 2 }, { session: 's1', run_id: 'r1' }),
    countedEvent(3, { name: 'a', by: 5 }, {}),
  ]);
  expect(log.rows.map(row => row.payload)).toEqual(heard.map(told => JSON.stringify(told.payload)));
  expect(await journal.eventsAfter(1, 1)).toEqual([heard[1]]);
  expect(sums(journal)).toEqual({ a: 6, b: 2 });
});

test('appends nothing and changes nothing where a wish is refused', async () => {
  const { journal, log, heard } = await openJournal();
  await journal.commit(counting, add('a'));

  await expect(journal.commit(counting, { add: [...add('b').add, ...add('a', -2).add] })).rejects.toThrow(
    '"a" would fall to -1. Take away less.',
  );

  expect([log.rows.length, heard.length, sums(journal)]).toEqual([1, 1, { a: 1 }]);
});

test('never knows more than the disk: a commit that fails leaves no trace in memory', async () => {
  const { journal, store, heard } = await openJournal();
  store.nextCommitFails = new Refusal('journal-full', 'The disk is full.');

  await expect(journal.commit(counting, add('a'))).rejects.toThrow('The disk is full.');
  expect([sums(journal), journal.seq, heard]).toEqual([{}, 0, []]);

  await journal.commit(counting, add('a'));
  expect([sums(journal), journal.seq]).toEqual([{ a: 1 }, 1]);
});

test('decides on what another process has written, and tells that first', async () => {
  const here = await openJournal();
  const there = await openJournal({ log: here.log });
  await there.journal.commit(counting, add('a', 3));

  await here.journal.commit(counting, add('a', -3));

  expect(here.heard.map(told => [told.seq, told.payload])).toEqual([
    [1, { type: 'counted', name: 'a', by: 3 }],
    [2, { type: 'counted', name: 'a', by: -3 }],
  ]);
  expect([sums(here.journal), sums(there.journal)]).toEqual([{ a: 0 }, { a: 3 }]);
  await there.journal.catchUp();
  expect(sums(there.journal)).toEqual({ a: 0 });
});

test('tells what it read of others even when the own wish is then refused', async () => {
  const here = await openJournal();
  const there = await openJournal({ log: here.log });
  await there.journal.commit(counting, add('a', 3));

  await expect(here.journal.commit(counting, add('a', -4))).rejects.toThrow('would fall');

  expect(here.heard.map(told => told.seq)).toEqual([1]);
});

test('runs commits that come at once one after another', async () => {
  const { journal, heard } = await openJournal();

  await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => journal.commit(counting, add('a', i % 3 === 2 ? -9 : 2))),
  );

  expect(heard.map(told => told.seq)).toEqual(heard.map((_, i) => i + 1));
  expect(sums(journal)['a']).toBeGreaterThanOrEqual(0);
});

test('does not let the writer of a wish change the state afterwards', async () => {
  const { journal } = await openJournal({ domains: [keeping] });
  const tags = ['a'];

  await journal.commit(keeping, tags);
  tags.push('b');

  expect(journal.read(keeping).kept).toEqual([['a']]);
});

test('passes over the events of domains that it does not know, and keeps them', async () => {
  const log = new MemoryLog();
  const both = await openJournal({ log, domains: [counting, keeping] });
  await both.journal.commit(keeping, ['a']);
  const one = await openJournal({ log });

  await both.journal.commit(keeping, ['b']);
  await one.journal.commit(counting, add('a'));

  expect(one.heard.map(told => [told.seq, told.stream])).toEqual([
    [2, 'keeping'],
    [3, 'counting'],
  ]);
  const later = await openJournal({ log, domains: [counting, keeping] });
  expect(later.journal.read(keeping).kept).toEqual([['a'], ['b']]);
});

test('reads events of older versions in their new form, everywhere', async () => {
  const { log, journal } = await openJournal();
  await journal.commit(counting, add('a', 2));

  const newer = await openJournal({ log, domains: [newerCounting] });
  await newer.journal.commit(newerCounting, -1);

  expect(newer.journal.read(newerCounting)).toEqual({ total: 3 });
  expect(
    (await newer.journal.eventsAfter(0, 9)).map(({ payload, v, cat, level }) => ({ payload, v, cat, level })),
  ).toEqual([
    { payload: { type: 'counted', key: 'a', by: 4 }, v: 3, cat: 'counting', level: 'info' },
    { payload: { type: 'counted', key: 'all', by: -1 }, v: 3, cat: 'sums', level: 'warn' },
  ]);
});

test('becomes read-only at an event of a newer version, while running and at the start', async () => {
  const { log, journal, heard } = await openJournal();
  const newer = await openJournal({ log, domains: [newerCounting] });
  await journal.commit(counting, add('a'));
  await newer.journal.commit(newerCounting, 5);
  const reason =
    'Event 2 of this journal was written by a newer version of the extension ("counting" 3, known here: 1). ' +
    'Earlier records can be read. Update the extension to resume recording.';

  await expect(journal.commit(counting, add('a'))).rejects.toMatchObject({
    code: 'journal-read-only',
    message: reason,
  });

  expect(journal.readOnlyReason).toBe(reason);
  expect(heard.map(told => told.kind)).toEqual(['counted', 'becameReadOnly']);
  expect(sums(journal)).toEqual({ a: 1 });
  const later = await openJournal({ log });
  expect([later.journal.readOnlyReason, sums(later.journal)]).toEqual([reason, { a: 1 }]);
  await later.journal.catchUp();
  expect([log.rows.length, later.journal.seq]).toEqual([2, 1]);
});

test('refuses commits with the reason of a store that can only be read', async () => {
  const { journal, store } = await openJournal();
  await journal.commit(counting, add('a'));
  store.readOnlyReason = 'The folder is read-only. Make it writable.';

  await expect(journal.commit(counting, add('a'))).rejects.toMatchObject({
    code: 'journal-read-only',
    message: 'The folder is read-only. Make it writable.',
  });
  expect(sums(journal)).toEqual({ a: 1 });
});

test('goes on after a domain failed to take in a fact, and says so', async () => {
  const clumsy: typeof counting = {
    ...counting,
    evolve: (state, fact, at) => {
      if (fact.name === 'bad') throw new Error('oops');
      counting.evolve(state, fact, at);
    },
  };
  const { journal, lines } = await openJournal({ domains: [clumsy] });

  await journal.commit(clumsy, { add: [...add('bad').add, ...add('a').add] });

  expect([Object.fromEntries(journal.read(clumsy).sums), journal.seq]).toEqual([{ a: 1 }, 2]);
  expect(lines).toEqual(['error A domain could not take in its own fact']);
});

test('refuses to be opened over an event that is not JSON', async () => {
  const { log, journal } = await openJournal();
  await journal.commit(counting, add('a'));
  log.rows.splice(0, 1, { ...log.rows[0], payload: '{"type":' } as (typeof log.rows)[number]);

  await expect(openJournal({ log })).rejects.toMatchObject({ code: 'journal-damaged' });
});

test('saves the states every 20,000 events, so that a restart replays only what came after', async () => {
  const { journal, log, clock } = await openJournal();
  const many: CountWish = { add: Array.from({ length: 100 }, (_, i) => ({ name: `n${i % 7}`, by: 1 })) };
  for (let i = 0; i < 199; i++) await journal.commit(counting, many);
  clock.advance(1_000);
  await journal.catchUp();
  expect(log.states).toEqual([]);
  await journal.commit(counting, many);
  clock.advance(1_000);
  await vi.waitFor(() => expect([log.states.length, log.isDone]).toEqual([1, true]));
  await journal.commit(counting, many);
  expect(log.states.map(({ seq, version }) => [seq, version])).toEqual([[20_000, 1]]);

  // Of the first 20,000 events only the newest is left, as a place: only the saved state can know of them.
  expect(log.rows.slice(0, 2).map(({ seq, stream, payload }) => [seq, stream, payload.length])).toEqual([
    [20_000, 'past/counting', 2],
    [20_001, 'counting', 37],
  ]);
  expect(sums((await openJournal({ log })).journal)).toEqual(sums(journal));
});

test('replays all of a domain whose state was never saved, and only that', async () => {
  const log = new MemoryLog();
  const both = await openJournal({ log, domains: [counting, keeping] });
  await both.journal.commit(counting, add('a'));
  await both.journal.commit(keeping, ['b']);
  log.states = [{ stream: 'counting', seq: 2, version: 1, state: '[["a",7]]' }];

  const later = await openJournal({ log, domains: [counting, keeping] });
  await later.journal.commit(counting, add('a'));

  expect([sums(later.journal), later.journal.read(keeping).kept, later.journal.seq]).toEqual([
    { a: 8 },
    [['b']],
    3,
  ]);
});

test('takes another copy of a saved state that is no JSON any more, and refuses where there is none', async () => {
  const { journal, log } = await openJournal();
  await journal.commit(counting, add('a'));
  const broken = { stream: 'counting', seq: 1, version: 1, state: '[["a"' };
  log.states = [broken, { ...broken, state: '[["a",7]]' }];
  expect(sums((await openJournal({ log })).journal)).toEqual({ a: 7 });

  log.states = [broken];
  await expect(openJournal({ log })).rejects.toMatchObject({ code: 'journal-damaged' });
});

test.each([
  ['saved by a newer version', { version: 2, state: '[["a",7]]' }, 'was saved by a newer version'],
  ['that it can not take in', { version: 1, state: '7' }, "This version of the extension can't read"],
])('records nothing over a state %s, and loses nothing of it', async (_what, saved, reason) => {
  const { journal, log } = await openJournal();
  await journal.commit(counting, add('a'));
  log.states = [{ stream: 'counting', seq: 1, ...saved }];
  const [rows, states] = [log.rows, log.states];

  const later = await openJournal({ log });
  await expect(later.journal.commit(counting, add('a'))).rejects.toMatchObject({ code: 'journal-read-only' });
  await expect(later.journal.compact()).rejects.toMatchObject({ code: 'journal-read-only' });

  expect(later.journal.readOnlyReason).toContain(reason);
  expect([log.rows, log.states]).toEqual([rows, states]);
});

test('is the same after a restart as it was live, from any saved state and from none', async () => {
  const wishes = fc.array(
    fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), by: fc.integer({ min: -3, max: 5 }) }), {
      maxLength: 4,
    }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(
      wishes,
      fc.array(fc.nat(1), { minLength: 25, maxLength: 25 }),
      fc.nat(),
      async (all, who, at) => {
        const log = new MemoryLog();
        const [one, two] = [await openJournal({ log }), await openJournal({ log })];
        for (const [i, wish] of all.entries()) {
          const { journal } = who[i] === 0 ? one : two;
          await journal.catchUp();
          const before = [sums(journal), log.rows.length];
          const facts = await journal.commit(counting, { add: wish }).catch((error: unknown) => error);
          if (Refusal.is(facts)) expect([sums(journal), log.rows.length]).toEqual(before);
        }
        await one.journal.catchUp();
        await two.journal.catchUp();

        expect(log.rows.map(row => row.seq)).toEqual(log.rows.map((_, i) => i + 1));
        expect([one, two].map(({ heard }) => heard.map(told => told.seq))).toEqual([
          log.rows.map(row => row.seq),
          log.rows.map(row => row.seq),
        ]);
        expect(sums(two.journal)).toEqual(sums(one.journal));
        const fresh = await openJournal({ log });
        expect(sums(fresh.journal)).toEqual(sums(one.journal));

        const cut = at % (log.rows.length + 1);
        const upToCut = new MemoryLog();
        upToCut.rows.push(...log.rows.slice(0, cut));
        const saved = JSON.stringify(
          counting.save((await openJournal({ log: upToCut })).journal.read(counting)),
        );
        log.states = [{ stream: 'counting', seq: cut, version: 1, state: saved }];
        expect(sums((await openJournal({ log })).journal)).toEqual(sums(one.journal));
      },
    ),
    { numRuns: 60 },
  );
});

/** Keeps whatever it is given, as it was given. */
const keeping: Domain<{ kept: unknown[] }, readonly string[], { type: 'kept'; value: readonly string[] }> = {
  name: 'keeping',
  version: 1,
  durability: 'full',
  create: () => ({ kept: [] }),
  decide: (_state, value) => [{ type: 'kept', value }],
  evolve: (state, { value }) => {
    state.kept.push(value);
  },
  save: state => state,
  load: saved => saved as { kept: unknown[] },
};

function countedEvent(seq: number, counted: Omit<Counted, 'type'>, origin: Partial<Event>): Event {
  return {
    ...origin,
    seq,
    ts: new StoppedClock().now(),
    stream: 'counting',
    kind: 'counted',
    cat: 'counting',
    level: 'info',
    payload: { type: 'counted', ...counted },
    v: 1,
  };
}
