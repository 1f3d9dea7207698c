import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countedRow, openStore, temporaryFolder } from '../../../test/support/journalOnDisk';

test.each([
  ['emptied', true],
  ['removed', false],
])('saves what the write-ahead log of a journal holds that was %s', async (_, isThere) => {
  const [folder, left] = [temporaryFolder(), temporaryFolder()];
  const { store } = await openStore(folder);
  for (const seq of [1, 2, 3])
    await store.transact('full', transaction => transaction.append(countedRow(seq)));
  copyFileSync(join(folder, 'journal.db-wal'), join(left, 'journal.db-wal'));
  if (isThere) writeFileSync(join(left, 'journal.db'), '');

  const saved = await openStore(left);

  expect(saved.problem).toContain('3 events were saved into a new file and work goes on.');
  expect((await saved.store.eventsAfter(0, -1)).map(({ kind }) => kind)).toEqual([
    ...['counted', 'counted', 'counted'],
    'repaired',
  ]);
  expect(readdirSync(left).filter(name => /^journal\.damaged-.*-wal$/.test(name))).toHaveLength(1);
});
