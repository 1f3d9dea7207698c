import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Anchors, headRef } from '../../src/node/git/record/anchors';
import { keptName } from '../../src/node/git/record/keptTrees';
import { GitPlumbing } from '../../src/node/git/plumbing/gitPlumbing';
import { calm, SnapshotWorld } from './world';

const PLACE = 'refs/switchyard/snapshots/key';

/** A tree that only refs of ours keep, and anchors that write them. */
function worldWithTree() {
  const world = new SnapshotWorld('repository');
  world.write('kept.txt', 'kept');
  world.git('add', '-A');
  const tree = world.git('write-tree').trim();
  world.git('rm', '-q', '--cached', 'kept.txt');
  const gitFolder = join(world.folder, '.git');
  const anchors = new Anchors(new GitPlumbing('git'));
  const add = (...names: readonly string[]): Promise<void> =>
    anchors.add(
      gitFolder,
      names.map(name => ({ ref: `${PLACE}/${name}`, tree })),
      calm,
    );
  const treeOf = (name: string): string => world.git('rev-parse', `${PLACE}/${name}`).trim();
  return { world, tree, gitFolder, anchors, add, treeOf };
}

test('an equal tree is kept by a ref of its own, after the first is let go and gc ran', async () => {
  const { world, tree, gitFolder, anchors, add, treeOf } = worldWithTree();
  await add('one');
  await add('two');
  await anchors.letGo(gitFolder, [`${PLACE}/one`], calm);
  world.git('gc', '--quiet', '--prune=now');

  expect(treeOf('two')).toBe(tree);
  expect(world.git('ls-tree', '--name-only', tree).trim()).toBe('kept.txt');
});

test.each([
  ['packed by git', (world: SnapshotWorld) => world.git('pack-refs', '--all', '--prune')],
  ['damaged', (world: SnapshotWorld) => world.write(`.git/${PLACE}/one`, 'ref: refs/heads/other\n')],
  ['let go by another window', (world: SnapshotWorld) => world.git('update-ref', '-d', `${PLACE}/one`)],
])('a ref that was %s is not copied but made by git', async (_, change) => {
  const { world, tree, add, treeOf } = worldWithTree();
  await add('one');
  change(world);
  await add('two');

  expect(treeOf('two')).toBe(tree);
});

test('an equal tree costs no git, and git moves neither ref with the other', async () => {
  const { world, tree, add, treeOf } = worldWithTree();
  await add('one');
  const git = vi.spyOn(GitPlumbing.prototype, 'run');
  await add('two');
  expect(git).not.toHaveBeenCalled();
  git.mockRestore();
  world.git('update-ref', `${PLACE}/one`, world.git('hash-object', '-wt', 'tree', '/dev/null').trim());

  expect(treeOf('two')).toBe(tree);
  expect(treeOf('one')).not.toBe(tree);
});

test('a tree that is gone is refused, not named', async () => {
  const { world, gitFolder, anchors, add } = worldWithTree();
  await add('one');
  await anchors.letGo(gitFolder, [`${PLACE}/one`], calm);
  world.git('gc', '--quiet', '--prune=now');

  await expect(add('two')).rejects.toThrow('git update-ref');
  expect(existsSync(join(gitFolder, `${PLACE}/two`))).toBe(false);
});

/** Many snapshots of different trees, two refs each, as one window adds them. */
async function worldWithMany(count: number) {
  const world = new SnapshotWorld('repository');
  for (let n = 0; n < 2 * count; n++) world.write(`part-${n}/file.txt`, `content ${n}`);
  world.git('add', '-A');
  const whole = world.git('write-tree').trim();
  const trees = world.git('ls-tree', '--format=%(objectname)', whole).trim().split('\n');
  world.git('rm', '-qr', '--cached', '.');
  const gitFolder = join(world.folder, '.git');
  const anchors = new Anchors(new GitPlumbing('git'));
  const names = Array.from({ length: count }, (_, n) => `s${n}`);
  const refsOf = (name: string) => [`${PLACE}/${name}`, headRef(`${PLACE}/${name}`)];
  for (const [n, name] of names.entries()) {
    const pair = refsOf(name).map((ref, i) => ({ ref, tree: trees[2 * n + i] ?? '' }));
    await anchors.add(gitFolder, pair, calm);
  }
  /** How many refs of ours there are. */
  const refCount = (): number => world.git('for-each-ref', PLACE).trim().split('\n').length;
  /** The trees that git finds by the name that a snapshot has for them, as a ref or gathered. */
  const found = (name: string): readonly string[] =>
    refsOf(name).flatMap(ref => [ref, keptName(ref)].flatMap(each => resolved(each)));
  const resolved = (name: string): readonly string[] => {
    try {
      return [world.git('rev-parse', '-q', '--verify', name).trim()];
    } catch {
      return []; // It has no such name.
    }
  };
  const treesOf = (name: string) => [0, 1].map(i => trees[2 * names.indexOf(name) + i]);
  return { world, gitFolder, anchors, names, trees, refsOf, refCount, found, treesOf };
}

test('many snapshots cost a repository few refs, and gc keeps every one of them', async () => {
  const { world, names, trees, refCount, found, treesOf } = await worldWithMany(300);
  expect(refCount()).toBeLessThan(2 * 128 + 3);
  world.git('gc', '--quiet', '--prune=now');

  expect(names.filter(name => found(name).join() !== treesOf(name).join())).toEqual([]);
  for (const tree of trees) expect(world.git('cat-file', '-t', tree).trim()).toBe('tree');
});

test('what was gathered is let go by its name, and gc then takes it', async () => {
  const { world, gitFolder, anchors, refsOf, found, treesOf, names } = await worldWithMany(200);
  await anchors.letGo(gitFolder, [...refsOf('s3'), ...refsOf('s199')], calm);
  world.git('gc', '--quiet', '--prune=now');

  expect([found('s3'), found('s199')]).toEqual([[], []]);
  for (const tree of treesOf('s3'))
    expect(() => world.git('cat-file', '-e', tree ?? '')).toThrow('Command failed');
  const others = names.filter(name => name !== 's3' && name !== 's199');
  expect(others.filter(name => found(name).join() !== treesOf(name).join())).toEqual([]);
});

test('two windows that gather and let go at the same time lose nothing of each other', async () => {
  const { gitFolder, anchors, names, refsOf, found, treesOf } = await worldWithMany(120);
  const other = new Anchors(new GitPlumbing('git'));
  await Promise.all([
    anchors.gather(gitFolder, PLACE, calm),
    other.gather(gitFolder, PLACE, calm),
    other.letGo(gitFolder, refsOf('s7'), calm),
  ]);
  await other.letGo(gitFolder, refsOf('s7'), calm);

  expect(found('s7')).toEqual([]);
  const others = names.filter(name => name !== 's7');
  expect(others.filter(name => found(name).join() !== treesOf(name).join())).toEqual([]);
});

test('a repository with a damaged ref keeps all refs as they are', async () => {
  const { world, gitFolder, anchors } = await worldWithMany(100);
  world.write(`.git/${PLACE}/broken`, `${'1'.repeat(40)}\n`);
  await anchors.gather(gitFolder, PLACE, calm);

  expect(readdirSync(join(gitFolder, PLACE))).toHaveLength(201);
});
