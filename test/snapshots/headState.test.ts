import { expect, test, vi } from 'vitest';
import { GitPlumbing } from '../../src/node/git/plumbing/gitPlumbing';
import { readHead } from '../../src/node/git/plumbing/headState';
import { findRepository } from '../../src/node/git/plumbing/repository';
import { calm, SnapshotWorld } from './world';

/** Reads HEAD after the story, and how many gits that took. */
async function headAfter(story: (world: SnapshotWorld) => void) {
  const world = new SnapshotWorld('repository');
  world.write('a.txt', 'a\n');
  world.git('add', '-A');
  world.git('commit', '-qm', 'one');
  story(world);
  const git = new GitPlumbing('git');
  const found = await findRepository(git, world.folder, calm);
  if (found.type !== 'repository') throw new Error('There is no repository.');
  const run = vi.spyOn(git, 'run');
  const { head, branch } = await readHead(git, found.repository, calm);
  return { world, head, branch, gits: run.mock.calls.length };
}

const commitEmpty = (world: SnapshotWorld, name: string) =>
  world.git('commit', '-q', '--allow-empty', '-m', name);

test.each<[string, (world: SnapshotWorld) => void]>([
  ['as git left it', () => undefined],
  ['packed', world => world.git('pack-refs', '--all')],
  [
    'packed, among others whose names end like it',
    world => {
      for (const name of ['a/topic', 'z/refs/heads/topic']) {
        world.git('branch', name);
        commitEmpty(world, name);
      }
      world.git('tag', '-am', 'v1', 'v1');
      world.git('checkout', '-qb', 'topic');
      commitEmpty(world, 'last');
      world.git('pack-refs', '--all');
    },
  ],
  [
    'packed, and moved since',
    world => {
      world.git('pack-refs', '--all');
      commitEmpty(world, 'two');
    },
  ],
])('reads a branch that is %s from the files, without a git', async (_, story) => {
  const { world, head, branch, gits } = await headAfter(story);
  expect(head).toBe(world.git('rev-parse', 'HEAD').trim());
  expect(branch).toBe(world.git('symbolic-ref', '--short', 'HEAD').trim());
  expect(gits).toBe(0);
});

test('says of a branch that has no commit yet, beside packed ones, that it has none', async () => {
  const { head, branch } = await headAfter(world => {
    world.git('pack-refs', '--all');
    world.git('checkout', '-q', '--orphan', 'new');
  });
  expect([head, branch]).toEqual([null, 'new']);
});

test('leaves it to git to say that packed refs are damaged', async () => {
  const damaged = headAfter(world => {
    world.git('pack-refs', '--all');
    world.write('.git/packed-refs', 'nonsense refs/heads/none\n');
  });
  await expect(damaged).rejects.toThrow('git rev-parse failed: fatal: unexpected line');
});

test('reads a HEAD without a branch', async () => {
  const { world, head, branch } = await headAfter(each => void each.git('checkout', '-q', '--detach'));
  expect([head, branch]).toEqual([world.git('rev-parse', 'HEAD').trim(), null]);
});
