import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { GitPlumbing } from '../../src/node/git/gitPlumbing';
import { broughtByNewRoot } from '../../src/node/git/newRoots';
import { momentOf } from '../../src/node/git/rootPlace';
import { RootReaders } from '../../src/node/git/rootReaders';
import { SnapshotRecords } from '../../src/node/git/snapshotRecords';
import { WorkspaceRoots } from '../../src/node/git/workspaceRoots';
import { calm, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** What git brought into the new root `made`, and what of it is another thing now, after the story. */
async function broughtBy(story: (at: SnapshotWorld) => void, since?: number) {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('a.txt', TEN_LINES);
  at.write('b.txt', 'b\n');
  at.commit('base');
  const start = await at.take();
  story(at);
  const end = await at.take();
  const folder = at.path('made');
  const git = new GitPlumbing('git');
  const live = await new WorkspaceRoots(at.folder, git, at.storage).nested(folder, calm);
  const records = new SnapshotRecords(join(at.storage, 'snapshots'));
  const moment = momentOf(end, await records.find(end.id), folder);
  if (live?.type !== 'tree' || moment === undefined) throw new Error('There is no new root.');
  const repository = new RootReaders(git, at.storage, records).repository(moment);
  if (repository === undefined) throw new Error('Nothing reads it.');
  const { brought, unlike } = await broughtByNewRoot(live, repository, moment, since ?? start.takenAt, calm);
  return { brought: [...brought].toSorted(), unlike: [...unlike].toSorted() };
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
    const found = await broughtBy(at => {
      make(at);
      at.write('made/b.txt', 'changed\n');
      at.write('made/new.txt', 'new\n');
      at.write('made/committed.txt', 'mine\n');
      at.gitIn(at.path('made'), 'add', 'committed.txt');
      at.gitIn(at.path('made'), 'commit', '-q', '-m', 'mine');
    });
    expect(found).toEqual({ brought: ['a.txt', 'b.txt'], unlike: ['b.txt'] });
  },
);

test('git brought nothing into a repository whose first commit the task made', async () => {
  const found = await broughtBy(at => {
    mkdirSync(at.path('made'));
    at.gitIn(at.path('made'), 'init', '-q');
    at.write('made/x.txt', 'x\n');
    at.gitIn(at.path('made'), 'add', '-A');
    at.gitIn(at.path('made'), 'commit', '-q', '-m', 'mine');
  });
  expect(found).toEqual({ brought: [], unlike: [] });
});

test.each([
  ['younger', 0, []],
  ['older', Date.parse('2200-01-01'), ['a.txt', 'b.txt']],
] as const)(
  'without a reflog goes by the age of the commit: %s than the task',
  async (_name, since, brought) => {
    const found = await broughtBy(at => {
      at.git('clone', '-q', '.', 'made');
      rmSync(at.path('made/.git/logs'), { recursive: true, force: true });
    }, since);
    expect(found).toEqual({ brought, unlike: [] });
  },
);

test('takes a converted line end for no change', async () => {
  const found = await broughtBy(at => {
    writeFileSync(join(at.base, 'home', '.gitconfig'), '[core]\n\tautocrlf = true\n');
    at.git('clone', '-q', '.', 'made');
    at.gitIn(at.path('made'), 'config', 'core.autocrlf', 'true');
  });
  expect(found).toEqual({ brought: ['a.txt', 'b.txt'], unlike: [] });
});
