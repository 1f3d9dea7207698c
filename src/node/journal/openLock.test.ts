import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/journalOnDisk';
import { runningClock } from '../../../test/support/runningClock';
import { withOpenLock } from './openLock';
import { Patience, pause } from './patience';

test('lets one in after another, and tells the later ones that there was one before', async () => {
  const path = join(temporaryFolder(), 'journal.lock');
  const told: string[] = [];
  const open = (name: string) =>
    withOpenLock(path, new Patience(runningClock), async hadJournal => {
      told.push(`${name} in`);
      await pause(runningClock, 10);
      told.push(`${name} out`);
      return hadJournal;
    });

  const before = await Promise.all([open('a'), open('b'), open('c')]);

  expect(told.map(line => line.replace(/^./, ''))).toEqual([' in', ' out', ' in', ' out', ' in', ' out']);
  expect(before.filter(hadJournal => !hadJournal)).toHaveLength(1);
});

test('is free again after work that failed', async () => {
  const path = join(temporaryFolder(), 'journal.lock');

  await expect(
    withOpenLock(path, new Patience(runningClock), () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no');

  expect(
    await withOpenLock(path, new Patience(runningClock), hadJournal => Promise.resolve(hadJournal)),
  ).toBe(false);
});

test('lets one in after another also where all of them find the lock damaged', async () => {
  const path = join(temporaryFolder(), 'journal.lock');
  let inside = 0;
  let most = 0;
  const open = () =>
    withOpenLock(path, new Patience(runningClock), async () => {
      most = Math.max(most, ++inside);
      await pause(runningClock, 10);
      inside--;
    });
  for (let round = 0; round < 5; round++) {
    writeFileSync(path, 'no lock at all, and longer than the head of one. '.repeat(100));
    await Promise.all([open(), open(), open(), open()]);
  }

  expect(most).toBe(1);
});
