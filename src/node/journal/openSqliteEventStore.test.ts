import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
  copyFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import {
  countedRow,
  fill,
  openCounting,
  openStore,
  temporaryFolder,
} from '../../../test/support/journalOnDisk';
import { KeptLog } from '../../../test/support/keptLog';
import { leapingClock } from '../../../test/support/leapingClock';
import { runningClock } from '../../../test/support/runningClock';
import type { EventStore } from '../../core/journal/eventStore';
import type { Instant } from '../../core/support/clock';
import { journalMigrations, migrate } from './schema';

const PAGE = 4_096;
const journalIn = (folder: string) => join(folder, 'journal.db');
const seqsOf = async (store: EventStore) => (await store.eventsAfter(0, -1)).map(row => row.seq);
const oneTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
const keptIn = (folder: string) => readdirSync(folder).filter(name => /^journal\.damaged-.*\.db$/.test(name));

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Runs work as a user whom file permissions hold, where the tests run as root. */
async function asOrdinaryUser<R>(work: () => Promise<R>): Promise<R> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('opens a new folder without a problem, and leaves no write-ahead log when closed', async () => {
  const folder = join(temporaryFolder(), 'not', 'there');
  const { store, problem } = await openStore(folder);
  await store.transact('full', transaction => transaction.append(countedRow(1)));
  store.dispose();

  expect([problem, readdirSync(folder)]).toEqual([undefined, ['journal.db', 'journal.lock']]);
  expect(await seqsOf((await openStore(folder)).store)).toEqual([1]);
});

test('saves what is readable around damaged pages in the middle, keeps the file and says so', async () => {
  const folder = temporaryFolder();
  await fill(folder, 3_000);
  const pages = statSync(journalIn(folder)).size / PAGE;
  for (const page of [Math.floor(pages / 3), Math.floor(pages / 2)]) {
    overwrite(journalIn(folder), page * PAGE, Buffer.alloc(PAGE, 0xaa));
  }
  const damaged = readFileSync(journalIn(folder));

  const { store, problem } = await openStore(folder);

  const seqs = await seqsOf(store);
  const [kept = ''] = keptIn(folder);
  expect(problem).toMatch(
    /^The journal of this workspace was damaged\. \d+ events were saved into a new file and work goes on\. \d+ could not be read\. The damaged file is kept at /,
  );
  expect(problem).toContain(join(folder, kept));
  expect(readFileSync(join(folder, kept)).equals(damaged)).toBe(true);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(seqs.length).toBeGreaterThan(2_900);
  expect(seqs.length).toBeLessThan(3_001);
  expect((await store.eventsAfter(3_000, 9)).map(row => [row.seq, row.stream, row.kind])).toEqual([
    [3_001, 'journal', 'repaired'],
  ]);
  await store.transact('full', transaction => transaction.append(countedRow(3_002)));
  store.dispose();
  expect((await openStore(folder)).problem).toBeUndefined();
});

test.each([
  ['the first bytes', 0, 100],
  ['all bytes of the last page', -1, PAGE],
])('saves what is readable where %s are damaged', async (_what, page, length) => {
  const folder = temporaryFolder();
  await fill(folder, 3_000);
  const at = page < 0 ? statSync(journalIn(folder)).size - PAGE : 0;
  overwrite(journalIn(folder), at, Buffer.alloc(length, 0xaa));

  const { store, problem } = await openStore(folder);

  expect(problem).toContain('was damaged');
  expect((await seqsOf(store)).length).toBeGreaterThan(2_900);
  expect(keptIn(folder)).toHaveLength(1);
});

test('starts anew where nothing can be read, and keeps the file', async () => {
  const folder = temporaryFolder();
  writeFileSync(journalIn(folder), Buffer.alloc(3 * PAGE, 0xaa));

  const { store, problem } = await openStore(folder);

  expect(problem).toContain('0 events were saved');
  expect((await store.eventsAfter(0, 9)).map(row => row.kind)).toEqual(['repaired']);
  expect(keptIn(folder)).toHaveLength(1);
});

