import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TaskAccount } from '../../src/core/snapshots/snapshot';
import { GitPlumbing } from '../../src/node/git/plumbing/gitPlumbing';
import { accountText, calm, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

function repository(layout: 'repository' | 'folder' | 'no-git' = 'repository'): SnapshotWorld {
  const at = new SnapshotWorld(layout);
  world = at;
  at.write('a.txt', TEN_LINES);
  at.write('src/f.ts', 'f\n');
  if (layout === 'repository') at.commit('base');
  at.write('before.tmp', 'untracked\n');
  return at;
}

function many(at: SnapshotWorld, folder: string, count: number): void {
  mkdirSync(at.path(folder), { recursive: true });
  for (let i = 0; i < count; i += 1) writeFileSync(at.path(`${folder}/${i}.js`), `${i}\n`);
}

/** Where a rule may stand that hides the task's own file `new.tmp`. */
const RULES: readonly (readonly [string, readonly string[], (at: SnapshotWorld) => void])[] = [
  ['.gitignore of everything', ['.gitignore'], at => at.write('.gitignore', '*\n')],
  ['.gitignore of a kind', ['.gitignore'], at => at.write('.gitignore', '*.tmp\n')],
  ['info/exclude', [], at => at.write('.git/info/exclude', '*.tmp\n')],
  [
    'excludes file that the settings name',
    [],
    at => {
      writeFileSync(join(at.base, 'rules'), '*.tmp\n');
      at.git('config', 'core.excludesFile', join(at.base, 'rules'));
    },
  ],
];

describe.each(RULES)('a rule that the task added to the %s', (_name, more, hide) => {
  test('hides no file that the task made', async () => {
    const at = repository();
    const start = await at.take();
    hide(at);
    at.write('new.tmp', 'new\n');
    at.write('src/new.tmp', 'new\n');
    const end = await at.take();
    expect(paths(await at.account(start, end))).toEqual([...more, 'new.tmp', 'src/new.tmp']);
    expect((await at.snapshots.read(end, 'new.tmp', calm))?.toString()).toBe('new\n');
    at.write('new.tmp', 'later\n');
    at.write('second.tmp', 'hidden by a rule that is not new\n');
    expect(accountText(await at.account(end, await at.take()))).toEqual([
      'own modified new.tmp +1 -1',
      'touched new.tmp',
    ]);
  });

  test('does so in another window as well, and deletes nothing that was there', async () => {
    const at = repository();
    const start = await at.take();
    hide(at);
    at.write('new.tmp', 'new\n');
    const account = await at.account(start, await at.open().take(calm));
    expect(paths(account)).toEqual([...more, 'new.tmp']);
  });
});

function paths(account: TaskAccount): readonly string[] {
  expect(account.own.filter(({ status }) => status !== 'added')).toEqual([]);
  expect(account.partial).toBe(null);
  return account.own.map(({ path }) => path).toSorted();
}

test('tells folders of tools, and those with many files, by their names alone: an ordinary installation', async () => {
  const at = repository();
  const start = await at.take();
  many(at, 'node_modules/lib', 500);
  at.write('.gitignore', 'node_modules/\nfew/\ndist/\n');
  many(at, 'few', 3);
  many(at, 'dist', 3);
  const end = await at.take();
  expect(accountText(await at.account(start, end))).toEqual([
    'own added .gitignore +3 -0',
    'own added few/0.js +1 -0',
    'own added few/1.js +1 -0',
    'own added few/2.js +1 -0',
    'warning Not told file by file, because a rule that was added in the task ignores it: dist/, node_modules/.',
  ]);
  many(at, 'node_modules/other', 20);
  expect(accountText(await at.account(end, await at.take()))).toEqual([]);
});

test('tells a folder that hides itself by its name alone, as tools make them for caches', async () => {
  const at = repository();
  const start = await at.take();
  at.write('.cache/.gitignore', '*\n');
  at.write('.cache/v/data', 'x\n');
  const end = await at.take();
  expect(accountText(await at.account(start, end))).toEqual([
    'warning Not told file by file, because a rule that was added in the task ignores it: .cache/.',
  ]);
  at.write('.cache/v/more', 'x\n');
  expect(accountText(await at.account(end, await at.take()))).toEqual([]);
});

test('names what a rule of its own hides in a folder that was there', async () => {
  const at = repository();
  const start = await at.take();
  at.write('src/.gitignore', '*\n');
  at.write('src/new.ts', 'x\n');
  expect(paths(await at.account(start, await at.take()))).toEqual(['src/.gitignore', 'src/new.ts']);
});

test('leaves alone what was ignored at the start, by whatever rule', async () => {
  const at = repository();
  at.write('.gitignore', '*.o\n');
  at.write('.git/info/exclude', '*.p\n');
  writeFileSync(join(at.base, 'rules'), '*.q\n');
  at.git('config', 'core.excludesFile', join(at.base, 'rules'));
  at.write('.venv/.gitignore', '*\n');
  at.write('.venv/x', 'x\n');
  for (const name of ['made/1.o', 'made/2.p', 'made/3.q', '4.o', '5.q']) at.write(name, name);
  const start = await at.take();
  at.write('.gitignore', '*.o\nmade/\n');
  for (const name of ['made/n.o', 'made/n.q', 'n.o', 'n.p', 'n.q', '.venv/n']) at.write(name, name);
  at.write('made/own.txt', 'x\n');
  const end = await at.take();
  const account = await at.account(start, end);
  expect(account.own.map(({ status, path }) => `${status} ${path}`)).toEqual([
    'modified .gitignore',
    'added made/own.txt',
  ]);
  expect(account.warnings).toEqual([]);
});

test.each([
  ['deleted', (at: SnapshotWorld) => at.remove('.git')],
  [
    'made anew',
    (at: SnapshotWorld) => {
      at.remove('.git');
      at.git('init', '-q', '-b', 'main');
    },
  ],
])(
  'what it keeps no copy of is not taken for deleted when the repository is %s later',
  async (_how, harm) => {
    const at = repository();
    await at.take();
    at.write('.gitignore', '*.secret\n');
    at.write('a.secret', 'key\n');
    const start = await at.take();
    harm(at);
    at.write('after.txt', 'after\n');
    const end = await at.take();
    const account = await at.account(start, end);
    expect(account.own.map(({ status, path }) => `${status} ${path}`)).toEqual(['added after.txt']);
    expect(await at.snapshots.read(end, 'a.secret', calm), 'no copy is made of it either').toBe(undefined);
  },
);

test('keeps no copy of what looks like a secret', async () => {
  const at = repository();
  const start = await at.take();
  at.write('.gitignore', '.env\n');
  at.write('.env', 'TOKEN=1\n');
  const end = await at.take();
  expect(paths(await at.account(start, end))).toEqual(['.env', '.gitignore']);
  expect(await at.snapshots.read(end, '.env', calm)).toBe(undefined);
});

test('costs no git as long as no rule changes', async () => {
  const at = repository();
  at.write('.venv/.gitignore', '*\n');
  at.write('.venv/x', 'x\n');
  await at.take();
  const run = vi.spyOn(GitPlumbing.prototype, 'run');
  await at.take();
  expect(run.mock.calls.map(([{ args }]) => args[0])).toEqual(['ls-files']);
  run.mockRestore();
});

test('without git, does not take for deleted what a new rule hides', async () => {
  const at = repository('no-git');
  const start = await at.take();
  at.write('.gitignore', 'a.txt\nsrc/\n');
  expect(accountText(await at.account(start, await at.take()))).toEqual([
    'own added .gitignore',
    'not restorable',
  ]);
});
