import { afterEach, expect, test } from 'vitest';
import { accountText, type Layout, requestOf, SnapshotWorld, calm } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

test.each(['repository', 'worktree', 'subfolder'] as const satisfies readonly Layout[])(
  'says that commits are not known where git cannot be used in a %s',
  async layout => {
    const at = (world = new SnapshotWorld(layout));
    at.write('a.txt', 'a\n');
    at.commit('base');
    const window = at.open({ gitBinary: undefined });
    const start = await window.take(calm);
    at.write('a.txt', 'of somebody else\n');
    at.commit('as a pull does');
    const account = await window.account(requestOf(start, await window.take(calm)), calm);
    expect(accountText(account)).toEqual([
      'own modified a.txt',
      'partial Git is missing, too old (2.31 or newer is needed), or does not run, so commits, and what came by them, are not known.',
      'not restorable',
    ]);
  },
);

test('says nothing of commits in a folder without a repository', async () => {
  const at = (world = new SnapshotWorld('no-git'));
  at.write('a.txt', 'a\n');
  const start = await at.take();
  at.write('a.txt', 'changed\n');
  expect(accountText(await at.account(start, await at.take()))).toEqual([
    'own modified a.txt',
    'not restorable',
  ]);
});
