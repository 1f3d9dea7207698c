import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Anchors } from '../../src/node/git/record/anchors';
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
