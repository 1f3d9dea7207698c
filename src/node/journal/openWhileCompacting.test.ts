import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { temporaryFolder } from '../../../test/support/journalOnDisk';
import { KeptLog } from '../../../test/support/keptLog';
import { runningClock } from '../../../test/support/runningClock';
import { Bus } from '../../core/journal/bus';
import type { EventStore } from '../../core/journal/eventStore';
import { LiveJournal } from '../../core/journal/liveJournal';
import { openSqliteEventStore } from './openSqliteEventStore';
import { journalMigrations } from './schema';

async function storeIn(folder: string) {
  const { store } = await openSqliteEventStore(folder, {
    clock: runningClock,
    log: new KeptLog(),
    migrations: journalMigrations,
  });
  return store;
}

async function journalOver(store: EventStore) {
  const log = new KeptLog();
  return await LiveJournal.open({ domains: [counting], store, clock: runningClock, bus: new Bus(log), log });
}

async function add(journal: LiveJournal, times: number) {
  for (let i = 0; i < times; i += 1) await journal.commit(counting, { add: [{ name: 'a', by: 1 }] });
}

test.each([
  ['before anything is read', 40, 1],
  ['between two readings', 1_500, 2],
])('a start takes in what another program compacts meanwhile, %s', async (_when, count, reading) => {
  const folder = temporaryFolder();
  const first = await storeIn(folder);
  const writer = await journalOver(first);
  await add(writer, count);

  const second = await storeIn(folder);
  let readings = 0;
  const read = second.replayAfter.bind(second);
  second.replayAfter = async (...asked) => {
    readings += 1;
    if (readings === reading) {
      await writer.compact();
      await add(writer, 5);
    }
    return await read(...asked);
  };
  const reader = await journalOver(second);
  expect(reader.read(counting).sums.get('a')).toBe(count + 5);

  reader.dispose();
  writer.dispose();
  second.dispose();
  first.dispose();
});

test('an append takes in what another program compacts while it looks for what is new', async () => {
  const folder = temporaryFolder();
  const [first, second] = [await storeIn(folder), await storeIn(folder)];
  const [writer, behind] = [await journalOver(first), await journalOver(second)];
  await add(writer, 40);
  await writer.compact();
  await add(writer, 5);

  /** What a compaction does, between two looks of an append, which holds no lock. */
  const compactTo45 = (): void => {
    const database = new DatabaseSync(join(folder, 'journal.db'));
    const state = JSON.stringify(counting.save({ sums: new Map([['a', 45]]) }));
    for (const table of ['states', 'spare_states'])
      database.prepare(`UPDATE ${table} SET seq = 45, state = ? WHERE stream = 'counting'`).run(state);
    database.exec('DELETE FROM events WHERE seq < 45');
    database.close();
  };
  let isCompacted = false;
  const transact = second.transact.bind(second);
  second.transact = (durability, work) =>
    transact(durability, transaction =>
      work({
        append: row => transaction.append(row),
        eventsAfter: seq => transaction.eventsAfter(seq),
        readStates(take) {
          transaction.readStates(take);
          if (!isCompacted) compactTo45();
          isCompacted = true;
        },
      }),
    );
  await add(behind, 1);
  expect([isCompacted, behind.seq, behind.read(counting).sums.get('a')]).toEqual([true, 46, 46]);

  for (const each of [writer, behind, first, second]) each.dispose();
});
