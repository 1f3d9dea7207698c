import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { calm, requestOf, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** Whose the files of the new root `made` are after the story. */
async function toldOf(story: (at: SnapshotWorld) => void) {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('a.txt', TEN_LINES);
  at.write('b.txt', 'b\n');
  at.commit('base');
  const start = await at.take();
  story(at);
  const { own, imported } = await at.account(start, await at.take());
  const inside = (list: typeof own): readonly string[] =>
    list
      .map(({ path }) => path)
      .filter(path => path.startsWith('made/'))
      .toSorted();
  return { own: inside(own), imported: inside(imported) };
}

const MADE: readonly (readonly [string, (at: SnapshotWorld) => void])[] = [
  ['worktree', at => at.git('worktree', 'add', '-q', '-b', 'work', 'made')],
  ['clone', at => at.git('clone', '-q', '.', 'made')],
  [
    'submodule',
    at => at.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at.folder, 'made'),
  ],
];

test.each(MADE)(
  'git brought what a new %s has as its commit has it, and nothing else',
  async (_name, make) => {
    const told = await toldOf(at => {
      make(at);
      at.write('made/b.txt', 'changed\n');
      at.write('made/new.txt', 'new\n');
      at.write('made/committed.txt', 'mine\n');
      at.gitIn(at.path('made'), 'add', 'committed.txt');
      at.gitIn(at.path('made'), 'commit', '-q', '-m', 'mine');
    });
    expect(told).toEqual({
      own: ['made/b.txt', 'made/committed.txt', 'made/new.txt'],
      imported: ['made/a.txt'],
    });
  },
);

test('a worktree in a folder that is ignored is recorded as any other, also one that was there', async () => {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('.gitignore', '.worktrees/\n');
  at.write('a.txt', TEN_LINES);
  at.commit('base');
  at.git('worktree', 'add', '-q', '-b', 'old', '.worktrees/old');
  const start = await at.take();
  at.git('worktree', 'add', '-q', '-b', 'new', '.worktrees/new');
  at.write('.worktrees/old/a.txt', 'changed\n');
  at.write('.worktrees/new/b.txt', 'new\n');
  const end = await at.take();
  const { own } = await at.account(start, end);
  expect(own.map(({ path }) => path).toSorted()).toEqual(['.worktrees/new/b.txt', '.worktrees/old/a.txt']);
  const made = await at.snapshots.planRestore(requestOf(start, end), ['.worktrees/old/a.txt'], calm);
  await at.snapshots.applyRestore(made, new Map(), calm);
  expect(at.read('.worktrees/old/a.txt')).toBe(TEN_LINES);
});

test.each([
  ['worktree', (at: SnapshotWorld) => at.git('worktree', 'remove', '--force', 'made')],
  ['submodule', (at: SnapshotWorld) => at.git('submodule', '--quiet', 'deinit', '--force', 'made')],
])('git took a %s away with what is committed in it, and the task the rest', async (kind, takeAway) => {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('a.txt', TEN_LINES);
  at.write('b.txt', 'b\n');
  at.commit('base');
  MADE.find(([name]) => name === kind)?.[1](at);
  at.write('made/b.txt', 'not committed\n');
  const start = await at.take();
  takeAway(at);
  const { own, imported } = await at.account(start, await at.take());
  expect([own, imported].map(list => list.map(({ status, path }) => `${status} ${path}`))).toEqual([
    ['deleted made/b.txt'],
    ['deleted made/a.txt'],
  ]);
});

test('git brought nothing into a repository whose first commit the task made', async () => {
  const told = await toldOf(at => {
    mkdirSync(at.path('made'));
    at.gitIn(at.path('made'), 'init', '-q');
    at.write('made/x.txt', 'x\n');
    at.gitIn(at.path('made'), 'add', '-A');
    at.gitIn(at.path('made'), 'commit', '-q', '-m', 'mine');
  });
  expect(told).toEqual({ own: ['made/x.txt'], imported: [] });
});

test("a submodule that is checked out again comes with the commits of before, and they are not the task's", async () => {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('a.txt', TEN_LINES);
  at.commit('base');
  MADE.find(([name]) => name === 'submodule')?.[1](at);
  at.write('made/a.txt', 'of the user\n');
  at.gitIn(at.path('made'), 'commit', '-q', '-a', '-m', 'of the user');
  at.commit('moved');
  at.git('submodule', '--quiet', 'deinit', '--force', 'made');
  // Reflogs have seconds.
  await setTimeout(1_100);
  const start = await at.take();
  at.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
  at.write('made/new.txt', 'new\n');
  const { own, imported, commits } = await at.account(start, await at.take());
  expect([own, imported].map(list => list.map(({ path }) => path))).toEqual([
    ['made/new.txt'],
    ['made/a.txt'],
  ]);
  expect(commits).toEqual([]);
});

test('knows a clone by its remote where there is no reflog', async () => {
  const told = await toldOf(at => {
    at.git('clone', '-q', '.', 'made');
    rmSync(at.path('made/.git/logs'), { recursive: true, force: true });
  });
  expect(told).toEqual({ own: [], imported: ['made/a.txt', 'made/b.txt'] });
});

test('takes a converted line end for no change', async () => {
  const told = await toldOf(at => {
    writeFileSync(join(at.base, 'home', '.gitconfig'), '[core]\n\tautocrlf = true\n');
    at.git('clone', '-q', '.', 'made');
    at.gitIn(at.path('made'), 'config', 'core.autocrlf', 'true');
  });
  expect(told).toEqual({ own: [], imported: ['made/a.txt', 'made/b.txt'] });
});

test('leaves alone what git keeps in a bare repository beside its worktrees, and knows what lies there else', async () => {
  const at = new SnapshotWorld('folder');
  world = at;
  const source = join(at.base, 'source');
  at.git('init', '-q', '-b', 'main', source);
  at.gitIn(source, 'commit', '-q', '--allow-empty', '-m', 'base');
  at.git('clone', '-q', '--bare', source, '.bare');
  at.write('.git', 'gitdir: ./.bare\n');
  at.git('worktree', 'add', '-q', 'main', 'main');
  at.write('main/a.txt', 'a\n');
  const commit = (): void => {
    at.gitIn(at.path('main'), 'add', '-A');
    at.gitIn(at.path('main'), 'commit', '-q', '-m', 'a commit');
  };
  commit();
  const start = await at.take();
  at.write('main/a.txt', 'task\n');
  at.write('.bare/notes.txt', 'notes\n');
  commit();
  const head = at.gitIn(at.path('main'), 'rev-parse', 'HEAD');
  const end = await at.take();
  const { own } = await at.account(start, end);
  expect(own.map(({ path }) => path).toSorted()).toEqual(['.bare/notes.txt', 'main/a.txt']);

  const made = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  await at.snapshots.applyRestore(made, new Map(), calm);
  expect(at.read('main/a.txt')).toBe('a\n');
  expect(at.gitIn(at.path('main'), 'rev-parse', 'HEAD')).toBe(head);
});