test('says so where the journal was emptied, and does not lose the write-ahead log beside it', async () => {
  const folder = temporaryFolder();
  await fill(folder, 10);
  truncateSync(journalIn(folder));
  const emptied = await openStore(folder);
  expect(emptied.problem).toMatch(/^The journal of this workspace was empty or gone, so a new one/);
  expect(emptied.problem).toContain(`put it back into ${folder} in the next 30 days`);
  expect(await seqsOf(emptied.store)).toEqual([]);
  emptied.store.dispose();

  truncateSync(journalIn(folder));
  writeFileSync(`${journalIn(folder)}-wal`, Buffer.alloc(PAGE, 1));
  expect((await openStore(folder)).problem).toContain('was damaged');
  const [kept = ''] = keptIn(folder);
  expect(readFileSync(join(folder, `${kept}-wal`)).equals(Buffer.alloc(PAGE, 1))).toBe(true);
});

test('does not mistake a file for a loss that was killed before its first table', async () => {
  const folder = temporaryFolder();
  writeFileSync(journalIn(folder), '');

  expect((await openStore(folder)).problem).toBeUndefined();
});

test('says once that what was recorded last may be missing, where the write-ahead log of a kill is gone', async () => {
  const [folder, left] = [temporaryFolder(), temporaryFolder()];
  const [{ store }, beside] = [await openStore(folder), await openStore(folder)];
  await store.transact('full', transaction => transaction.append(countedRow(1)));
  store.dispose();
  // What a backup leaves that knows nothing of SQLite, or a kill and a tool that tidies.
  const kept = readdirSync(folder).filter(name => !name.endsWith('-wal'));
  for (const name of kept) copyFileSync(join(folder, name), join(left, name));
  beside.store.dispose();

  const lost = await openStore(left);
  expect(lost.problem).toMatch(
    /^What was recorded last .* may be missing: its file journal\.db-wal is gone\./,
  );
  lost.store.dispose();
  expect((await openStore(left)).problem).toBeUndefined();
  const whole = await openStore(folder);
  expect([whole.problem, await seqsOf(whole.store)]).toEqual([undefined, [1]]);
});

test.each([
  ['is gone', (folder: string) => truncateSync(journalIn(folder))],
  ['was damaged', (folder: string) => overwrite(journalIn(folder), 0, Buffer.alloc(PAGE, 0xaa))],
])('takes a journal that %s for incomplete until a copy can no more be put back', async (_, spoil) => {
  const folder = temporaryFolder();
  let passedDays = 0;
  const clock = { ...runningClock, now: () => (Date.now() + passedDays * 86_400_000) as Instant };
  await fill(folder, 10);
  const isWhole = async () => {
    const opened = await openCounting(folder, clock);
    opened.dispose();
    return opened.journal.isWhole;
  };
  expect(await isWhole()).toBe(true);
  spoil(folder);
  expect(await isWhole()).toBe(false);
  passedDays = 29;
  expect(await isWhole()).toBe(false);
  passedDays = 30;
  expect(await isWhole()).toBe(true);
});

test('recovers a write-ahead log whose index is gone', async () => {
  const [folder, left] = [temporaryFolder(), temporaryFolder()];
  const { store } = await openStore(folder);
  await store.transact('normal', transaction => transaction.append(countedRow(1)));
  for (const name of ['journal.db', 'journal.db-wal']) {
    copyFileSync(join(folder, name), join(left, name));
    // Where the tests run as root, somebody else reads it.
    chmodSync(join(left, name), 0o444);
  }

  const opened = await openStore(left);

  expect([opened.problem, await seqsOf(opened.store)]).toEqual([undefined, [1]]);
});

