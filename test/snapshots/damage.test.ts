import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { TaskAccount } from '../../src/core/snapshots/snapshot';
import { calm, requestOf, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** A repository with a tracked, an untracked, an ignored and a forced file, and files that lists without git leave out. */
function repository(): SnapshotWorld {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('.gitignore', '*.tmp\n');
  at.write('a.txt', TEN_LINES);
  at.write('gone.txt', 'gone\n');
  at.write('dist/kept.js', 'kept\n');
  at.write('forced.tmp', 'forced\n');
  at.git('add', '-f', 'forced.tmp');
  at.commit('base');
  at.write('.git/info/exclude', 'private/\n');
  at.write('private/x.txt', 'x\n');
  at.write('untracked.txt', 'untracked\n');
  at.write('ignored.tmp', 'ignored\n');
  return at;
}

/** What the task does to files, whatever becomes of the repository. */
function work(at: SnapshotWorld): void {
  at.write('a.txt', TEN_LINES.replace('line 2\n', 'line two\n'));
  at.write('untracked.txt', 'changed\n');
  at.write('forced.tmp', 'changed\n');
  at.write('new.txt', 'new\n');
  at.remove('gone.txt');
}

const WORK = [
  'added new.txt',
  'deleted gone.txt',
  'modified a.txt',
  'modified forced.tmp',
  'modified untracked.txt',
];

function told(account: TaskAccount): readonly string[] {
  return account.own.map(({ status, path, from }) => `${status} ${from ?? ''}${path}`).toSorted();
}

/** Puts another repository with a commit of its own in the place of the world's. */
function replaced(at: SnapshotWorld): void {
  const other = join(at.base, 'other');
  mkdirSync(other);
  at.gitIn(other, 'init', '-q', '-b', 'main');
  writeFileSync(join(other, 'b.txt'), 'of another\n');
  at.gitIn(other, 'add', '-A');
  at.gitIn(other, 'commit', '-q', '-m', 'another');
  at.remove('.git');
  cpSync(join(other, '.git'), at.path('.git'), { recursive: true });
}

/** Takes away the objects of these types. */
function withoutObjects(at: SnapshotWorld, ...types: readonly string[]): void {
  const all = at.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)');
  for (const line of all.trim().split('\n')) {
    const [id = '', type = ''] = line.split(' ');
    if (types.includes(type)) at.remove(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
  }
}

/** What may become of a repository during a task, and whether what the start had can still be put back. */
const DAMAGES: readonly (readonly [string, (at: SnapshotWorld) => void, boolean])[] = [
  ['deleted', at => at.remove('.git'), false],
  ['moved away', at => renameSync(at.path('.git'), join(at.base, 'moved')), false],
  [
    'deleted and made anew',
    at => {
      at.remove('.git');
      at.git('init', '-q', '-b', 'main');
    },
    false,
  ],
  [
    'made anew, with a commit of everything',
    at => {
      at.remove('.git');
      at.git('init', '-q', '-b', 'main');
      at.commit('anew');
    },
    false,
  ],
  ['replaced by another repository', replaced, false],
  ['left with garbage for an index', at => at.write('.git/index', 'garbage'), true],
  ['left with an empty index', at => at.write('.git/index', ''), true],
  ['left with garbage for HEAD', at => at.write('.git/HEAD', 'garbage'), true],
  ['left without HEAD', at => at.remove('.git/HEAD'), true],
  ['left without any object', at => withoutObjects(at, 'blob', 'tree', 'commit'), false],
  ['left without contents', at => withoutObjects(at, 'blob'), false],
  ['left without trees', at => withoutObjects(at, 'tree'), true],
  ['left without commits', at => withoutObjects(at, 'commit'), true],
  ['left without its object store', at => at.remove('.git/objects'), false],
  ['left with garbage for settings', at => at.write('.git/config', '[core\n= garbage'), true],
];

describe.each(DAMAGES)('a repository that is %s in the task', (_name, damage, isRestorable) => {
  test('has its changed files told truly', async () => {
    const at = repository();
    const start = await at.take();
    work(at);
    damage(at);
    const end = await at.take();
    const account = await at.account(start, end);
    expect(told(account)).toEqual(WORK);
    expect(account).toMatchObject({ unknown: null, isRestorable });
    expect(account.partial).not.toBe(null);
  });

  test('is told so by another window as well', async () => {
    const at = repository();
    const start = await at.take();
    work(at);
    damage(at);
    const other = at.open();
    const end = await other.take(calm);
    const account = await other.account(requestOf(start, end), calm);
    expect(told(account)).toEqual(WORK);
    expect(account).toMatchObject({ unknown: null, isRestorable });
  });

  test('is no change of files, nor are the tasks after it spoilt', async () => {
    const at = repository();
    const start = await at.take();
    damage(at);
    const second = await at.take();
    expect(told(await at.account(start, second))).toEqual([]);
    expect((await at.account(start, second)).unknown).toBe(null);
    work(at);
    const account = await at.account(second, await at.take());
    expect(told(account)).toEqual(WORK);
    expect(account.unknown).toBe(null);
  });
});

test('a start that is not the last snapshot is compared as well, when the repository is gone', async () => {
  const at = repository();
  const start = await at.take();
  at.write('between.txt', 'x\n');
  at.write('a.txt', 'another text\n');
  await at.take();
  work(at);
  at.remove('between.txt');
  at.remove('.git');
  expect(told(await at.account(start, await at.take()))).toEqual(WORK);
});

test('what cannot be put back any more is planned as impossible, with the reason', async () => {
  const at = repository();
  const start = await at.take();
  work(at);
  at.remove('.git');
  const end = await at.take();
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  expect(plan.steps.map(({ path, action }) => `${action} ${path}`).toSorted()).toEqual([
    'delete new.txt',
    'impossible a.txt',
    'impossible forced.tmp',
    'impossible gone.txt',
    'impossible untracked.txt',
  ]);
  await at.snapshots.applyRestore(plan, new Map(), calm);
  expect(at.disk().has('new.txt')).toBe(false);
  expect(await at.snapshots.read(start, 'a.txt', calm)).toBe(undefined);
});

test('what a repository that cannot be read still has is put back', async () => {
  const at = repository();
  const before = at.disk();
  const start = await at.take();
  work(at);
  at.write('.git/HEAD', 'garbage');
  const end = await at.take();
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  await at.snapshots.applyRestore(plan, new Map(), calm);
  expect(at.disk()).toEqual(before);
});

test('a large repository that is gone is told truly without reading all of it, and is not restorable then', async () => {
  const at = repository();
  mkdirSync(at.path('many'));
  for (let i = 0; i <= 5_000; i += 1) writeFileSync(at.path(`many/${i}`), `${i}\n`);
  const start = await at.take();
  work(at);
  at.write('many/7', 'changed\n');
  at.remove('.git');
  const second = await at.take();
  expect(told(await at.account(start, second))).toEqual([...WORK, 'modified many/7'].toSorted());
  expect(second.roots).toMatchObject([{ method: 'shadow', isRestorable: false }]);
  at.write('many/8', 'changed\n');
  at.write('many/7', 'changed again\n');
  const account = await at.account(second, await at.take());
  expect(told(account)).toEqual(['modified many/7', 'modified many/8']);
  expect(account).toMatchObject({ unknown: null, isRestorable: false });
});

test.each([
  ['empty', ''],
  ['full of zeros', '\0'.repeat(400)],
])(
  'what is kept beside a snapshot and is %s, as after a power cut, leaves its changes unknown and later tasks alone',
  async (_, text) => {
    const at = repository();
    const start = await at.take();
    work(at);
    const end = await at.take();
    writeFileSync(join(at.storage, 'snapshots', `${start.id}.json`), text);

    expect((await at.account(start, end)).unknown).toBe(
      "What was kept beside the snapshot is gone or can't be read.",
    );
    await at.snapshots.retain([end], calm);
    at.write('later.txt', 'later\n');
    expect(told(await at.account(end, await at.take()))).toEqual(['added later.txt']);
  },
);

test('refuses a snapshot and a restore, with files as they were, where nothing can be written of them', async () => {
  const at = repository();
  const start = await at.take();
  work(at);
  const end = await at.take();
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  writeFileSync(join(at.storage, 'restores'), 'a file');
  await expect(at.snapshots.applyRestore(plan, new Map(), calm)).rejects.toMatchObject({
    code: 'journal-io',
  });
  expect(told(await at.account(start, end))).toEqual(WORK);

  renameSync(join(at.storage, 'snapshots'), join(at.base, 'moved'));
  writeFileSync(join(at.storage, 'snapshots'), 'a file');
  await expect(at.take()).rejects.toMatchObject({ code: 'journal-io' });
});

test('a restore beside a repository that git cannot read, but whose objects are there, can be undone', async () => {
  const at = repository();
  const start = await at.take();
  work(at);
  const end = await at.take();
  at.write('.git/HEAD', '');
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  const outcome = await at.snapshots.applyRestore(plan, new Map(), calm);
  expect(outcome.written).toContain('a.txt');

  const undo = await at.snapshots.planUndo(outcome, calm);
  expect(undo.steps.filter(({ action }) => action === 'impossible')).toEqual([]);
  await at.snapshots.applyRestore(undo, new Map(), calm);
  expect(told(await at.account(start, await at.take()))).toEqual(WORK);
});
