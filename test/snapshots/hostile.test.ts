import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RootSnapshot } from '../../src/core/snapshots/snapshot';
import { GitPlumbing } from '../../src/node/git/plumbing/gitPlumbing';
import { headFacts } from '../../src/node/git/account/headFacts';
import { findRepository } from '../../src/node/git/plumbing/repository';
import { accountText, calm, requestOf, SnapshotWorld, TEN_LINES } from './world';

const HOOKS = [
  'post-index-change',
  'reference-transaction',
  'post-checkout',
  'pre-commit',
  'post-commit',
  'pre-auto-gc',
];

let world: SnapshotWorld;
let marks: string;

beforeEach(() => {
  world = new SnapshotWorld('repository');
  marks = join(world.base, 'marks');
  mkdirSync(marks);
});
afterEach(() => world.dispose());

/** A program that leaves a mark when it runs, and passes its input on. */
function trap(name: string): string {
  const path = join(world.base, `${name}.sh`);
  writeFileSync(path, `#!/bin/sh\necho ran >> '${join(marks, name)}'\ncat 2>/dev/null\n`);
  chmodSync(path, 0o755);
  return path;
}

function makeHostile(): void {
  world.write('a.txt', TEN_LINES);
  world.write('x.evil', 'content\n');
  world.commit('base');
  world.write(
    '.gitattributes',
    '*.evil filter=evil diff=evil merge=evil\n*.txt filter=a=b diff=evil ident\n',
  );
  world.commit('attributes');
  for (const [key, value] of [
    ['filter.evil.clean', trap('clean')],
    ['filter.evil.smudge', trap('smudge')],
    ['filter.evil.process', trap('process')],
    ['filter.evil.required', 'true'],
    ['filter.a=b.clean', trap('clean2')],
    ['diff.external', trap('external')],
    ['diff.evil.command', trap('command')],
    ['diff.evil.textconv', trap('textconv')],
    ['merge.evil.driver', trap('driver')],
    ['core.fsmonitor', trap('fsmonitor')],
    ['core.pager', trap('pager')],
    ['core.editor', trap('editor')],
    ['core.sshCommand', trap('ssh')],
    ['core.gitProxy', trap('proxy')],
    ['core.askPass', trap('askpass')],
    ['credential.helper', `!${trap('credential')}`],
    ['gpg.program', trap('gpg')],
    ['log.showSignature', 'true'],
    ['uploadpack.packObjectsHook', trap('pack')],
    ['alias.status', `!${trap('alias')}`],
    ['alias.ls-files', `!${trap('alias')}`],
  ] as const) {
    world.git('config', key, value);
  }
  for (const hook of HOOKS) {
    const path = join(world.path('.git'), 'hooks', hook);
    mkdirSync(join(world.path('.git'), 'hooks'), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho ran >> '${join(marks, hook)}'\n`);
    chmodSync(path, 0o755);
  }
  // A folder that looks like a bare repository, with a work tree and a program of its own.
  world.write('bare/HEAD', 'ref: refs/heads/main\n');
  world.write('bare/objects/keep', '');
  world.write('bare/refs/keep', '');
  world.write(
    'bare/config',
    `[core]\n\tbare = false\n\tworktree = "${world.base}"\n\tfsmonitor = "${trap('bare')}"\n`,
  );
  // A nested repository whose work tree is said to be somewhere else, and one with traps of its own.
  for (const name of ['nested', 'elsewhere']) {
    mkdirSync(world.path(name));
    world.gitIn(world.path(name), 'init', '-q');
    world.write(`${name}/n.txt`, 'n\n');
    world.gitIn(world.path(name), 'config', 'core.fsmonitor', trap(`${name}-monitor`));
    world.gitIn(world.path(name), 'config', 'core.hooksPath', join(world.path('.git'), 'hooks'));
  }
  world.gitIn(world.path('elsewhere'), 'config', 'core.worktree', world.base);
  for (const name of [
    '--output=stolen',
    '-c',
    '--',
    ':(glob)**',
    '@{-1}',
    'HEAD',
    '$(touch stolen)',
    '`touch stolen`',
    ';touch stolen',
  ])
    world.write(name, `${name}\n`);
  // Making all this set some of the traps off.
  for (const mark of readdirSync(marks)) writeFileSync(join(marks, mark), '');
}

test('runs nothing of a hostile repository and touches nothing outside, from snapshot to undo', async () => {
  makeHostile();
  const outside = readdirSync(world.base).toSorted();

  const start = await world.take();
  world.write('x.evil', 'changed\n');
  world.write('a.txt', TEN_LINES.replace('line 2', 'line two'));
  world.write('--output=stolen', 'changed\n');
  world.write('nested/n.txt', 'm\n');
  const end = await world.take();
  const account = await world.account(start, end);
  const plan = await world.snapshots.planRestore(requestOf(start, end), null, calm);
  world.write('a.txt', TEN_LINES.replace('line 2', 'line two').replace('line 9', 'line nine'));
  const merging = await world.snapshots.planRestore(requestOf(start, end), null, calm);
  const done = await world.snapshots.applyRestore(merging, new Map(), calm);
  await world.snapshots.applyRestore(await world.snapshots.planUndo(done, calm), new Map(), calm);
  await world.snapshots.read(end, 'x.evil', calm);
  await world.snapshots.retain([], calm);

  expect(accountText(account)).toEqual([
    'own modified --output=stolen +1 -1',
    'own modified a.txt +1 -1',
    'own modified nested/n.txt +1 -1',
    'own modified x.evil +1 -1',
    'touched --output=stolen',
    'touched nested/n.txt',
  ]);
  expect(plan.steps.map(step => step.action)).toEqual(['write', 'write', 'write', 'write']);
  expect(merging.steps.find(step => step.path === 'a.txt')?.action).toBe('merge');
  const ran = readdirSync(marks).filter(mark => readFileSync(join(marks, mark), 'utf8') !== '');
  expect(ran).toEqual([]);
  expect(readdirSync(world.base).toSorted()).toEqual(outside);
  expect(existsSync(world.path('stolen'))).toBe(false);
});

test('the traps are real: plain git sets them off', () => {
  makeHostile();
  world.tryGit('status');
  world.write('x.evil', 'changed\n');
  world.write('a.txt', TEN_LINES.replace('line 2', 'line two'));
  // Without the monitor, which says that nothing changed: git would believe it of files older than its index. A file is called HEAD, too.
  world.tryGit('-c', 'core.fsmonitor=false', 'diff', 'HEAD', '--');
  world.tryGit('update-ref', 'refs/heads/other', 'HEAD');

  const ran = readdirSync(marks).filter(mark => readFileSync(join(marks, mark), 'utf8') !== '');
  // Whether the status writes its index is up to the clock.
  const always = ran.filter(mark => mark !== 'post-index-change');
  expect(always.toSorted()).toEqual(['clean2', 'fsmonitor', 'process', 'reference-transaction']);
});

test('does not write where a tree of a hostile hand points: outside, or into a git folder', async () => {
  world.write('a.txt', 'a\n');
  world.commit('base');
  const start = await world.take();
  const end = await world.take();
  const [root] = start.roots;
  const blob = world.git('rev-parse', 'HEAD:a.txt').trim();
  const tree = (entry: string): string => {
    writeFileSync(join(world.base, 'entries'), `${entry}\n`);
    return world
      .git('-c', `alias.make=!git mktree --missing < '${join(world.base, 'entries')}'`, 'make')
      .trim();
  };
  const inner = tree(`100644 blob ${blob}\thooks`);
  for (const bad of [
    tree(`040000 tree ${inner}\t.git`),
    tree(`040000 tree ${inner}\t..`),
    tree(`040000 tree ${inner}\t.GIT`),
  ]) {
    if (root === undefined) throw new Error('no root');
    const forged = { ...start, roots: [{ ...root, tree: bad }] };
    const plan = await world.snapshots.planRestore(requestOf(forged, end), null, calm);
    const actions = plan.steps.filter(step => step.path !== 'a.txt').map(step => step.action);
    expect(actions).toEqual(['impossible']);
  }
});

test('takes no id of a forged record for an option of git', async () => {
  world.write('a.txt', 'a\n');
  world.commit('base');
  const start = await world.take();
  world.write('a.txt', 'b\n');
  world.commit('mine');
  const end = await world.take();
  const [from, to] = [start.roots[0], end.roots[0]];
  if (from === undefined || to === undefined) throw new Error('no root');
  const forgedTree = { ...start, roots: [{ ...from, tree: `--output=${join(world.base, 'stolen')}` }] };
  const gone = 'What was recorded of the workspace is gone.';
  expect(await world.account(forgedTree, end)).toMatchObject({ own: [], unknown: gone, isRestorable: false });
  const plan = world.snapshots.planRestore(requestOf(forgedTree, end), null, calm);
  await expect(plan).rejects.toMatchObject({ code: 'not-restorable' });
  expect(existsSync(join(world.base, 'stolen'))).toBe(false);
  const git = new GitPlumbing('git');
  const found = await findRepository(git, world.folder, calm);
  if (found.type !== 'repository') throw new Error('There is no repository.');
  const moment = (snapshot: RootSnapshot) => ({ snapshot, record: undefined });
  const forgedHead = moment({ ...to, head: '--all' });
  const { repository } = found;
  const span = { git, repository, start: moment({ ...from, head: null }), end: forgedHead, sinceMs: 0 };
  const facts = await headFacts(span, calm);
  expect(facts.commits).toEqual([]);
});
