import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  const reason =
    'The repository or worktree that it was in is gone. Put it back at the same path, then restore again.';
  expect(plan.steps).toEqual([
    { path: 'a.txt', action: 'write' },
    { path: 'new.txt', action: 'delete' },
    { path: 'trees/one/a.txt', action: 'impossible', reason },
    { path: 'trees/one/new.txt', action: 'keep', reason: 'It is as it was before the task.' },
  ]);
  const outcome = await at.snapshots.applyRestore(plan, new Map(), calm);
  expect([outcome.written, outcome.deleted, at.read('a.txt')]).toEqual([['a.txt'], ['new.txt'], 'a\n']);
});

test('files of a repository inside that the task moved stay where they are now, as they cannot be put back', async () => {
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
      reason:
        'The repository or worktree that it was in is gone. Put it back at the same path, then restore again.',
    },
    {
      path: 'moved/n.txt',
      action: 'impossible',
      reason: "It holds what was in inner/n.txt, which can't be put back.",
    },
    { path: 'moved/new.txt', action: 'delete' },
  ]);
});

describe('of a repository inside that the task took away, the account says', () => {
  const worktree = (): void => {
    at.write('.git/info/exclude', 'trees/\n');
    at.git('worktree', 'add', '-q', '-b', 'side', 'trees/one');
  };
  const lost = async (task: () => void): Promise<readonly string[]> => {
    const start = await at.take();
    task();
    const account = await at.account(start, await at.take());
    const told = account.preExistingTouched.filter(change => change.isDestroyed);
    return [...told.map(({ path }) => path), ...account.warnings];
  };

  test('that the uncommitted work in it is lost, and nothing of what is committed', async () => {
    worktree();
    at.write('trees/one/a.txt', CHANGED);
    at.write('trees/one/new.txt', CHANGED);
    expect(await lost(() => at.git('worktree', 'remove', '--force', 'trees/one'))).toEqual([
      'trees/one/a.txt',
      'trees/one/new.txt',
      'Work that was not committed before the task is gone: trees/one/a.txt, trees/one/new.txt.',
    ]);
  });

  test('where the work is that the task committed before, and that converted line ends are no work', async () => {
    at.write('b.txt', 'b\n');
    at.commit('more');
    at.git('config', 'core.autocrlf', 'true');
    worktree();
    at.write('trees/one/a.txt', CHANGED);
    const told = await lost(() => {
      at.gitIn(at.path('trees/one'), 'commit', '-q', '-a', '-m', 'Keep it');
      at.git('worktree', 'remove', 'trees/one');
    });
    expect(told).toEqual([
      expect.stringMatching(/not lost, it is in commit \w+ "Keep it" on side\. .*: trees\/one\/a\.txt\.$/),
    ]);
  });

  test('that all is lost which went with its repository, unless it was only moved', async () => {
    for (const name of ['inner', 'other']) {
      at.write(`${name}/${name}.txt`, `${name}\n`);
      at.gitIn(at.path(name), 'init', '-q');
    }
    const told = await lost(() => {
      at.remove('inner');
      renameSync(at.path('other'), at.path('moved'));
    });
    expect(told).toEqual(['inner/inner.txt']);
  });
});