test('goes on with a repair that was cut short after its result was complete', async () => {
  const folder = temporaryFolder();
  await fill(folder, 20);
  const salvaged = join(folder, 'journal.salvaged-2026-01-01T12-00-00-000Z.db');
  copyFileSync(journalIn(folder), salvaged);
  writeFileSync(journalIn(folder), 'damaged');
  writeFileSync(`${journalIn(folder)}-wal`, 'of the damaged file');

  const { store } = await openStore(folder);

  expect(await seqsOf(store)).toEqual(oneTo(20));
  const kept = join(folder, 'journal.damaged-2026-01-01T12-00-00-000Z.db');
  expect([readFileSync(kept, 'utf8'), readFileSync(`${kept}-wal`, 'utf8')]).toEqual([
    'damaged',
    'of the damaged file',
  ]);
  expect(existsSync(salvaged)).toBe(false);
});

test('repairs an event that only reading shows to be damaged', async () => {
  const folder = temporaryFolder();
  await fill(folder, 20);
  const database = new DatabaseSync(journalIn(folder));
  database.exec(`UPDATE events SET payload = '{"type":' WHERE seq = 7`);
  database.close();

  const { problem, sums, journal } = await openCounting(folder);

  expect(problem).toContain('19 events were saved into a new file and work goes on. 1 could not be read.');
  expect(sums()).toEqual({ n0: 4, n1: 4, n2: 3, n3: 4, n4: 4 });
  await journal.commit(counting, { add: [{ name: 'n0', by: 1 }] });
  expect(journal.seq).toBe(22);
});

test('lets a saved state bridge the events that were lost', async () => {
  const folder = temporaryFolder();
  await fill(folder, 3_000);
  const { store } = await openStore(folder);
  await store.saveStates([{ stream: 'counting', seq: 3_000, version: 1, state: '[["all",3000]]' }]);
  store.dispose();
  overwrite(journalIn(folder), 5 * PAGE, Buffer.alloc(PAGE, 0xaa));

  const { problem, sums, journal } = await openCounting(folder);

  expect(problem).toContain('was damaged');
  expect([sums(), journal.seq]).toEqual([{ all: 3_000 }, 3_001]);
});

test.each([['folder'], ['file']])(
  'shows what is recorded where the %s is read-only, and says why it does not write',
  async what => {
    const folder = join(temporaryFolder(), 'store');
    await fill(folder, 5);
    chmodSync(join(folder, '..'), 0o755);
    chmodSync(journalIn(folder), what === 'file' ? 0o444 : 0o666);
    chmodSync(folder, what === 'folder' ? 0o555 : 0o777);
    const before = readdirSync(folder);

    await asOrdinaryUser(async () => {
      const { problem, sums, journal, dispose } = await openCounting(folder);
      expect(problem).toBe(
        `Nothing can be recorded: the folder of this workspace's journal or a file in it is read-only (${folder}). Make it writable, then reload the window.`,
      );
      expect(sums()).toEqual({ n0: 1, n1: 1, n2: 1, n3: 1, n4: 1 });
      await expect(journal.commit(counting, { add: [] })).rejects.toMatchObject({
        code: 'journal-read-only',
        message: problem,
      });
      dispose();
    });

    if (what === 'folder') expect(readdirSync(folder)).toEqual(before);
  },
);

test('reads a read-only folder with the write-ahead log that was left in it', async () => {
  const [folder, left] = [temporaryFolder(), join(temporaryFolder(), 'left')];
  const { store } = await openStore(folder);
  await store.transact('normal', transaction => transaction.append(countedRow(1)));
  mkdirSync(left);
  for (const name of ['journal.db', 'journal.db-wal']) {
    copyFileSync(join(folder, name), join(left, name));
    // Where the tests run as root, somebody else reads it.
    chmodSync(join(left, name), 0o444);
  }
  chmodSync(join(left, '..'), 0o755);
  chmodSync(left, 0o555);

  await asOrdinaryUser(async () => {
    const { sums, dispose } = await openCounting(left);
    expect(sums()).toEqual({ n1: 1 });
    dispose();
  });
});

test('is usable, but records nothing, where not even a folder can be made', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  const { problem, journal, sums } = await openCounting(join(file, 'store'));

  expect(problem).toContain('Nothing can be recorded');
  expect(sums()).toEqual({});
  await expect(journal.commit(counting, { add: [] })).rejects.toMatchObject({ code: 'journal-read-only' });
});

