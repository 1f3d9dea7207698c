import { lstatSync, renameSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Snapshot } from '../../src/core/snapshots/snapshot';
import { calm, oneFile, requestOf, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

const rightsOf = (at: SnapshotWorld, ...names: readonly string[]): readonly string[] =>
  names.map(name => `${name} ${(lstatSync(at.path(name)).mode & 0o777).toString(8)}`);

function writePrivate(at: SnapshotWorld, rights: Readonly<Record<string, number>>): void {
  for (const [name, mode] of Object.entries(rights)) {
    at.write(name, `${name}\n`);
    at.chmod(name, mode);
  }
}

async function restore(at: SnapshotWorld, start: Snapshot, end: Snapshot) {
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  return await at.snapshots.applyRestore(plan, new Map(), calm);
}

/** Puts another file into its place, as editors do and most agents. */
function replace(at: SnapshotWorld, name: string): void {
  at.write(`${name}.new`, 'replaced\n');
  at.chmod(`${name}.new`, 0o644);
  renameSync(at.path(`${name}.new`), at.path(name));
}

test.skipIf(process.platform === 'win32')(
  'brings a file back for nobody who could not read it before, deleted or replaced',
  async () => {
    const at = (world = oneFile());
    writePrivate(at, { 'notes.txt': 0o600, 'team.txt': 0o640, run: 0o750, constructor: 0o600 });
    writePrivate(at, { 'a.txt': 0o600 });
    await at.take();
    at.write('b.txt', 'A later snapshot still knows it.\n');
    const start = await at.take();
    for (const name of ['notes.txt', 'team.txt', 'b.txt', 'constructor']) at.remove(name);
    replace(at, 'run');
    replace(at, 'a.txt');
    writePrivate(at, { 'made.txt': 0o600 });
    const done = await restore(at, start, await at.take());
    const before = ['notes.txt 600', 'team.txt 640', 'run 750', 'a.txt 600', 'constructor 600'];
    expect(rightsOf(at, 'notes.txt', 'team.txt', 'run', 'a.txt', 'constructor')).toEqual(before);
    await at.snapshots.applyRestore(await at.snapshots.planUndo(done, calm), new Map(), calm);
    expect(rightsOf(at, 'made.txt')).toEqual(['made.txt 600']);
  },
);

test.skipIf(process.platform === 'win32')(
  'knows who may read a file in a folder without a repository',
  async () => {
    const at = (world = new SnapshotWorld('folder'));
    writePrivate(at, { 'notes.txt': 0o600 });
    const start = await at.take();
    at.remove('notes.txt');
    await restore(at, start, await at.take());
    expect(rightsOf(at, 'notes.txt')).toEqual(['notes.txt 600']);
  },
);

test.skipIf(process.platform === 'win32')(
  'gives a file that a task made for its owner alone no more readers where a restore fails and is taken back',
  async () => {
    const at = (world = oneFile());
    const start = await at.take();
    writePrivate(at, { 'z.txt': 0o600 });
    at.write('a.txt', 'by the task\n');
    const end = await at.take();
    const snapshots = at.open({
      trash: async path => {
        at.remove(path.slice(at.folder.length + 1));
        // Then the restore fails, as what is to be written changed.
        at.write('a.txt', 'by somebody\n');
      },
    });
    const plan = await snapshots.planRestore(requestOf(start, end), null, calm);
    await expect(snapshots.applyRestore(plan, new Map(), calm)).rejects.toThrow('a.txt');
    expect(rightsOf(at, 'z.txt')).toEqual(['z.txt 600']);
  },
);
