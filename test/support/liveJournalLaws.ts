import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Bus } from '../../src/core/journal/bus';
import type { Domain } from '../../src/core/journal/domain';
import type { Event } from '../../src/core/journal/event';
import type { EventRow, EventStore, SavedState } from '../../src/core/journal/eventStore';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import type { AnyDomain } from '../../src/core/journal/slot';
import { Refusal } from '../../src/core/support/refusal';
import { type Counted, counting, type CountWish } from './counting';
import { KeptLog } from './keptLog';
import { StoppedClock } from './stoppedClock';

/** A durable log as a test sees it: what is in it, and what somebody may do to it. */
export interface LawLog {
  /** What one process sees of it. */
  store(): Promise<EventStore>;
  rows(): Promise<readonly EventRow[]>;
  states(): Promise<readonly SavedState[]>;
  isDone(): Promise<boolean>;
  fill(rows: readonly EventRow[]): Promise<void>;
  setStates(states: readonly SavedState[]): Promise<void>;
  spoil(seq: number, payload: string): Promise<void>;
}

interface World {
  readonly log?: LawLog;
  readonly domains?: readonly AnyDomain[];
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

/** What holds for a journal over any durable log. */
export function liveJournalLaws(newLog: () => Promise<LawLog>, runs: number): void {
  async function open({ log: given, domains = [counting] }: World = {}) {
    const log = given ?? (await newLog());
    const store = await log.store();
    const lines = new KeptLog();
    const bus = new Bus(lines);
    const heard: Event[] = [];
    bus.subscribe(event => heard.push(event));
    const clock = new StoppedClock();
    const journal = await LiveJournal.open({ domains, store, clock, bus, log: lines });
    return { journal, log, clock, heard, lines: lines.lines };
  }

  test('numbers facts without gaps and tells them in that order with their origin', async () => {
    const { journal, log, heard } = await open();

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
    expect((await log.rows()).map(row => row.payload)).toEqual(
      heard.map(told => JSON.stringify(told.payload)),
    );
    expect(await journal.eventsAfter(1, 1)).toEqual([heard[1]]);
    expect(sums(journal)).toEqual({ a: 6, b: 2 });
  });

  test('appends nothing and changes nothing where a wish is refused', async () => {
    const { journal, log, heard } = await open();
    await journal.commit(counting, add('a'));

    await expect(journal.commit(counting, { add: [...add('b').add, ...add('a', -2).add] })).rejects.toThrow(
      '"a" would fall to -1. Take away less.',
    );

    expect([(await log.rows()).length, heard.length, sums(journal)]).toEqual([1, 1, { a: 1 }]);
  });

  test('decides on what another process has written, and tells that first', async () => {
    const here = await open();
    const there = await open({ log: here.log });
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
    const here = await open();
    const there = await open({ log: here.log });
    await there.journal.commit(counting, add('a', 3));

    await expect(here.journal.commit(counting, add('a', -4))).rejects.toThrow('would fall');

    expect(here.heard.map(told => told.seq)).toEqual([1]);
  });

  test('runs commits that come at once one after another', async () => {
    const { journal, heard } = await open();

    await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => journal.commit(counting, add('a', i % 3 === 2 ? -9 : 2))),
    );

    expect(heard.map(told => told.seq)).toEqual(heard.map((_, i) => i + 1));
    expect(sums(journal)['a']).toBeGreaterThanOrEqual(0);
  });

  test('does not let the writer of a wish change the state afterwards', async () => {
    const { journal } = await open({ domains: [keeping] });
    const tags = ['a'];

    await journal.commit(keeping, tags);
    tags.push('b');

    expect(journal.read(keeping).kept).toEqual([['a']]);
  });

  test('passes over the events of domains that it does not know, and keeps them', async () => {
    const log = await newLog();
    const both = await open({ log, domains: [counting, keeping] });
    await both.journal.commit(keeping, ['a']);
    const one = await open({ log });

    await both.journal.commit(keeping, ['b']);
    await one.journal.commit(counting, add('a'));

    expect(one.heard.map(told => [told.seq, told.stream])).toEqual([
      [2, 'keeping'],
      [3, 'counting'],
    ]);
    const later = await open({ log, domains: [counting, keeping] });
    expect(later.journal.read(keeping).kept).toEqual([['a'], ['b']]);
  });

  test('reads events of older versions in their new form, everywhere', async () => {
    const { log, journal } = await open();
    await journal.commit(counting, add('a', 2));

    const newer = await open({ log, domains: [newerCounting] });
    await newer.journal.commit(newerCounting, -1);

    expect(newer.journal.read(newerCounting)).toEqual({ total: 3 });
    expect(
      (await newer.journal.eventsAfter(0, 9)).map(({ payload, v, cat, level }) => ({
        payload,
        v,
        cat,
        level,
      })),
    ).toEqual([
      { payload: { type: 'counted', key: 'a', by: 4 }, v: 3, cat: 'counting', level: 'info' },
      { payload: { type: 'counted', key: 'all', by: -1 }, v: 3, cat: 'sums', level: 'warn' },
    ]);
  });

  test('becomes read-only at an event of a newer version, while running and at the start', async () => {
    const { log, journal, heard } = await open();
    const newer = await open({ log, domains: [newerCounting] });
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
    const later = await open({ log });
    expect([later.journal.readOnlyReason, sums(later.journal)]).toEqual([reason, { a: 1 }]);
    await later.journal.catchUp();
    expect([(await log.rows()).length, later.journal.seq]).toEqual([2, 1]);
  });

  test('goes on after a domain failed to take in a fact, and says so', async () => {
    const clumsy: typeof counting = {
      ...counting,
      evolve: (state, fact, at) => {
        if (fact.name === 'bad') throw new Error('oops');
        counting.evolve(state, fact, at);
      },
    };
    const { journal, lines } = await open({ domains: [clumsy] });

    await journal.commit(clumsy, { add: [...add('bad').add, ...add('a').add] });

    expect([Object.fromEntries(journal.read(clumsy).sums), journal.seq]).toEqual([{ a: 1 }, 2]);
    expect(lines).toEqual(['error A domain could not take in its own fact']);
  });

  test('refuses to be opened over an event that is not JSON', async () => {
    const { log, journal } = await open();
    await journal.commit(counting, add('a'));
    await log.spoil(1, '{"type":');

    await expect(open({ log })).rejects.toMatchObject({ code: 'journal-damaged' });
  });

  test('saves the states every 20,000 events, so that a restart replays only what came after', async () => {
    const { journal, log, clock } = await open();
    const many: CountWish = { add: Array.from({ length: 100 }, (_, i) => ({ name: `n${i % 7}`, by: 1 })) };
    for (let i = 0; i < 199; i++) await journal.commit(counting, many);
    clock.advance(1_000);
    await journal.catchUp();
    expect(await log.states()).toEqual([]);
    await journal.commit(counting, many);
    clock.advance(9_999);
    await journal.catchUp();
    expect(await log.states()).toEqual([]);
    clock.advance(1);
    await vi.waitFor(
      async () => expect([(await log.states()).length, await log.isDone()]).toEqual([1, true]),
      30_000,
    );
    await journal.commit(counting, many);
    expect((await log.states()).map(({ seq, version }) => [seq, version])).toEqual([[20_000, 1]]);

    // Of the first 20,000 events only the newest is left, as a place: only the saved state can know of them.
    expect(
      (await log.rows()).slice(0, 2).map(({ seq, stream, payload }) => [seq, stream, payload.length]),
    ).toEqual([
      [20_000, 'past/counting', 2],
      [20_001, 'counting', 37],
    ]);
    expect(sums((await open({ log })).journal)).toEqual(sums(journal));
  });

  test('replays all of a domain whose state was never saved, and only that', async () => {
    const log = await newLog();
    const both = await open({ log, domains: [counting, keeping] });
    await both.journal.commit(counting, add('a'));
    await both.journal.commit(keeping, ['b']);
    await log.setStates([{ stream: 'counting', seq: 2, version: 1, state: '[["a",7]]' }]);

    const later = await open({ log, domains: [counting, keeping] });
    await later.journal.commit(counting, add('a'));

    expect([sums(later.journal), later.journal.read(keeping).kept, later.journal.seq]).toEqual([
      { a: 8 },
      [['b']],
      3,
    ]);
  });

  test.each([
    ['saved by a newer version', { version: 2, state: '[["a",7]]' }, 'was saved by a newer version'],
    ['that it cannot take in', { version: 1, state: '7' }, "This version of the extension can't read"],
  ])('records nothing over a state %s, and loses nothing of it', async (_what, saved, reason) => {
    const { journal, log } = await open();
    await journal.commit(counting, add('a'));
    await log.setStates([{ stream: 'counting', seq: 1, ...saved }]);
    const before = [await log.rows(), await log.states()];

    const later = await open({ log });
    await expect(later.journal.commit(counting, add('a'))).rejects.toMatchObject({
      code: 'journal-read-only',
    });
    await expect(later.journal.compact()).rejects.toMatchObject({ code: 'journal-read-only' });

    expect(later.journal.readOnlyReason).toContain(reason);
    expect([await log.rows(), await log.states()]).toEqual(before);
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
          const log = await newLog();
          const [one, two] = [await open({ log }), await open({ log })];
          for (const [i, wish] of all.entries()) {
            const { journal } = who[i] === 0 ? one : two;
            await journal.catchUp();
            const before = [sums(journal), (await log.rows()).length];
            const facts = await journal.commit(counting, { add: wish }).catch((error: unknown) => error);
            if (Refusal.is(facts)) expect([sums(journal), (await log.rows()).length]).toEqual(before);
          }
          await one.journal.catchUp();
          await two.journal.catchUp();

          expect((await log.rows()).map(row => row.seq)).toEqual((await log.rows()).map((_, i) => i + 1));
          expect([one, two].map(({ heard }) => heard.map(told => told.seq))).toEqual([
            (await log.rows()).map(row => row.seq),
            (await log.rows()).map(row => row.seq),
          ]);
          expect(sums(two.journal)).toEqual(sums(one.journal));
          const fresh = await open({ log });
          expect(sums(fresh.journal)).toEqual(sums(one.journal));

          const cut = at % ((await log.rows()).length + 1);
          const upToCut = await newLog();
          await upToCut.fill((await log.rows()).slice(0, cut));
          const saved = JSON.stringify(counting.save((await open({ log: upToCut })).journal.read(counting)));
          await log.setStates([{ stream: 'counting', seq: cut, version: 1, state: saved }]);
          expect(sums((await open({ log })).journal)).toEqual(sums(one.journal));
        },
      ),
      { numRuns: runs },
    );
  });
}

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