test('reads a file of a newer form, and does not write to it', async () => {
  const folder = temporaryFolder();
  await fill(folder, 5);
  const newer = [
    ...journalMigrations,
    (database: DatabaseSync) => database.exec('ALTER TABLE events ADD COLUMN added TEXT'),
  ];
  (await openStore(folder, { migrations: newer })).store.dispose();
  const bytes = readFileSync(journalIn(folder));

  const { problem, sums, dispose } = await openCounting(folder);

  expect(problem).toContain('a newer version of the extension has written');
  expect(sums()).toEqual({ n0: 1, n1: 1, n2: 1, n3: 1, n4: 1 });
  dispose();
  expect(readFileSync(journalIn(folder)).equals(bytes)).toBe(true);
});

test('takes every step of the form once, and none of one that fails half way', async () => {
  const folder = temporaryFolder();
  await fill(folder, 5);
  const database = new DatabaseSync(journalIn(folder));
  const half = [
    ...journalMigrations,
    (db: DatabaseSync) => db.exec('CREATE TABLE second (a)'),
    (db: DatabaseSync) => {
      db.exec('CREATE TABLE third (a)');
      throw new Error('half way');
    },
  ];
  expect(() => migrate(database, half)).toThrow('half way');
  expect(() => migrate(database, half)).toThrow('half way');

  const names = database.prepare('SELECT name FROM sqlite_schema WHERE type = ? ORDER BY name').all('table');
  expect([names.map(row => row['name']), database.prepare('PRAGMA user_version').get()]).toEqual([
    ['compaction', 'events', 'second', 'snapshots', 'spare_states', 'states'],
    { user_version: journalMigrations.length + 1 },
  ]);
  database.close();
});

test('takes a damaged lock file for no obstacle', async () => {
  const folder = temporaryFolder();
  await fill(folder, 2);
  writeFileSync(join(folder, 'journal.lock'), Buffer.alloc(PAGE, 0xaa));

  const { store, problem } = await openStore(folder);

  expect([problem, store.readOnlyReason, await seqsOf(store)]).toEqual([undefined, undefined, [1, 2]]);
});

test('lets many open one damaged journal at once: one repairs, all go on', async () => {
  const folder = temporaryFolder();
  await fill(folder, 2_000);
  overwrite(journalIn(folder), 7 * PAGE, Buffer.alloc(PAGE, 0xaa));

  const all = await Promise.all(Array.from({ length: 4 }, () => openStore(folder)));

  expect(all.filter(({ problem }) => problem !== undefined)).toHaveLength(1);
  const lengths = await Promise.all(all.map(async ({ store }) => (await seqsOf(store)).length));
  expect(new Set(lengths).size).toBe(1);
});

test('shows what a journal holds that another process never lets go, waits 30 s at most, and says both', async () => {
  const folder = temporaryFolder();
  await fill(folder, 2);
  const others = new DatabaseSync(journalIn(folder));
  others.exec('BEGIN EXCLUSIVE');
  onTestFinished(() => others.close());
  const [clock, log] = [leapingClock(), new KeptLog()];

  const { store, problem } = await openStore(folder, { clock, log });

  expect(problem).toContain('has kept the journal of this workspace for 30 seconds');
  expect([store.readOnlyReason, await seqsOf(store)]).toEqual([problem, [1, 2]]);
  expect(log.lines.filter(line => line.includes('Another process keeps the journal'))).toHaveLength(1);
  expect(clock.monotonicMs()).toBeLessThan(32_000);
});

test.skipIf(process.platform === 'win32')(
  'goes on without a journal where its file is a link that leads nowhere, and says so',
  async () => {
    const folder = temporaryFolder();
    symlinkSync('journal.db', journalIn(folder));
    const { store, problem } = await openStore(folder);
    onTestFinished(() => store.dispose());
    expect(problem).toMatch(/^Nothing can be recorded: /);
    expect(await seqsOf(store)).toEqual([]);
  },
);
