import { expect, test } from 'vitest';
import { type CountWish, counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Bus } from './bus';
import { LiveJournal } from './liveJournal';

async function openJournal({ log }: { readonly log: MemoryLog }) {
  const store = new MemoryEventStore(log);
  const lines = new KeptLog();
  const parts = { domains: [counting], store, clock: new StoppedClock(), bus: new Bus(lines), log: lines };
  return { store, journal: await LiveJournal.open(parts) };
}

const add = (name: string): CountWish => ({ add: [{ name, by: 1 }] });

test('takes in what others appended when it is asked to, and looks no further where there is nothing new', async () => {
  const log = new MemoryLog();
  const one = await openJournal({ log });
  const other = await openJournal({ log });
  let reads = 0;
  const { eventsAfter } = one.store;
  one.store.eventsAfter = async (...range) => {
    reads++;
    return await eventsAfter.apply(one.store, range);
  };
  await other.journal.commit(counting, add('a'));
  await one.journal.freshen();
  expect([one.journal.seq, reads]).toEqual([other.journal.seq, 1]);
  await one.journal.freshen();
  await one.journal.commit(counting, add('a'));
  await one.journal.freshen();
  expect(reads).toBe(1);
  await other.journal.commit(counting, add('a'));
  one.store.eventsAfter = async () => await Promise.reject(new Error('The disk is gone'));
  await one.journal.freshen();
  one.store.eventsAfter = eventsAfter;
  await one.journal.freshen();
  expect(one.journal.seq).toBe(other.journal.seq);
});
