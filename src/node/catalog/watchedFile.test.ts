import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Disposable } from '../../core/support/disposable';
import { WatchedFile } from './watchedFile';

let root: string;
const open: Disposable[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchyard-watched-'));
});

afterEach(() => {
  for (const watch of open.splice(0)) watch.dispose();
  rmSync(root, { recursive: true, force: true });
});

async function watched(name: string) {
  const file = new WatchedFile(join(root, name));
  const heard = { changes: 0 };
  // To read it is to know it: only then the next change is one.
  open.push(file.onDidChange(() => void file.read().then(() => (heard.changes += 1))));
  await file.read();
  return heard;
}

test('a change of another file in the folder is no reason to read the file again', async () => {
  writeFileSync(join(root, 'file'), 'one');
  // The same file by another name: what is written there, no watch of its folder can tell.
  const elsewhere = mkdtempSync(join(tmpdir(), 'switchyard-watched-'));
  linkSync(join(root, 'file'), join(elsewhere, 'alias'));
  try {
    const [heard, neighbour] = [await watched('file'), await watched('neighbour')];
    writeFileSync(join(elsewhere, 'alias'), 'two');
    // What is told of the second one was told of the first one before.
    for (const round of [1, 2]) {
      writeFileSync(join(root, 'neighbour'), `${round}`);
      await expect.poll(() => neighbour.changes, { interval: 10 }).toBeGreaterThanOrEqual(round);
    }
    expect(heard.changes).toBe(0);
    writeFileSync(join(root, 'file'), 'three');
    await expect.poll(() => heard.changes, { interval: 10 }).toBeGreaterThan(0);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
