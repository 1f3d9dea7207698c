import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { accountText, calm, requestOf, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

function place(at: SnapshotWorld, ...bytes: readonly (string | number)[]): Buffer {
  const parts = bytes.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part])));
  return Buffer.concat([Buffer.from(`${at.folder}/`), ...parts]);
}

// Only Linux lets bytes that are no UTF-8 be a name.
test.skipIf(process.platform !== 'linux').each(['repository', 'no-git'] as const)(
  'tells names that are not UTF-8 with their right status: %s',
  async layout => {
    const at = new SnapshotWorld(layout);
    world = at;
    writeFileSync(place(at, 'edited', 0xe9), 'one\n');
    writeFileSync(place(at, 'gone', 0xe9), 'two\n');
    writeFileSync(place(at, 'same', 0xe9), 'three\n');
    mkdirSync(place(at, 'dir', 0xff));
    if (layout === 'repository') at.commit('base');
    const start = await at.take();
    writeFileSync(place(at, 'edited', 0xe9), 'changed\n');
    rmSync(place(at, 'gone', 0xe9));
    writeFileSync(place(at, 0xfe, '.txt'), 'new\n');
    writeFileSync(place(at, 0xff, '.txt'), 'also new, and another\n');
    writeFileSync(place(at, 'dir', 0xff, '/inner', 0xfe), 'inside of it\n');
    writeFileSync(place(at, 'large', 0xff), Buffer.alloc(6 * 1024 * 1024));
    const end = await at.take();

    const account = await at.account(start, end);
    const told = account.own.map(({ status, path }) => `${status} ${path}`);
    expect(told.toSorted()).toEqual([
      'added dir�FF/inner�FE',
      'added large�FF',
      'added �FE.txt',
      'added �FF.txt',
      'deleted gone�E9',
      'modified edited�E9',
    ]);
    expect(account.partial).toBe(null);
  },
);

test.skipIf(process.platform !== 'linux')('reads such a file, and says why it is not put back', async () => {
  const at = new SnapshotWorld('repository');
  world = at;
  writeFileSync(place(at, 'dir', 0xff), 'one\n');
  at.commit('base');
  const start = await at.take();
  writeFileSync(place(at, 'dir', 0xff), 'two\n');
  const end = await at.take();

  expect((await at.snapshots.read(start, 'dir�FF', calm))?.toString()).toBe('one\n');
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  expect(plan.steps).toEqual([
    { path: 'dir�FF', action: 'impossible', reason: expect.stringContaining('not UTF-8') },
  ]);
});

test.skipIf(process.platform === 'win32' || process.platform === 'darwin')(
  'believes the disk, not the settings, about names that differ by case',
  async () => {
    const at = new SnapshotWorld('repository');
    world = at;
    at.write('readme', 'some text\n');
    at.write('other', 'more text\n');
    at.commit('base');
    at.git('config', 'core.ignorecase', 'true');
    const start = await at.take();
    at.write('README', 'some text\n');
    at.remove('readme');
    at.write('Other', 'something else\n');
    at.remove('other');
    const end = await at.take();

    expect(accountText(await at.account(start, end))).toEqual([
      'own added Other +1 -0',
      'own deleted other +0 -1',
      'own renamed readme -> README +0 -0',
    ]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'keeps a file that was moved from such a name, also with an edit: it cannot be put back there',
  async () => {
    const at = new SnapshotWorld('repository');
    world = at;
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
    writeFileSync(place(at, 'dir', 0xff), lines);
    const start = await at.take();
    rmSync(place(at, 'dir', 0xff));
    at.write('dir.txt', `${lines}more\n`);
    const plan = await at.snapshots.planRestore(requestOf(start, await at.take()), null, calm);
    expect(plan.steps).toEqual([
      {
        path: 'dir.txt',
        action: 'impossible',
        reason: expect.stringContaining("which can't be put back"),
      },
      { path: 'dir\uFFFDFF', action: 'impossible', reason: expect.stringContaining('not UTF-8') },
    ]);
  },
);
