import { afterEach, describe, expect, test } from 'vitest';
import { DISK_CASES } from './diskCases';
import { HISTORY_CASES } from './historyCases';
import { LARGE_CASES } from './largeCases';
import { REPOSITORY_CASES } from './repositoryCases';
import { accountText, type Layout, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** Every case of the design's table and its further traps. */
const CASES = [...DISK_CASES, ...LARGE_CASES, ...REPOSITORY_CASES, ...HISTORY_CASES];
const LAYOUTS: readonly Layout[] = ['repository', 'worktree', 'subfolder', 'sha256'];

describe.each(LAYOUTS)('in a %s', layout => {
  test.each(CASES.map(each => [each.name, each] as const))(
    'tells the whole truth of %s',
    async (_name, story) => {
      world = new SnapshotWorld(layout);
      if (story.isUnborn === true && layout === 'worktree') world.git('checkout', '-q', '--orphan', 'fresh');
      world.write('a.txt', TEN_LINES);
      world.write('b.txt', 'b\n');
      world.write('dir/f.txt', 'f\n');
      story.base?.(world);
      if (story.isUnborn !== true) world.commit('base');
      story.before?.(world);

      const start = await world.take();
      story.task(world);
      const end = await world.take();

      expect(accountText(await world.account(start, end))).toEqual(story.answer);
    },
  );
});
