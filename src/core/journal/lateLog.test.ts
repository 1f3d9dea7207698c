import { expect, test } from 'vitest';
import { type CountWish, counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Bus } from './bus';
import type { Event } from './event';
import { LiveJournal } from './liveJournal';

const add = (name: string, by = 1): CountWish => ({ add: [{ name, by }] });

async function open(store: MemoryEventStore) {
  const lines = new KeptLog();
  const bus = new Bus(lines);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const clock = new StoppedClock();
  const journal = await LiveJournal.open({ domains: [counting], store, clock, bus, log: lines });
  return {
    journal,
    told: () => heard.map(({ kind, seq }) => `${kind} ${seq}`),
    sums: () => Object.fromEntries(journal.read(counting).sums),
  };
}

/** A journal that was opened over a log out of reach, and the journal of somebody who has filled it. */
async function late(events: number) {
  const log = new MemoryLog();
  const other = await open(new MemoryEventStore(log));
  for (let i = 0; i < events; i++) await other.journal.commit(counting, add('a'));
  const store = new MemoryEventStore(log);
  store.isAway = true;
  const here = await open(store);
  store.isAway = false;
  return { other: other.journal, ...here };
}

test('what is in a log that could not be read at the start is history, and no news', async () => {
  const { journal, other, told, sums } = await late(2_500);
  await journal.catchUp();
  expect(sums()).toEqual({ a: 2_500 });
  expect(new Set(told())).toEqual(new Set(['caughtUp null']));
  expect(told().length).toBeLessThan(5);

  const before = told().length;
  await other.commit(counting, add('b'));
  await journal.catchUp();
  await journal.commit(counting, add('c'));
  expect(told().slice(before)).toEqual(['counted 2501', 'counted 2502']);
});

test('a commit that is the first to see such a log tells of itself alone', async () => {
  const { journal, told, sums } = await late(3);
  await expect(journal.commit(counting, add('a', -4))).rejects.toMatchObject({ code: 'below-zero' });
  await journal.commit(counting, add('a', -3));
  expect(sums()).toEqual({ a: 0 });
  expect(told().filter(each => !each.startsWith('caughtUp'))).toEqual(['counted 4']);
  expect(told()).toContain('caughtUp null');
});

test('a look that still finds the log out of reach changes nothing', async () => {
  const log = new MemoryLog();
  const other = await open(new MemoryEventStore(log));
  await other.journal.commit(counting, add('a'));
  const store = new MemoryEventStore(log);
  store.isAway = true;
  const here = await open(store);
  await here.journal.catchUp();
  expect(here.told()).toEqual([]);
  store.isAway = false;
  await here.journal.catchUp();
  expect(here.told()).toEqual(['caughtUp null']);
});

test('what was deleted there is erased also where a commit waits behind the look that finds it', async () => {
  const log = new MemoryLog();
  const other = await open(new MemoryEventStore(log));
  await other.journal.commit(counting, add('a'));
  log.isDone = false;
  const store = new MemoryEventStore(log);
  store.isAway = true;
  const { journal, sums } = await open(store);
  const read = store.eventsAfter.bind(store);
  store.eventsAfter = async (seq, limit) => {
    const rows = await read(seq, limit);
    store.isAway = false;
    return rows;
  };

  // The first finds nothing, the second waits behind it, and the commit behind both.
  await Promise.all([journal.catchUp(), journal.catchUp(), journal.commit(counting, add('b'))]);
  await journal.settle();

  expect([log.isDone, sums()]).toEqual([true, { a: 1, b: 1 }]);
});

test('what was deleted there and not erased yet is erased by whoever sees it late', async () => {
  const log = new MemoryLog();
  const other = await open(new MemoryEventStore(log));
  await other.journal.commit(counting, add('a'));
  log.isDone = false;
  const store = new MemoryEventStore(log);
  store.isAway = true;
  const here = await open(store);
  store.isAway = false;
  await here.journal.catchUp();
  await here.journal.settle();
  expect(log.isDone).toBe(true);
});

test('what was deleted there and not erased yet is erased where a commit comes first', async () => {
  const log = new MemoryLog();
  const other = await open(new MemoryEventStore(log));
  await other.journal.commit(counting, add('a'));
  log.isDone = false;
  const store = new MemoryEventStore(log);
  store.isAway = true;
  const here = await open(store);
  store.isAway = false;
  await here.journal.commit(counting, add('b'));
  await here.journal.catchUp();
  await here.journal.settle();
  expect(log.isDone).toBe(true);
});
