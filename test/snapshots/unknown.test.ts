import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { TaskAccount } from '../../src/core/snapshots/snapshot';
import { accountText, calm, requestOf, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

function repository(layout: ConstructorParameters<typeof SnapshotWorld>[0] = 'repository'): SnapshotWorld {
  const at = new SnapshotWorld(layout);
  world = at;
  at.write('a.txt', TEN_LINES);
  if (layout !== 'folder' && layout !== 'no-git') at.commit('base');
  return at;
}

/** A git that does this first, where its folder or its work tree matches. */
function gitThat(at: SnapshotWorld, what: string, where = '*'): string {
  const path = join(at.base, 'git-wrapper');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(
    path,
    `#!/bin/sh\ncase "$PWD $GIT_WORK_TREE" in ${where}) ${what};; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

function told(account: TaskAccount): readonly string[] {
  return account.own.map(({ status, path }) => `${status} ${path}`).toSorted();
}

function inner(at: SnapshotWorld, name: string): void {
  at.write(`${name}/x.txt`, 'x\n');
  at.gitIn(at.path(name), 'init', '-q');
  at.gitIn(at.path(name), 'add', '-A');
  at.gitIn(at.path(name), 'commit', '-q', '-m', 'inner');
}

test.each([homedir(), '/'])('says of %s that nothing is known of it, and why', async folder => {
  const at = repository();
  const guarded = at.open({ workspaceFolder: folder });
  const start = await guarded.take(calm);
  const account = await guarded.account(requestOf(start, await guarded.take(calm)), calm);
  expect(account).toMatchObject({
    own: [],
    unknown: expect.stringContaining('too much to record'),
    isRestorable: false,
  });
});

test.skipIf(process.platform === 'win32').each([
  ['fails', 'echo "fatal: broken" >&2; exit 128', {}, 'broken'],
  ['is slow', 'sleep 30', { timeBudgetMs: 300 }, 'longer than 0.3 s'],
  ['is killed', 'kill -9 $$', {}, 'failed'],
] as const)(
  'says that nothing is known where git %s at the start, or at the end',
  async (_name, what, more, reason) => {
    const at = repository();
    const bad = at.open({ gitBinary: gitThat(at, what), ...more });
    const [good, none] = [await at.take(), await bad.take(calm)];
    at.write('a.txt', 'changed\n');
    for (const [start, end] of [
      [none, await at.take()],
      [good, await bad.take(calm)],
    ] as const) {
      expect(await at.account(start, end)).toMatchObject({
        own: [],
        unknown: expect.stringContaining(reason),
        isRestorable: false,
      });
    }
  },
);

test('says that nothing is known where git was there at one moment only', async () => {
  const at = repository();
  const without = at.open({ gitBinary: '/no/such/git' });
  const start = await at.take();
  at.write('a.txt', 'changed\n');
  const account = await without.account(requestOf(start, await without.take(calm)), calm);
  expect(account).toMatchObject({
    own: [],
    unknown: expect.stringContaining('cannot be compared'),
    isRestorable: false,
  });
});

test('says that nothing is known where the workspace folder is gone', async () => {
  const at = repository('folder');
  const start = await at.take();
  rmSync(at.folder, { recursive: true });
  const account = await at.account(start, await at.take());
  expect(account).toMatchObject({ own: [], unknown: expect.stringContaining('is gone or can') });
});

test('with too many new files tells what git knows, and without any such change that nothing is known', async () => {
  const at = repository();
  mkdirSync(at.path('many'));
  for (let i = 0; i <= 50_000; i += 1) writeFileSync(at.path(`many/${i}`), '');
  const start = await at.take();
  const same = await at.account(start, await at.take());
  expect(same).toMatchObject({ own: [], unknown: expect.stringContaining('too many') });
  at.write('a.txt', 'changed\n');
  const changed = await at.account(start, await at.take());
  expect(told(changed)).toEqual(['modified a.txt']);
  expect(changed).toMatchObject({ unknown: null, partial: expect.stringContaining('too many') });
});

test.skipIf(process.getuid?.() !== 0)(
  'goes on with our own index where git does not trust the repository any more',
  async () => {
    const at = repository();
    const start = await at.take();
    at.write('a.txt', 'changed\n');
    at.write('dist/x.js', 'new\n');
    chownSync(at.path('.git'), 1234, 1234);
    chownSync(at.folder, 1234, 1234);
    const account = await at.account(start, await at.take());
    expect(told(account)).toEqual(['added dist/x.js', 'modified a.txt']);
    expect(account.unknown).toBe(null);
  },
);

test('follows a repository above the workspace folder that goes away', async () => {
  const at = repository('subfolder');
  const start = await at.take();
  at.write('a.txt', 'changed\n');
  renameSync(join(at.folder, '..', '..', '.git'), join(at.base, 'moved'));
  for (const window of [at.snapshots, at.open()]) {
    const account = await window.account(requestOf(start, await window.take(calm)), calm);
    expect(accountText(account)).toEqual([
      'own modified a.txt',
      'history unknown',
      'partial The repository cannot be read any more, so its commits, and what came by them, are not known. Contents of the workspace from before are gone, so lines are not counted and nothing can be put back.',
      'not restorable',
    ]);
  }
});

test.skipIf(process.platform === 'win32').each([
  ['slow', 'sleep 30', { timeBudgetMs: 8_000 }],
  ['failing', 'exit 128', {}],
] as const)('does not let one %s repository inside spoil the others', async (_name, what, more) => {
  const at = repository();
  for (const name of ['bad', 'good', 'other']) inner(at, name);
  const start = await at.take();
  for (const name of ['bad', 'good', 'other']) at.write(`${name}/x.txt`, 'changed\n');
  at.write('a.txt', 'changed\n');
  const window = at.open({ gitBinary: gitThat(at, what, '*/bad*'), ...more });
  const end = await window.take(calm);
  expect(end.roots.filter(root => root.tree === null).map(root => root.label)).toEqual(['bad']);
  const account = await at.account(start, end);
  expect(told(account)).toEqual(['modified a.txt', 'modified good/x.txt', 'modified other/x.txt']);
  expect(account.unknown).toBe(null);
  expect(account.partial).not.toBe(null);
});

test.skipIf(process.platform === 'win32')(
  'does not take repositories inside for deleted where only the outer one could not be recorded',
  async () => {
    const at = repository();
    inner(at, 'inner');
    const start = await at.take();
    const window = at.open({ gitBinary: gitThat(at, 'exit 128') });
    const account = await at.account(start, await window.take(calm));
    expect(account).toMatchObject({ own: [], isRestorable: false });
    expect(account.unknown).not.toBe(null);
  },
);

test.each(['HEAD', '.'])('tells the files of a submodule that lost its git folder (%s)', async part => {
  const at = repository();
  const library = join(at.base, 'library');
  mkdirSync(library);
  at.gitIn(library, 'init', '-q');
  writeFileSync(join(library, 's.txt'), 's\n');
  at.gitIn(library, 'add', '-A');
  at.gitIn(library, 'commit', '-q', '-m', 'library');
  at.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
  at.commit('sub');
  const start = await at.take();
  at.write('sub/s.txt', 'changed\n');
  if (part === '.') rmSync(at.path('sub/.git'));
  else writeFileSync(at.path(`.git/modules/sub/${part}`), 'garbage');
  const account = await at.account(start, await at.take());
  expect(told(account)).toEqual(['modified sub/s.txt']);
});

test('says that a change may be missing in a file that is too large to compare and was written to', async () => {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('data.db', '');
  truncateSync(at.path('data.db'), 70 * 1024 * 1024);
  const start = await at.take();
  const untouched = await at.account(start, await at.take());
  const file = openSync(at.path('data.db'), 'r+');
  writeSync(file, 'by the task', 10 * 1024 * 1024);
  closeSync(file);
  const account = await at.account(start, await at.take());

  const words = 'data.db is too large to compare, so a change of it may be missing.';
  expect(account.partial).toContain(words);
  expect(untouched.partial).toBeNull();
});

test.skipIf(process.getuid?.() !== 0)(
  'says how to trust a repository of another user, whether or not it was recorded before',
  async () => {
    for (const before of ['recorded', 'new']) {
      const at = repository();
      if (before === 'recorded') await at.take();
      chownSync(at.path('.git'), 1234, 1234);
      chownSync(at.folder, 1234, 1234);
      const window = at.open();
      const start = await window.take(calm);
      at.write('a.txt', 'changed\n');
      const account = await window.account(requestOf(start, await window.take(calm)), calm);
      expect(told(account), before).toEqual(['modified a.txt']);
      expect(account.partial, before).toContain(
        "Add it to git's setting safe.directory to trust it. Its commits, and what came by them, are not known.",
      );
    }
  },
);
