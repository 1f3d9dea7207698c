import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountText, calm, oneFile, requestOf, type SnapshotWorld } from './world';

let at: SnapshotWorld;

beforeEach(() => {
  at = oneFile();
});
afterEach(() => at.dispose());

/** A task takes the files of a repository inside into the one around it, and changes some. */
async function absorbed(unlink: () => void) {
  const start = await at.take();
  const before = at.disk();
  unlink();
  rmSync(at.path('sub/.git'), { recursive: true });
  at.git('add', '-A');
  at.write('a.txt', 'changed\n');
  at.write('sub/a.txt', 'changed\n');
  at.write('sub/new.txt', 'new\n');
  const end = await at.take();
  const told = accountText(await at.account(start, end)).map(line => line.replace(/ [+]\d+ -\d+$/, ''));
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  return { before, end, plan, told: told.filter(line => line.includes(' sub/')) };
}

const TOLD = ['own added sub/new.txt', 'own modified sub/a.txt'];

test('the files of a submodule that a task made a plain folder are told once, and put back', async () => {
  const library = join(at.base, 'library');
  at.git('clone', '-q', '.', library);
  at.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
  at.commit('sub');
  const { before, end, plan, told } = await absorbed(() => at.git('rm', '-q', '--cached', 'sub'));
  expect(told).toEqual(TOLD);
  const outcome = await at.snapshots.applyRestore(plan, new Map(), calm);
  expect(at.disk()).toEqual(before);
  const undo = await at.snapshots.planUndo(outcome, calm);
  await at.snapshots.applyRestore(undo, new Map(), calm);
  expect([at.read('sub/a.txt'), at.read('sub/new.txt')]).toEqual(['changed\n', 'new\n']);
  const next = await at.account(end, await at.take());
  expect([next.own, next.unknown]).toEqual([[], null]);
});

test('the files of a repository inside whose .git a task deleted are told once, and keep no other from being put back', async () => {
  at.git('clone', '-q', '.', 'sub');
  const { plan, told } = await absorbed(() => undefined);
  expect(told).toEqual(TOLD);
  expect(plan.steps).toMatchObject([
    { path: 'a.txt', action: 'write' },
    { path: 'sub/a.txt', action: 'impossible' },
    { path: 'sub/new.txt', action: 'delete' },
  ]);
  await at.snapshots.applyRestore(plan, new Map(), calm);
  expect([at.read('a.txt'), at.read('sub/a.txt')]).toEqual(['a\n', 'changed\n']);
});
