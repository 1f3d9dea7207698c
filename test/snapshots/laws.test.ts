import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snapshot, TaskAccount } from '../../src/core/snapshots/snapshot';
import { runGit } from '../support/gitShell';
import { type Deed, deeds, perform } from './randomHistory';
import { calm, requestOf, SnapshotWorld, TEN_LINES } from './world';

/** Histories in each run; more on demand. */
const RUNS = Number(process.env['SWITCHYARD_RUNS'] ?? 60);
const TIME_LIMIT_MS = 60_000 + RUNS * 10_000;

test(
  'whatever happened: the tree is the disk, start and answer give the end, restore gives the start, undo the end',
  async () => {
    await fc.assert(
      fc.asyncProperty(deeds, deeds, fc.boolean(), async (earlier, task, isSeen) => {
        const world = new SnapshotWorld('repository');
        try {
          await holdsFor(world, earlier, task, isSeen);
        } finally {
          world.dispose();
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIME_LIMIT_MS,
);

async function holdsFor(
  world: SnapshotWorld,
  earlier: readonly Deed[],
  task: readonly Deed[],
  isSeen: boolean,
): Promise<void> {
  world.write('a.txt', TEN_LINES);
  world.write('b.txt', 'b\n');
  world.write('dir/f.txt', 'f\n');
  world.write('.gitignore', '*.log\n');
  world.commit('base');
  world.git('checkout', '-q', '-b', 'topic');
  world.write('a.txt', TEN_LINES.replace('line 2', 'line two'));
  world.write('topic.txt', 't\n');
  world.commit('topic');
  world.git('checkout', '-q', 'main');
  world.write('x.log', 'ignored\n');
  // Half of the histories are long known to us, the others are met for the first time.
  if (isSeen) await world.take();
  for (const deed of earlier) perform(world, deed);

  const start = await untouched(world, () => world.take());
  const startDisk = world.disk();
  for (const deed of task) perform(world, deed);
  const end = await untouched(world, () => world.take());
  const endDisk = world.disk();

  const endTree = treeOf(world, end);
  for (const [name, content] of endTree) expect([name, endDisk.get(name)]).toEqual([name, content]);
  expectIgnored(
    world,
    [...endDisk.keys()].filter(name => !endTree.has(name)),
  );

  const account = await untouched(world, () => world.account(start, end));
  expect(pathsOf(account)).toEqual(differing(treeOf(world, start), endTree));

  const plan = await untouched(world, () => world.snapshots.planRestore(requestOf(start, end), null, calm));
  expect(plan.steps.filter(step => !['write', 'delete', 'keep-ignored'].includes(step.action))).toEqual([]);
  const times = world.times();
  const done = await world.snapshots.applyRestore(plan, new Map(), calm);
  const restored = new Set([...done.written, ...done.deleted]);
  const expected = new Map([...endDisk].filter(([name]) => !restored.has(name)));
  for (const name of done.written) expected.set(name, startDisk.get(name) ?? 'missing at the start');
  expect(sorted(world.disk())).toEqual(sorted(expected));
  const isAllOwn =
    account.imported.length === 0 &&
    plan.steps.every(step => step.action === 'write' || step.action === 'delete');
  // Ignored files that the task made or removed are left as they are.
  if (isAllOwn)
    for (const [name, content] of treeOf(world, start)) expect(world.disk().get(name)).toBe(content);
  for (const [name, time] of world.times())
    if (!restored.has(name)) expect([name, time]).toEqual([name, times.get(name)]);

  const undo = await world.snapshots.planUndo(done, calm);
  await world.snapshots.applyRestore(undo, new Map(), calm);
  expect(sorted(world.disk())).toEqual(sorted(endDisk));
}

/** Does it and shows that HEAD, refs, index, stash, reflog and times stayed the same. */
async function untouched<T>(world: SnapshotWorld, work: () => Promise<T>): Promise<T> {
  const before = world.untouchables();
  const result = await work();
  expect(world.untouchables()).toBe(before);
  return result;
}

/** Contents by ID, of every repository: what has an ID never changes. */
const blobs = new Map<string, string>();

/** A snapshot's files as `disk` shows files. */
function treeOf(world: SnapshotWorld, snapshot: Snapshot): ReadonlyMap<string, string> {
  const tree = snapshot.roots[0]?.tree ?? '';
  const git = (...args: readonly string[]): Buffer => runGit(world.folder, args, process.env);
  const files = new Map<string, string>();
  for (const entry of git('ls-tree', '-r', '-z', tree).toString('utf8').split('\0')) {
    if (entry === '') continue;
    const [mode = '', , id = ''] = entry.slice(0, entry.indexOf('\t')).split(' ');
    const content = blobs.get(id) ?? git('cat-file', 'blob', id).toString('latin1');
    blobs.set(id, content);
    const shown = mode === '120000' ? `link ${Buffer.from(content, 'latin1').toString('utf8')}` : content;
    files.set(entry.slice(entry.indexOf('\t') + 1), mode === '100755' ? `+x ${shown}` : shown);
  }
  return files;
}

function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(name => before.get(name) !== after.get(name))
    .toSorted();
}

function pathsOf(account: TaskAccount): readonly string[] {
  const told = [...account.own, ...account.imported, ...account.revealed];
  return told
    .flatMap(change => (change.from === undefined ? [change.path] : [change.path, change.from]))
    .toSorted();
}

function expectIgnored(world: SnapshotWorld, names: readonly string[]): void {
  const answers = names.filter(name => {
    try {
      runGit(world.folder, ['check-ignore', '-q', '--no-index', `./${name}`], process.env);
      return false;
    } catch {
      return true;
    }
  });
  expect(answers).toEqual([]);
}

function sorted(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
