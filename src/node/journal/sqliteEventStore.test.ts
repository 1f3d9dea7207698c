import { renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countedRow, openCounting, openStore, temporaryFolder } from '../../../test/support/journalOnDisk';
import { counting } from '../../../test/support/counting';
import { runningClock } from '../../../test/support/runningClock';
import { connect, useWriteAheadLog } from './connection';
import { LOOK_AGAIN_AFTER_MS } from './filePlace';
import { migrate } from './schema';
import { SqliteEventStore } from './sqliteEventStore';

const add = (name: string, by = 1) => ({ add: [{ name, by }] });

test('keeps the newest state of each stream, and a second copy of it', async () => {
  const { store } = await openStore(temporaryFolder());
  const state = (stream: string, seq: number) => ({ stream, seq, version: 1, state: `"${stream}${seq}"` });
  for (const saved of [state('a', 10), state('b', 20), state('a', 30), state('b', 5)])
    await store.saveStates([saved]);

  const shown: unknown[] = [];
  await store.readStates(saved => shown.push(saved) > 1);
  expect(shown).toEqual([state('a', 30), state('a', 30), state('b', 20)]);
  expect(await store.compacted(new Set(['a', 'b']))).toEqual({ seq: 20, isDone: false });
  expect(await store.compacted(new Set(['a', 'c']))).toMatchObject({ seq: 0 });
});

test('waits for another writer without blocking, and then gets through', async () => {
  const folder = temporaryFolder();
  const { journal } = await openCounting(folder);
  const other = await connect(join(folder, 'journal.db'), 'write');
  other.exec('BEGIN IMMEDIATE');

  let isThrough = false;
  const commit = journal.commit(counting, add('a')).then(() => (isThrough = true));
  // They could not tick while it waits if it blocked.
  for (let ticks = 0; ticks < 20; ticks++) await delay(1);
  expect(isThrough).toBe(false);
  other.exec('COMMIT');
  other.close();

  expect(await commit).toBe(true);
});

test('refuses while the disk is full, and works again once there is space', async () => {
  const path = join(temporaryFolder(), 'journal.db');
  const database = await connect(path, 'write');
  useWriteAheadLog(database);
  migrate(database);
  const store = new SqliteEventStore(path, database, runningClock);
  const long = 'x'.repeat(3_000);
  await store.transact('normal', transaction => transaction.append(countedRow(1, long)));
  const { page_count } = database.prepare('PRAGMA page_count').get() ?? {};
  database.exec(`PRAGMA max_page_count = ${Number(page_count) + 1}`);

  const appendTen = () =>
    store.transact('normal', transaction => {
      for (let seq = 2; seq <= 11; seq++) transaction.append(countedRow(seq, long));
    });
  await expect(appendTen()).rejects.toMatchObject({
    code: 'journal-full',
    message:
      'The disk is full, so nothing was recorded. Free some space, then try again. What was recorded before is safe.',
  });
  expect(await store.eventsAfter(0, 99)).toHaveLength(1);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });

  database.exec('PRAGMA max_page_count = 100000');
  await appendTen();
  expect(await store.eventsAfter(0, 99)).toHaveLength(11);
  store.dispose();
});

test('does not write to a file that another window has moved away', async () => {
  const folder = temporaryFolder();
  let skewMs = 0;
  const clock = { ...runningClock, monotonicMs: () => performance.now() + skewMs };
  const { journal, sums } = await openCounting(folder, clock);
  await journal.commit(counting, add('a'));
  skewMs = LOOK_AGAIN_AFTER_MS;
  renameSync(join(folder, 'journal.db'), join(folder, 'journal.damaged-by-test.db'));

  await expect(journal.commit(counting, add('a'))).rejects.toMatchObject({ code: 'journal-read-only' });

  expect(sums()).toEqual({ a: 1 });
});

test('records nothing while its folder cannot be reached, says so, and goes on afterwards', async () => {
  const folder = join(temporaryFolder(), 'state');
  let skewMs = 0;
  const clock = { ...runningClock, monotonicMs: () => performance.now() + skewMs };
  const { journal, sums } = await openCounting(folder, clock);
  await journal.commit(counting, add('a'));
  skewMs = LOOK_AGAIN_AFTER_MS;
  renameSync(folder, `${folder}-away`);
  // A link to itself: as little can be read there as behind rights that were taken away.
  symlinkSync(folder, folder);
  await expect(journal.commit(counting, add('a'))).rejects.toMatchObject({
    code: 'journal-read-only',
    message: expect.stringContaining("can't be reached"),
  });

  unlinkSync(folder);
  renameSync(`${folder}-away`, folder);
  await journal.commit(counting, add('a'));
  expect(sums()).toEqual({ a: 2 });
});
