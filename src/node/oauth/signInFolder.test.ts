import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerId } from '../../shared/ids';
import { flushedFiles } from '../../../test/support/flushedFiles';
import { KeptLog } from '../../../test/support/keptLog';
import { SignInFolder } from './signInFolder';

test.skipIf(process.platform !== 'linux')(
  'a renewed sign-in is on the disk, under its name, when it is told of: the token before counts no more',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-sign-ins-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const signIns = await SignInFolder.open(folder, new KeptLog());
    onTestFinished(() => signIns.dispose());
    const flushed = await flushedFiles(fileURLToPath(import.meta.url));
    await signIns.write('notes' as ServerId, '{}');
    expect(flushed.map(path => path.slice(folder.length).split('.')[0])).toEqual(['/notes', '']);
    expect(await signIns.servers()).toEqual(new Set(['notes']));
  },
);
