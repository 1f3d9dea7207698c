import { lstatSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Snapshot } from '../../src/core/snapshots/snapshot';
import { ageFiles } from './story';
import { calm, requestOf, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

function repository(): SnapshotWorld {
  const made = new SnapshotWorld('repository');
  world = made;
  made.write('a.txt', 'a\n');
  made.write('run.sh', 'run\n');
  made.link('a.txt', 'way');
  made.git('add', '-A');
  made.git('update-index', '--chmod=+x', 'run.sh');
  made.git('commit', '-q', '-m', 'base');
  return made;
}

/** Restores what changed between the two, and takes that back; the disk after each. */
async function thereAndBack(at: SnapshotWorld, start: Snapshot, end: Snapshot) {
  const { snapshots } = at;
  const made = await snapshots.planRestore(requestOf(start, end), null, calm);
  const done = await snapshots.applyRestore(made, new Map(), calm);
  const restored = at.disk();
  await snapshots.applyRestore(await snapshots.planUndo(done, calm), new Map(), calm);
  return { restored, undone: at.disk() };
}

test.skipIf(process.platform === 'win32')(
  'restores where git does not go by the executable bit, and leaves the bit as the disk has it',
  async () => {
    const at = repository();
    at.git('config', 'core.filemode', 'false');
    at.chmod('a.txt', 0o755);
    const before = at.disk();
    expect([before.get('a.txt'), before.get('run.sh')]).toEqual(['+x a\n', 'run\n']);
    const start = await at.take();
    at.write('a.txt', 'by the task\n');
    at.write('run.sh', 'by the task\n');
    at.write('new.sh', 'new\n');
    at.chmod('new.sh', 0o755);
    const after = at.disk();
    expect(await thereAndBack(at, start, await at.take())).toMatchObject({ restored: before });
    expect(at.disk().get('run.sh')).toBe(after.get('run.sh'));
    expect(at.disk().get('a.txt')).toBe(after.get('a.txt'));
  },
);

test('restores where git keeps links as plain files', async () => {
  const at = repository();
  at.git('config', 'core.symlinks', 'false');
  at.remove('way');
  at.git('checkout', '-q', '--', 'way');
  const before = at.disk();
  const start = await at.take();
  at.write('way', 'run.sh');
  const after = at.disk();
  expect(await thereAndBack(at, start, await at.take())).toEqual({ restored: before, undone: after });
  at.remove('way');
  await thereAndBack(at, start, await at.take());
  const gone = await at.take();
  const made = await at.snapshots.planRestore(requestOf(start, gone), null, calm);
  await at.snapshots.applyRestore(made, new Map(), calm);
  expect([lstatSync(at.path('way')).isFile(), at.read('way')]).toEqual([true, 'a.txt']);
});

test('puts back a large file that is committed, also after it was touched, and takes that back', async () => {
  const at = repository();
  const large = 'x'.repeat(6 * 1024 * 1024);
  at.write('big.bin', large);
  at.commit('large');
  await at.take();
  ageFiles(at, 'big.bin');
  const start = await at.take();
  expect(start.roots[0]?.partial).toBeNull();
  at.remove('big.bin');
  const end = await at.take();
  const { own, preExistingTouched } = await at.account(start, end);
  expect([own.map(({ path }) => path), preExistingTouched]).toEqual([['big.bin'], []]);

  const { restored, undone } = await thereAndBack(at, start, end);
  expect([restored.get('big.bin') === large, undone.has('big.bin')]).toEqual([true, false]);
});

test('keeps what a large file held once that is committed', async () => {
  const at = repository();
  at.write('big.bin', 'x'.repeat(6 * 1024 * 1024));
  await at.take();
  at.commit('large');
  const start = await at.take();
  at.git('mv', 'big.bin', 'moved.bin');
  const end = await at.take();
  const { own, preExistingTouched } = await at.account(start, end);
  expect([own.map(({ from, path }) => [from, path]), preExistingTouched]).toEqual([
    [['big.bin', 'moved.bin']],
    [],
  ]);
});
