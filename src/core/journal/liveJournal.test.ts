import { expect, test } from 'vitest';
import { type CountWish, counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { type LawLog, liveJournalLaws } from '../../../test/support/liveJournalLaws';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Refusal } from '../support/refusal';
import { Bus } from './bus';
import type { Event } from './event';
import { LiveJournal } from './liveJournal';

/** A log in memory. */
function memoryLog(log = new MemoryLog()): LawLog {
  return {
    store: () => Promise.resolve(new MemoryEventStore(log)),
    rows: () => Promise.resolve(log.rows.slice()),
    states: () => Promise.resolve(log.states),
    isDone: () => Promise.resolve(log.isDone),
    fill: async rows => void log.rows.push(...rows),
    setStates: async states => {
      log.states = [...states];
    },
    spoil: async (seq, payload) => {
      log.rows = log.rows.map(row => (row.seq === seq ? { ...row, payload } : row));
    },
  };
}

liveJournalLaws(() => Promise.resolve(memoryLog()), 60);

interface World {
  readonly log?: MemoryLog;
  readonly domain?: typeof counting;
}

async function openJournal({ log = new MemoryLog(), domain = counting }: World = {}) {
  const store = new MemoryEventStore(log);
  const lines = new KeptLog();
  const bus = new Bus(lines);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const clock = new StoppedClock();
  const journal = await LiveJournal.open({
    domains: [domain],
    store,
    clock,
    bus,
    log: lines,
  });
  return { journal, store, log, clock, heard, lines: lines.lines };
}

const add = (name: string, by = 1): CountWish => ({ add: [{ name, by }] });

const sums = (journal: LiveJournal) => Object.fromEntries(journal.read(counting).sums);

test('presses a commit to disk as hard as its wish needs', async () => {
  const asked: string[] = [];
  const careful: typeof counting = {
    ...counting,
    durabilityOf: ({ add: [first] }) => (first?.name === 'a' ? 'normal' : 'full'),
  };
  const { journal, store } = await openJournal({ domain: careful });
  const transact = store.transact.bind(store);
  store.transact = (durability, work) => {
    asked.push(durability);
    return transact(durability, work);
  };
  await journal.commit(careful, add('a'));
  await journal.commit(careful, add('b'));
  expect(asked).toEqual(['normal', 'full']);
});

test('never knows more than the disk: a commit that fails leaves no trace in memory', async () => {
  const { journal, store, heard } = await openJournal();
  store.nextCommitFails = new Refusal('journal-full', 'The disk is full.');

  await expect(journal.commit(counting, add('a'))).rejects.toThrow('The disk is full.');
  expect([sums(journal), journal.seq, heard]).toEqual([{}, 0, []]);

  await journal.commit(counting, add('a'));
  expect([sums(journal), journal.seq]).toEqual([{ a: 1 }, 1]);
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

test('takes another copy of a saved state that is no JSON any more, and refuses where there is none', async () => {
  const { journal, log } = await openJournal();
  await journal.commit(counting, add('a'));
  const broken = { stream: 'counting', seq: 1, version: 1, state: '[["a"' };
  log.states = [broken, { ...broken, state: '[["a",7]]' }];
  expect(sums((await openJournal({ log })).journal)).toEqual({ a: 7 });

  log.states = [broken];
  await expect(openJournal({ log })).rejects.toMatchObject({ code: 'journal-damaged' });
});
