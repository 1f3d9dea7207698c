import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countedRow, openCounting, openStore, temporaryFolder } from '../../../test/support/journalOnDisk';
import { counting } from '../../../test/support/counting';
import { runningClock } from '../../../test/support/runningClock';
import type { EventRow } from '../../core/journal/eventStore';
import { connect, useWriteAheadLog } from './connection';
import { LOOK_AGAIN_AFTER_MS } from './filePlace';
import { migrate } from './schema';
import { SqliteEventStore } from './sqliteEventStore';

const add = (name: string, by = 1) => ({ add: [{ name, by }] });

test('gives back events as they were appended, with and without their origin', async () => {
  const { store } = await openStore(temporaryFolder());
  const full: EventRow = {
    ...countedRow(1),
    run_id: 'r',
    op_id: 'o',
    job_id: 'j',
    graph_id: 'g',
    node_id: 'n',
    child_id: 'c',
    level: 'warn',
  };
  const { session: _, ...bare } = countedRow(2, 'ünï\u0000code \ud83d\ude80');

  await store.transact('full', transaction => {
    transaction.append(full);
    transaction.append(bare);
  });

  expect(await store.eventsAfter(0, 10)).toEqual([full, bare]);
  expect(await store.eventsAfter(0, 1)).toEqual([full]);
  expect(await store.replayAfter(1, 10)).toEqual([
    { seq: 2, ts: bare.ts, stream: 'counting', v: 1, payload: bare.payload },
  ]);
});

test('keeps nothing of a transaction whose work throws', async () => {
  const { store } = await openStore(temporaryFolder());

  await expect(
    store.transact('normal', transaction => {
      transaction.append(countedRow(1));
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');

  expect(await store.eventsAfter(0, 10)).toEqual([]);
});

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

test('lets two journals of one folder see and follow each other', async () => {
  const folder = temporaryFolder();
  const [one, two] = [await openCounting(folder), await openCounting(folder)];

  const told = new Promise(resolve => {
    const stop = setInterval(() => {
      if (two.heard.length < 20) return;
      clearInterval(stop);
      resolve(undefined);
    }, 5);
  });
  for (let i = 0; i < 20; i++) await one.journal.commit(counting, add('a'));
  await told;

  expect(two.sums()).toEqual({ a: 20 });
  expect(two.heard.map(event => event.seq)).toEqual(one.heard.map(event => event.seq));
  await Promise.all(
    Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? one : two).journal.commit(counting, add('b'))),
  );
  await one.journal.catchUp();
  await two.journal.catchUp();
  expect([one.sums(), two.sums()]).toEqual([
    { a: 20, b: 30 },
    { a: 20, b: 30 },
  ]);
});

test('decides anew on what another process was faster to write, whatever the first try came to', async () => {
  const folder = temporaryFolder();
  const [one, two] = [await openCounting(folder), await openCounting(folder)];

  await one.journal.commit(counting, add('a', 3));
  await two.journal.commit(counting, add('a', -3));
  await expect(one.journal.commit(counting, add('a', -1))).rejects.toThrow('would fall to -1');
  await one.journal.commit(counting, { add: [...add('a', 4).add, ...add('b', 1).add] });
  await two.journal.commit(counting, { add: [...add('a', 1).add, ...add('b', 1).add] });
  await one.journal.commit(counting, { add: [] });
  expect(one.sums()).toEqual({ a: 5, b: 2 });
  await one.journal.commit(counting, add('b', 9));

  expect(one.heard.map(event => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(two.heard.map(event => event.seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(one.sums()).toEqual({ a: 5, b: 11 });
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

test('leaves gaps in a tight loop, so that timers run', async () => {
  const { journal } = await openCounting(temporaryFolder());
  let ticked = false;
  setTimeout(() => {
    ticked = true;
  }, 1);

  // Without gaps it would go on until the test's time is over.
  while (!ticked) await journal.commit(counting, add('a'));

  expect(ticked).toBe(true);
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
