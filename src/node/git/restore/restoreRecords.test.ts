import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '../../../core/snapshots/snapshot';
import type { Instant } from '../../../core/support/clock';
import { KeptLog } from '../../../../test/support/keptLog';
import { RestoreRecords } from './restoreRecords';

test.skipIf(process.platform === 'win32')('keeps contents for their owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mask = process.umask(0);
  onTestFinished(() => void process.umask(mask));
  const before: Snapshot = { id: 'before', takenAt: 0 as Instant, state: 'complete', roots: [] };
  const side = (text: string) => ({ mode: '100644', content: Buffer.from(text) });
  const target = { root: folder, path: 'a.txt', name: 'a.txt' };

  await new RestoreRecords(join(folder, 'restores'), new KeptLog()).begin('one', before, [
    { ...target, old: side('old'), new: side('new') },
  ]);

  const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    name => `${(statSync(join(folder, name)).mode & 0o777).toString(8)} ${name}`,
  );
  expect(modes.sort()).toEqual([
    '600 restores/one/0.new',
    '600 restores/one/0.old',
    '600 restores/one/record.json',
    '700 restores',
    '700 restores/one',
  ]);
});

test.skipIf(process.platform === 'win32')(
  'finds an interrupted restore whose pid somebody else has by now, as after a restart of a container',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-records-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const before: Snapshot = { id: 'before', takenAt: 0 as Instant, state: 'complete', roots: [] };
    const records = () => new RestoreRecords(folder, new KeptLog());
    await records().begin('one', before, []);
    const file = join(folder, 'one', 'record.json');
    const stored: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...stored, pid: process.ppid }));

    expect(await records().list()).toMatchObject([{ id: 'one' }]);
  },
);
