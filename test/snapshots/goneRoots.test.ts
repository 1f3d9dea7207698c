import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calm, oneFile, requestOf, type SnapshotWorld } from './world';

let at: SnapshotWorld;

beforeEach(() => {
  at = oneFile();
});
afterEach(() => at.dispose());

const CHANGED = 'changed\n';

test('new files of a task go, and come back, after the repository is gone', async () => {
  const start = await at.take();
  at.write('a.txt', CHANGED);
  at.write('folder/new.txt', CHANGED);
  const request = requestOf(start, await at.take());
  renameSync(at.path('.git'), join(at.base, 'gone'));
  const plan = await at.snapshots.planRestore(request, null, calm);
  expect(plan.steps).toMatchObject([
    { path: 'a.txt', action: 'impossible' },
    { path: 'folder/new.txt', action: 'delete' },
  ]);
  const outcome = await at.snapshots.applyRestore(plan, new Map(), calm);
  expect([...at.disk().keys()]).toEqual(['a.txt']);
  const undo = await at.snapshots.planUndo(outcome, calm);
  await at.snapshots.applyRestore(undo, new Map(), calm);
  expect([at.read('a.txt'), at.read('folder/new.txt')]).toEqual([CHANGED, CHANGED]);
});

test('a worktree inside that was removed after the task does not keep the rest from being restored', async () => {
  at.write('.git/info/exclude', 'trees/\n');
  at.git('worktree', 'add', '-q', 'trees/one');
  const start = await at.take();
  for (const place of ['', 'trees/one/']) {
    at.write(`${place}a.txt`, CHANGED);
    at.write(`${place}new.txt`, CHANGED);
  }
  const request = requestOf(start, await at.take());
  at.git('worktree', 'remove', '--force', 'trees/one');
  const plan = await at.snapshots.planRestore(request, null, calm);
  const reason = 'The repository or worktree that it was in is gone.';
  expect(plan.steps).toEqual([
    { path: 'a.txt', action: 'write' },
    { path: 'new.txt', action: 'delete' },
    { path: 'trees/one/a.txt', action: 'impossible', reason },
    { path: 'trees/one/new.txt', action: 'keep', reason: 'It is as it was before the task.' },
  ]);
  const outcome = await at.snapshots.applyRestore(plan, new Map(), calm);
  expect([outcome.written, outcome.deleted, at.read('a.txt')]).toEqual([['a.txt'], ['new.txt'], 'a\n']);
});

test('files of a repository inside that the task moved stay where they are now, as they can not be put back', async () => {
  at.write('inner/n.txt', 'n\n');
  at.gitIn(at.path('inner'), 'init', '-q');
  const start = await at.take();
  renameSync(at.path('inner'), at.path('moved'));
  at.write('moved/new.txt', CHANGED);
  const plan = await at.snapshots.planRestore(requestOf(start, await at.take()), null, calm);
  expect(plan.steps).toEqual([
    {
      path: 'inner/n.txt',
      action: 'impossible',
      reason: 'The repository or worktree that it was in is gone.',
    },
    {
      path: 'moved/n.txt',
      action: 'impossible',
      reason: "It holds what was in inner/n.txt, which can't be put back.",
    },
    { path: 'moved/new.txt', action: 'delete' },
  ]);
});
