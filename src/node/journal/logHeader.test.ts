import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countedRow, fill, openStore, temporaryFolder } from '../../../test/support/journalOnDisk';

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

test.each([
  ['written over', (log: string) => writeFileSync(log, 'x'.repeat(4_096))],
  ['shorter than its head', (log: string) => truncateSync(log, 20)],
  ['damaged in its head', (log: string) => overwrite(log, 16, Buffer.alloc(8, 0xaa))],
])('keeps a write-ahead log that is %s, and says that the journal was damaged', async (_, spoil) => {
  const [folder, left] = [temporaryFolder(), temporaryFolder()];
  await fill(folder, 3);
  const { store } = await openStore(folder);
  await store.transact('full', transaction => transaction.append(countedRow(4)));
  for (const name of ['journal.db', 'journal.db-wal']) copyFileSync(join(folder, name), join(left, name));
  const log = join(left, 'journal.db-wal');
  spoil(log);
  const spoilt = readFileSync(log);

  const opened = await openStore(left);
  expect(opened.problem).toMatch(/^The journal of this workspace was damaged\. 3 events were saved/);
  expect((await opened.store.eventsAfter(0, 3)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  const kept = readdirSync(left).find(name => /^journal\.damaged-.*-wal$/.test(name));
  expect(readFileSync(join(left, kept ?? '')).equals(spoilt)).toBe(true);
});
