import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Interval, Snapshot, TaskId } from '../../src/core/snapshots/snapshot';
import { StoppedClock } from '../support/stoppedClock';
import { accountText, calm, SnapshotWorld, TASK, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

function repository(layout: ConstructorParameters<typeof SnapshotWorld>[0] = 'repository'): SnapshotWorld {
  const made = new SnapshotWorld(layout);
  world = made;
  made.write('a.txt', TEN_LINES);
  if (layout === 'repository' || layout === 'subfolder') made.commit('base');
  return made;
}

test('names its roots, HEAD and method, and keeps the tree where gc finds it and no log shows it', async () => {
  const at = repository();
  const log = at.git('log', '--all', '--oneline');
  at.write('new.txt', 'x\n');
  const snapshot = await at.take();

  expect(snapshot).toMatchObject({
    state: 'complete',
    roots: [
      { root: at.folder, label: '', method: 'tree', branch: 'main', isRestorable: true, partial: null },
    ],
  });
  at.git('reflog', 'expire', '--expire=now', '--all');
  at.git('gc', '-q', '--prune=now');
  at.write('new.txt', 'y\n');
  const read = async (path: string): Promise<string | undefined> =>
    (await at.snapshots.read(snapshot, path, calm))?.toString();
  expect([await read('new.txt'), await read('a.txt'), await read('no.txt')]).toEqual([
    'x\n',
    TEN_LINES,
    undefined,
  ]);
  expect(at.git('log', '--all', '--oneline')).toBe(log);
  at.git('fsck', '--strict');
});

test('takes many snapshots at the same time, from several windows, all right', async () => {
  for (let round = 0; round < 10; round++) {
    const at = repository();
    at.write('new.txt', 'x\n');
    const windows = [at.snapshots, at.open(), at.open(), at.open()];
    const taken = await Promise.all([...windows, ...windows].map(window => window.take(calm)));
    expect(new Set(taken.map(({ state, roots }) => `${state} ${roots[0]?.tree}`)).size).toBe(1);
    expect(taken[0]).toMatchObject({ state: 'complete' });
    at.dispose();
  }
});

test('snapshots of many tasks become few refs when they are looked through, and gc keeps them', async () => {
  const at = repository();
  const taken: Snapshot[] = [];
  for (let n = 0; n < 40; n++) {
    at.write('new.txt', `${n}\n`);
    taken.push(await at.take());
  }
  const refCount = (): number => at.git('for-each-ref', 'refs/switchyard').trim().split('\n').length;
  expect(refCount()).toBe(80);
  await at.open().retain(taken, calm);
  expect(refCount()).toBe(1);
  at.git('reflog', 'expire', '--expire=now', '--all');
  at.git('gc', '-q', '--prune=now');

  const texts = await Promise.all(taken.map(async each => await at.snapshots.read(each, 'new.txt', calm)));
  expect(texts.map(String)).toEqual(taken.map((_, n) => `${n}\n`));
  at.git('fsck', '--strict');
});

test('goes on after its index was damaged, and removes indexes that killed gits left', async () => {
  const at = repository();
  await at.take();
  const [key] = readdirSync(join(at.storage, 'roots'));
  const folder = join(at.storage, 'roots', key ?? '');
  for (const name of readdirSync(folder)) {
    if (name.startsWith('index.')) writeFileSync(join(folder, name), 'garbage');
  }
  writeFileSync(join(folder, 'index.1.2.3'), 'left');
  utimesSync(join(folder, 'index.1.2.3'), 1, 1);
  const again = at.open();
  at.write('a.txt', 'changed\n');
  const snapshot = await again.take(calm);

  expect((await again.read(snapshot, 'a.txt', calm))?.toString()).toBe('changed\n');
  expect(existsSync(join(folder, 'index.1.2.3'))).toBe(false);
});

test('answers partial when time is short, and stops its gits when cancelled', async () => {
  const at = repository();
  for (let i = 0; i < 200; i += 1) at.write(`many/${i}.txt`, `${i}\n`);
  const hurried = at.open({ timeBudgetMs: 1 });
  expect(await hurried.take(calm)).toMatchObject({
    state: 'partial',
    roots: [
      { tree: null, isRestorable: false, partial: 'Recording took longer than 0.001 s and was stopped.' },
    ],
  });
  const abort = new AbortController();
  const taking = at.snapshots.take(abort.signal);
  setTimeout(() => abort.abort(new Error('enough')), 5);
  await expect(taking).rejects.toThrow('enough');
  expect((await at.take()).state).toBe('complete');
});

test('a task of which no start is known tells so instead of guessing', async () => {
  const at = repository();
  const start = await at.open({ timeBudgetMs: 1 }).take(calm);
  at.write('a.txt', 'changed\n');
  const account = await at.account(start, await at.take());

  expect(accountText(account)).toEqual([
    'unknown Recording took longer than 0.001 s and was stopped.',
    'partial Recording took longer than 0.001 s and was stopped.',
    'not restorable',
  ]);
});

test('lets go of the snapshots that nobody needs, in their repositories only', async () => {
  const clock = new StoppedClock();
  const at = new SnapshotWorld('repository', { clock });
  world = at;
  at.write('a.txt', 'a\n');
  at.commit('base');
  const kept = await at.take();
  at.write('a.txt', 'b\n');
  await at.take();
  const refs = (): readonly string[] =>
    at
      .git('for-each-ref', '--format=%(refname)', 'refs/switchyard')
      .split('\n')
      .filter(ref => ref !== '');
  expect(refs()).toHaveLength(4);

  await at.snapshots.retain([kept], calm);
  expect(refs()).toHaveLength(4);
  clock.advance(11 * 60_000);
  await at.snapshots.retain([kept], calm);
  expect(refs().every(ref => ref.includes(kept.id))).toBe(true);
  expect(refs()).toHaveLength(2);
});

test('separates tasks that overlap by the intervals between their boundaries', async () => {
  const at = repository();
  const other = 'task-2' as TaskId;
  const child = 'task-3' as TaskId;
  const start = await at.take();
  at.write('mine.txt', '1\n');
  at.write('both.txt', '1\n');
  const second = await at.take();
  at.write('both.txt', '2\n');
  at.write('theirs.txt', '1\n');
  const third = await at.take();
  at.write('child.txt', '1\n');
  const fourth = await at.take();
  at.write('end.txt', '1\n');
  const end = await at.take();
  const interval = (from: Snapshot, to: Snapshot, ...owners: readonly TaskId[]): Interval => ({
    from,
    to,
    isAlone: owners.join() === TASK,
    owners: () => owners,
  });

  const account = await at.account(start, end, [
    interval(start, second, TASK),
    interval(second, third, TASK, other),
    interval(third, fourth, child),
    interval(fourth, end, TASK),
  ]);
  expect(accountText(account)).toEqual([
    'own added both.txt +1 -0',
    'own added end.txt +1 -0',
    'own added mine.txt +1 -0',
    'shared added both.txt +1 -0 with task-2',
    'shared added theirs.txt +1 -0 with task-2',
  ]);
});

test('names paths outside the workspace folder but inside its repository', async () => {
  const at = repository('subfolder');
  const start = await at.take();
  writeFileSync(join(at.folder, '..', '..', 'outside.txt'), 'x\n');
  expect(accountText(await at.account(start, await at.take()))).toEqual([
    'own added ../../outside.txt +1 -0',
  ]);
});

test('records a folder that the repository above it ignores as one without git', async () => {
  const at = new SnapshotWorld('subfolder');
  world = at;
  at.write('../../.gitignore', 'app/\n');
  at.write('../../top.txt', 'top\n');
  at.commit('base');
  at.write('a.txt', 'a\n');
  const start = await at.take();
  at.write('a.txt', 'task\n');
  at.write('new.txt', 'new\n');
  at.write('../../top.txt', 'beside\n');
  const end = await at.take();
  expect(accountText(await at.account(start, end))).toEqual([
    'own added new.txt +1 -0',
    'own modified a.txt +1 -1',
  ]);
  at.git('add', '-f', 'a.txt');
  expect((await at.open().take(calm)).roots[0]?.method).toBe('tree');
});

test('records a folder without git in a repository of ours, restorable, without what tools make', async () => {
  const at = repository('folder');
  at.write('node_modules/x/index.js', 'x');
  const start = await at.take();
  expect(start.roots).toMatchObject([{ method: 'shadow', head: null, isRestorable: true, partial: null }]);
  at.write('a.txt', 'changed\n');
  at.write('é.bin', new Uint8Array([0, 1]));
  at.write('node_modules/x/index.js', 'y');
  const end = await at.take();

  expect(accountText(await at.account(start, end))).toEqual([
    'own added é.bin binary',
    'own modified a.txt +1 -10',
  ]);
  expect(existsSync(at.path('.git'))).toBe(false);
  const plan = await at.snapshots.planRestore(
    { task: 'task-1' as TaskId, start, end, intervals: [] },
    null,
    calm,
  );
  await at.snapshots.applyRestore(plan, new Map(), calm);
  expect(at.read('a.txt')).toBe(TEN_LINES);
});

test('follows a folder that becomes a repository in the task', async () => {
  const at = repository('folder');
  const start = await at.take();
  at.git('init', '-q', '-b', 'main');
  at.write('new.txt', 'x\n');
  at.commit('first');

  expect(accountText(await at.account(start, await at.take()))).toEqual([
    'own added new.txt +1 -0',
    'commit first',
  ]);
});

test('without a git binary compares lists of files, and says that nothing can be put back', async () => {
  const at = repository('no-git');
  at.write('.gitignore', '*.log\n/build-*\n!keep.log\n');
  at.write('b.txt', 'b\n');
  at.write('moved.txt', 'some content\n');
  at.link('a.txt', 'loop');
  execFileSync('mkfifo', [at.path('pipe')]);
  const start = await at.take();
  expect(start.roots).toMatchObject([{ method: 'manifest', isRestorable: false }]);
  at.write('a.txt', 'changed\n');
  at.remove('b.txt');
  at.remove('moved.txt');
  at.write('dir/é new.txt', 'some content\n');
  at.write('data.bin', new Uint8Array([0, 1]));
  at.write('x.log', 'ignored\n');
  at.write('keep.log', 'kept\n');
  at.chmod('.gitignore', 0o755);
  utimesSync(at.path('.gitignore'), 1, 1);
  const end = await at.take();

  expect(accountText(await at.account(start, end))).toEqual([
    'own added data.bin binary',
    'own added keep.log',
    'own deleted b.txt',
    'own mode .gitignore 100644>100755',
    'own modified a.txt',
    'own renamed moved.txt -> dir/é new.txt',
    'not restorable',
  ]);
});

test('falls back to lists when git cannot be started', async () => {
  const at = new SnapshotWorld('folder', { gitBinary: '/no/such/git' });
  world = at;
  expect((await at.take()).roots).toMatchObject([{ method: 'manifest', isRestorable: false }]);
});

test('records nothing of a home folder', async () => {
  const at = repository();
  const [root] = (await at.open({ workspaceFolder: homedir() }).take(calm)).roots;
  expect(root).toMatchObject({ method: 'none', tree: null, isRestorable: false });
});

test('keeps its objects elsewhere when the repository cannot be written', async () => {
  const at = repository();
  if (process.getuid?.() === 0) return;
  chmodSync(join(at.path('.git'), 'objects'), 0o500);
  expect((await at.take()).roots[0]).toMatchObject({ method: 'shadow', isRestorable: true });
  chmodSync(join(at.path('.git'), 'objects'), 0o700);
});

test('ignores what the environment tells git', async () => {
  const at = repository();
  const trap = join(at.base, 'trap');
  mkdirSync(trap);
  const saved = { ...process.env };
  Object.assign(process.env, {
    GIT_DIR: trap,
    GIT_INDEX_FILE: join(trap, 'index'),
    GIT_OBJECT_DIRECTORY: trap,
    GIT_EXTERNAL_DIFF: 'false',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.worktree',
    GIT_CONFIG_VALUE_0: trap,
  });
  try {
    expect((await at.open().take(calm)).roots).toMatchObject([{ root: at.folder, method: 'tree' }]);
    expect(readdirSync(trap)).toEqual([]);
  } finally {
    process.env = saved;
  }
});

test('leaves nothing of a snapshot in the repository but objects and refs', async () => {
  const at = repository();
  const listing = (): readonly string[] =>
    readdirSync(at.path('.git'), { recursive: true })
      .map(String)
      .filter(name => !/^(?:objects|refs.switchyard)/.test(name) && name !== 'refs')
      .map(name => `${name} ${statSync(join(at.path('.git'), name)).mtimeMs}`);
  const before = listing().filter(line => !line.startsWith('refs'));
  await at.take();
  expect(listing().filter(line => !line.startsWith('refs'))).toEqual(before);
});
