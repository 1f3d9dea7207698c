import { afterEach, expect, test } from 'vitest';
import { hunksOf, withoutHunks } from '../../src/core/snapshots/hunks';
import type { Snapshot } from '../../src/core/snapshots/snapshot';
import { calm, requestOf, SnapshotWorld, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

const EDITED = TEN_LINES.replace('line 2\n', 'line two\n').replace('line 8\n', 'line eight\nmore\n');
const FIRST_OUT = TEN_LINES.replace('line 8\n', 'line eight\nmore\n');

/** A file in which a task changed two places. */
async function twoHunks(): Promise<{ at: SnapshotWorld; start: Snapshot; end: Snapshot }> {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('a.txt', TEN_LINES);
  at.write('b.txt', 'b\n');
  at.commit('base');
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('b.txt', 'c\n');
  return { at, start, end: await at.take() };
}

/** Plans to take the first hunk out. */
async function planFirst(at: SnapshotWorld, start: Snapshot, end: Snapshot) {
  const [first] = hunksOf(TEN_LINES, EDITED);
  const content = Buffer.from(withoutHunks(EDITED, first ? [first] : []));
  return await at.snapshots.planRestore(
    requestOf(start, end),
    ['a.txt'],
    calm,
    new Map([['a.txt', content]]),
  );
}

test('takes one hunk out of a file, and nothing else; and back in', async () => {
  const { at, start, end } = await twoHunks();
  const plan = await planFirst(at, start, end);
  expect(plan.steps).toMatchObject([{ path: 'a.txt', action: 'write', instead: expect.any(String) }]);
  const before = at.untouchables();
  const [seen] = await at.snapshots.previewRestore(plan, new Map(), calm);
  expect([seen?.path, String(seen?.now), String(seen?.goal)]).toEqual(['a.txt', EDITED, FIRST_OUT]);
  expect([at.read('a.txt'), at.untouchables()]).toEqual([EDITED, before]);
  const done = await at.snapshots.applyRestore(plan, new Map(), calm);
  expect([at.read('a.txt'), at.read('b.txt')]).toEqual([FIRST_OUT, 'c\n']);
  const after = await at.take();
  const undo = await at.snapshots.planUndo({ ...done, task: plan.task, after }, calm);
  await at.snapshots.applyRestore(undo, new Map(), calm);
  expect(at.read('a.txt')).toBe(EDITED);
});

test('keeps what was changed later in other lines, also where the other hunk was', async () => {
  const { at, start, end } = await twoHunks();
  at.write('a.txt', EDITED.replace('line eight\n', 'LINE EIGHT\n').replace('line 5\n', 'line five\n'));
  const plan = await planFirst(at, start, end);
  expect(plan.steps).toMatchObject([{ action: 'merge' }]);
  await at.snapshots.applyRestore(plan, new Map(), calm);
  expect(at.read('a.txt')).toBe(
    TEN_LINES.replace('line 5\n', 'line five\n').replace('line 8\n', 'LINE EIGHT\nmore\n'),
  );
});

test('asks where its lines were changed later, and does as chosen', async () => {
  const { at, start, end } = await twoHunks();
  const mine = EDITED.replace('line two\n', 'line zwei\n');
  at.write('a.txt', mine);
  const plan = await planFirst(at, start, end);
  expect(plan.steps).toMatchObject([{ action: 'conflict', mergeObstacle: null }]);
  await expect(at.snapshots.applyRestore(plan, new Map(), calm)).rejects.toMatchObject({
    code: 'conflicts-open',
  });
  expect(at.read('a.txt')).toBe(mine);
  expect(await at.snapshots.previewRestore(plan, new Map([['a.txt', 'mine']]), calm)).toEqual([]);
  await at.snapshots.applyRestore(plan, new Map([['a.txt', 'markers']]), calm);
  expect(at.read('a.txt')).toMatch(
    /<<<<<<< now\nline zwei\n[^]*line 2\n>>>>>>> before the task\n[^]*line eight\nmore\n/,
  );
});

test('a file in doubt is asked about though nobody changed it since, and is not merged', async () => {
  const { at, start, end } = await twoHunks();
  const doubts = new Map([['a.txt', 'Something else changed it.']]);
  const request = requestOf(start, end);
  const plan = await at.snapshots.planRestore(request, ['a.txt', 'b.txt'], calm, undefined, doubts);
  expect(plan.steps).toMatchObject([
    {
      path: 'a.txt',
      action: 'conflict',
      reason: 'Something else changed it.',
      mergeObstacle: expect.any(String),
    },
    { path: 'b.txt', action: 'write' },
  ]);
  expect(plan.steps[0]).not.toHaveProperty('mergesCleanly');
  await at.snapshots.applyRestore(plan, new Map([['a.txt', 'mine']]), calm);
  expect([at.read('a.txt'), at.read('b.txt')]).toEqual([EDITED, 'b\n']);
  const again = await at.snapshots.planRestore(request, ['a.txt'], calm, undefined, doubts);
  await at.snapshots.applyRestore(again, new Map([['a.txt', 'theirs']]), calm);
  expect(at.read('a.txt')).toBe(TEN_LINES);
});

test('the whole is put back after a part was, and a hunk that is out already is no work', async () => {
  const { at, start, end } = await twoHunks();
  await at.snapshots.applyRestore(await planFirst(at, start, end), new Map(), calm);
  expect((await planFirst(at, start, end)).steps).toMatchObject([{ action: 'keep' }]);
  const whole = await at.snapshots.planRestore(requestOf(start, end), ['a.txt'], calm);
  await at.snapshots.applyRestore(whole, new Map(), calm);
  expect(at.read('a.txt')).toBe(TEN_LINES);
});

test('a file that is changed while the diffs are looked at is not written over', async () => {
  const { at, start, end } = await twoHunks();
  const plan = await planFirst(at, start, end);
  at.write('a.txt', `${EDITED}mine\n`);
  await expect(at.snapshots.previewRestore(plan, new Map(), calm)).rejects.toMatchObject({
    code: 'plan-outdated',
  });
  await expect(at.snapshots.applyRestore(plan, new Map(), calm)).rejects.toMatchObject({
    code: 'plan-outdated',
  });
  expect(at.read('a.txt')).toBe(`${EDITED}mine\n`);
});
