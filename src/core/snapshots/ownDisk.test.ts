import { expect, test } from 'vitest';
import { FakeSnapshots } from '../../../test/support/fakeSnapshots';
import { runningClock } from '../../../test/support/runningClock';
import { type FolderNames, snapshotsOfDisk } from './ownDisk';
import type { AccountRequest, Snapshot, TaskId } from './snapshot';

const NAMES: FolderNames = {
  shared: folder => folder.replace('/work', 'shared'),
  here: name => (name === 'shared' ? '/work' : undefined),
  told: words => `told: ${words}`,
};
const TASK = 'task' as TaskId;
const signal = new AbortController().signal;

function disk(id = 'mine') {
  const inner = new FakeSnapshots(runningClock);
  return { inner, snapshots: snapshotsOfDisk({ id, by: 'ann', names: () => Promise.resolve(NAMES) }, inner) };
}

function request(from: Snapshot, to: Snapshot): AccountRequest {
  const intervals = [{ from, to, isAlone: true, owners: () => [TASK] }];
  return { task: TASK, start: from, end: to, intervals };
}

const rootsOf = (snapshot: Snapshot) => snapshot.roots.map(({ root }) => root);

test('a snapshot says of which disk it is, and names no folder of the machine', async () => {
  const { inner, snapshots } = disk();
  inner.state = 'partial';
  const taken = await snapshots.take(signal);
  expect([taken.disk, taken.by]).toEqual(['mine', 'ann']);
  expect(rootsOf(taken)).toEqual(['shared']);
  expect(taken.roots.map(({ partial }) => partial)).toEqual(['told: It took too long.']);
});

test('what is asked of its own disk is asked by the folders of the machine, the answer names none', async () => {
  const { inner, snapshots } = disk();
  const [start, end] = [await snapshots.take(signal), await snapshots.take(signal)];
  inner.accountSays = {
    partial: 'In /work, one is missing.',
    unknown: '/work is gone.',
    warnings: ['Look at /work.'],
  };
  const account = await snapshots.account(request(start, end), signal);
  expect([account.partial, account.unknown, ...account.warnings]).toEqual([
    'told: In /work, one is missing.',
    'told: /work is gone.',
    'told: Look at /work.',
  ]);
  const [asked] = inner.requests;
  const [interval] = asked?.intervals ?? [];
  for (const snapshot of [asked?.start, asked?.end, interval?.from, interval?.to])
    expect(snapshot && rootsOf(snapshot)).toEqual(['/work']);
});

test('a plan goes out without folders, and comes back with them', async () => {
  const { inner, snapshots } = disk();
  const start = await snapshots.take(signal);
  inner.write('a.ts');
  const end = await snapshots.take(signal);
  const plan = await snapshots.planRestore(request(start, end), null, signal);
  for (const each of [plan.start, plan.end, plan.before]) expect(rootsOf(each)).toEqual(['shared']);
  const done = await snapshots.applyRestore(plan, new Map(), signal);
  expect(done.deleted).toEqual(['a.ts']);
  expect([done.before.disk, ...rootsOf(done.before)]).toEqual(['mine', 'shared']);

  const after = await snapshots.take(signal);
  const undo = await snapshots.planUndo({ task: TASK, ...done, after }, signal);
  for (const each of [undo.start, undo.end, undo.before])
    expect([each.disk, ...rootsOf(each)]).toEqual(['mine', 'shared']);
});

test.each(['another disk', 'a folder that is none here'])(
  'nothing is told or put back of %s',
  async which => {
    const { inner, snapshots } = disk();
    const own = await snapshots.take(signal);
    const strange: Snapshot =
      which === 'another disk'
        ? { ...own, disk: 'theirs' }
        : { ...own, roots: own.roots.map(root => ({ ...root, root: '/etc' })) };
    for (const asked of [request(strange, own), request(own, strange)]) {
      expect((await snapshots.account(asked, signal)).unknown).toContain('another machine');
      await expect(snapshots.planRestore(asked, null, signal)).rejects.toThrow("can't be restored here");
    }
    const between = { ...request(own, own), intervals: request(own, strange).intervals };
    expect((await snapshots.account(between, signal)).unknown).toContain('another machine');
    const outcome = { task: TASK, written: [], deleted: [] };
    await expect(snapshots.planUndo({ ...outcome, before: own, after: strange }, signal)).rejects.toThrow(
      "can't be restored here",
    );
    const plan = await snapshots.planRestore(request(own, own), null, signal);
    const other = { ...plan, before: strange };
    await expect(snapshots.applyRestore(other, new Map(), signal)).rejects.toThrow("can't be restored here");
    await expect(snapshots.previewRestore(other, new Map(), signal)).rejects.toThrow(
      "can't be restored here",
    );
    expect(await snapshots.read(strange, 'a.ts', signal)).toBeUndefined();
    expect(inner.requests).toHaveLength(1);
  },
);

test('only snapshots of its own disk are kept or let go', async () => {
  const { inner, snapshots } = disk();
  const own = await snapshots.take(signal);
  const theirs = { ...own, id: 'theirs', disk: 'theirs' };
  await snapshots.retain([own, theirs], signal);
  expect(inner.retained.map(({ id }) => id)).toEqual([own.id]);
  await snapshots.release(theirs, signal);
  await snapshots.release(own, signal);
  expect(inner.released).toEqual([own.id]);
});
