import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { RestorePlan, Snapshot, TaskId } from '../../src/core/snapshots/snapshot';
import { placeKey } from '../../src/node/git/plumbing/privateRepository';
import { failureWords } from '../../src/node/git/restore/restoreApplier';
import { calm, requestOf, SnapshotWorld, TASK, TEN_LINES } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

const EDITED = TEN_LINES.replace('line 2\n', 'line two\n');

async function plan(at: SnapshotWorld, start: Snapshot, end: Snapshot): Promise<RestorePlan> {
  return await at.snapshots.planRestore(requestOf(start, end), null, calm);
}

function stepsOf(made: RestorePlan): readonly string[] {
  return made.steps.map(step => `${step.action} ${step.path}`).toSorted();
}

function repository(): SnapshotWorld {
  const made = new SnapshotWorld('repository');
  world = made;
  made.write('a.txt', TEN_LINES);
  made.write('b.txt', 'b\n');
  made.write('dir/f.txt', 'f\n');
  made.commit('base');
  return made;
}

test('plans without touching the disk, and gives single files back when asked', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('new.txt', 'x\n');
  at.remove('b.txt');
  const end = await at.take();
  const before = at.untouchables();

  expect(stepsOf(await plan(at, start, end))).toEqual(['delete new.txt', 'write a.txt', 'write b.txt']);
  expect(at.untouchables()).toBe(before);

  const one = await at.snapshots.planRestore(requestOf(start, end), ['b.txt'], calm);
  await at.snapshots.applyRestore(one, new Map(), calm);
  expect([at.read('b.txt'), at.read('a.txt')]).toEqual(['b\n', EDITED]);
});

test('keeps a later change in other lines, and takes only the task out', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  const end = await at.take();
  at.write('a.txt', EDITED.replace('line 9\n', 'line nine\n'));

  const made = await plan(at, start, end);
  expect(stepsOf(made)).toEqual(['merge a.txt']);
  await at.snapshots.applyRestore(made, new Map(), calm);
  expect(at.read('a.txt')).toBe(TEN_LINES.replace('line 9\n', 'line nine\n'));
});

test('asks about a later change in the same lines, and does as chosen', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('b.txt', 'task\n');
  const end = await at.take();
  at.write('a.txt', EDITED.replace('two', 'zwei'));
  at.write('b.txt', 'person\n');

  const made = await plan(at, start, end);
  expect(stepsOf(made)).toEqual(['conflict a.txt', 'conflict b.txt']);
  await expect(at.snapshots.applyRestore(made, new Map(), calm)).rejects.toMatchObject({
    code: 'conflicts-open',
  });
  const choices = new Map([
    ['a.txt', 'theirs'],
    ['b.txt', 'mine'],
  ] as const);
  const done = await at.snapshots.applyRestore(made, choices, calm);
  expect([at.read('a.txt'), at.read('b.txt')]).toEqual([TEN_LINES, 'person\n']);

  await at.snapshots.applyRestore(await at.snapshots.planUndo(done, calm), new Map(), calm);
  expect(at.read('a.txt')).toBe(EDITED.replace('two', 'zwei'));
});

test('refuses a plan when one of its files has changed since', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  const end = await at.take();
  const made = await plan(at, start, end);
  at.write('a.txt', 'again\n');

  await expect(at.snapshots.applyRestore(made, new Map(), calm)).rejects.toMatchObject({
    code: 'plan-outdated',
  });
  expect(at.read('a.txt')).toBe('again\n');
});

test('refuses to write through a link that was put in the place of a folder, and changes nothing', async () => {
  const at = repository();
  mkdirSync(join(at.base, 'outside'));
  writeFileSync(join(at.base, 'outside', 'f.txt'), 'f2\n');
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('dir/f.txt', 'f2\n');
  const end = await at.take();
  const made = await plan(at, start, end);
  renameSync(at.path('dir'), join(at.base, 'aside'));
  symlinkSync(join(at.base, 'outside'), at.path('dir'));

  await expect(at.snapshots.applyRestore(made, new Map(), calm)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:restore-failed|plan-outdated)$/),
  });
  expect(at.read('a.txt')).toBe(EDITED);
  expect(at.read('../outside/f.txt')).toBe('f2\n');
});

test('takes everything back when one file cannot be written', async () => {
  const at = repository();
  at.write('z/z.txt', 'z\n');
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('new.txt', 'x\n');
  at.remove('z');
  const end = await at.take();
  const made = await plan(at, start, end);
  const disk = at.disk();
  // An ignored folder stands where a file must go.
  writeFileSync(join(at.path('.git'), 'info', 'exclude'), '*.log\n');
  mkdirSync(join(at.path('z'), 'z.txt'), { recursive: true });
  writeFileSync(join(at.path('z'), 'z.txt', 'kept.log'), 'kept\n');

  await expect(at.snapshots.applyRestore(made, new Map(), calm)).rejects.toMatchObject({
    code: 'restore-failed',
    message:
      'Nothing was changed: z/z.txt could not be written, the disk answered ENOTEMPTY. Look at it and at the rights of its folder, or restore the other files without it.',
  });
  expect([...at.disk()]).toEqual(expect.arrayContaining([...disk]));
  expect(at.read('z/z.txt/kept.log')).toBe('kept\n');
  expect(await at.snapshots.unfinishedRestores()).toEqual([]);
});

test('moves what it deletes to the trash and leaves ignored files and HEAD alone', async () => {
  const at = repository();
  at.write('.gitignore', '*.secret\n');
  at.write('k.secret', 'key\n');
  at.commit('rules');
  const start = await at.take();
  at.write('.gitignore', '');
  at.write('made/new.txt', 'x\n');
  at.commit('task');
  const head = at.git('rev-parse', 'HEAD');
  const end = await at.take();

  const made = await plan(at, start, end);
  expect(stepsOf(made)).toEqual(['delete made/new.txt', 'write .gitignore']);
  await at.snapshots.applyRestore(made, new Map(), calm);
  expect(at.trashed).toEqual([at.path('made/new.txt')]);
  expect([at.read('k.secret'), at.git('rev-parse', 'HEAD')]).toEqual(['key\n', head]);
  expect(lstatSync(at.path('made'), { throwIfNoEntry: false })).toBeUndefined();
});

test('goes through with a restore that someone wants to leave when the first file is changed', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('new.txt', 'x\n');
  const end = await at.take();
  const leaving = new AbortController();
  const left = at.open({
    trash: async path => {
      rmSync(path);
      leaving.abort();
    },
  });
  const done = await left.applyRestore(await plan(at, start, end), new Map(), leaving.signal);
  expect(done).toMatchObject({ written: ['a.txt'], deleted: ['new.txt'] });
  expect(at.read('a.txt')).toBe(TEN_LINES);
  expect(await left.unfinishedRestores()).toEqual([]);
});

test('gives the bytes back under autocrlf and under a filter that it may not run', async () => {
  const at = repository();
  at.git('config', 'core.autocrlf', 'true');
  at.git('config', 'filter.shout.clean', 'tr a-z A-Z');
  at.write('.gitattributes', '*.shout filter=shout\n');
  at.write('x.shout', 'quiet\n');
  at.write('lf.txt', 'one\ntwo\n');
  at.write('crlf.txt', 'one\r\ntwo\r\n');
  at.commit('converted');
  const start = await at.take();
  const disk = at.disk();
  for (const name of ['x.shout', 'lf.txt', 'crlf.txt']) at.write(name, 'task\n');
  const end = await at.take();

  await at.snapshots.applyRestore(await plan(at, start, end), new Map(), calm);
  expect(at.disk()).toEqual(disk);
});

test('finishes or undoes a restore that a crash cut short', async () => {
  for (const way of ['finish', 'undo'] as const) {
    world?.dispose();
    const at = repository();
    const start = await at.take();
    at.write('a.txt', EDITED);
    at.write('b.txt', 'task\n');
    at.write('new.txt', 'x\n');
    const end = await at.take();
    const disk = { start: TEN_LINES, end: EDITED };
    // The process "dies" at the first deletion: nothing after it runs, not even taking back.
    const dying = at.open({ trash: () => new Promise<never>(() => undefined) });
    void dying.applyRestore(await plan(at, start, end), new Map(), calm);
    const next = at.open();
    await expect.poll(async () => (await next.unfinishedRestores()).length).toBe(1);
    const [unfinished] = await next.unfinishedRestores();
    expect(unfinished?.paths.toSorted()).toEqual(['a.txt', 'b.txt', 'new.txt']);
    // What a process leaves that dies while it writes a file.
    at.write(`.${placeKey('a.txt')}.switchyard-restore`, 'line');
    const names = [...at.disk().keys()].filter(name => !name.endsWith('-restore'));

    await next.settleRestore(unfinished?.id ?? '', way, calm);
    expect(at.read('a.txt')).toBe(way === 'finish' ? disk.start : disk.end);
    expect([...at.disk().keys()]).toEqual(names.filter(name => way === 'undo' || name !== 'new.txt'));
    expect(await next.unfinishedRestores()).toEqual([]);
  }
});

test('says which files have no copy and leaves them', async () => {
  const at = repository();
  at.write('big.bin', new Uint8Array(6 * 1024 * 1024));
  const start = await at.take();
  expect(start.roots[0]?.partial).toBe('big.bin is too large to keep a copy.');
  at.write('big.bin', new Uint8Array(6 * 1024 * 1024).fill(7));
  const end = await at.take();

  expect((await plan(at, start, end)).steps).toEqual([
    { path: 'big.bin', action: 'impossible', reason: 'No copy of its content before the task was kept.' },
  ]);
});

test('takes back the restore of a file that was kept in git although it is ignored', async () => {
  const at = repository();
  at.write('.gitignore', '*.log\n');
  at.write('x.log', 'kept\n');
  at.git('add', '-f', 'x.log');
  at.commit('log');
  const start = await at.take();
  at.git('rm', '-q', 'x.log');
  const end = await at.take();
  const done = await at.snapshots.applyRestore(await plan(at, start, end), new Map(), calm);
  expect(at.read('x.log')).toBe('kept\n');

  await at.snapshots.applyRestore(await at.snapshots.planUndo(done, calm), new Map(), calm);
  expect(at.disk().has('x.log')).toBe(false);
});

/** A folder, a link to a folder or a file in the place of another of them, with a file that lies beside it. */
const SHAPES = {
  folder: (at: SnapshotWorld) => {
    at.write('x/f.txt', 'f\n');
    at.write('x/deep/g.txt', 'g\n');
  },
  link: (at: SnapshotWorld) => at.link('other', 'x'),
  'link out': (at: SnapshotWorld) => at.link('../outside', 'x'),
  file: (at: SnapshotWorld) => at.write('x', 'a file\n'),
} as const;
type Shape = keyof typeof SHAPES;
const PAIRS = (Object.keys(SHAPES) as Shape[]).flatMap(before =>
  (Object.keys(SHAPES) as Shape[]).filter(after => after !== before).map(after => [before, after] as const),
);

test.each(PAIRS)('puts a %s back that became a %s, and takes that back', async (before, after) => {
  const at = repository();
  mkdirSync(join(at.base, 'outside'));
  writeFileSync(join(at.base, 'outside', 'f.txt'), 'precious\n');
  // The same names lie behind the link: what is there must neither be taken for ours nor be written to.
  at.write('other/f.txt', 'f\n');
  at.write('other/deep/g.txt', 'g\n');
  SHAPES[before](at);
  const start = await at.take();
  const startDisk = at.disk();
  at.remove('x');
  SHAPES[after](at);
  const end = await at.take();
  const endDisk = at.disk();

  const done = await at.snapshots.applyRestore(await plan(at, start, end), new Map(), calm);
  expect(at.disk()).toEqual(startDisk);
  await at.snapshots.applyRestore(
    await at.snapshots.planUndo({ ...done, after: await at.take() }, calm),
    new Map(),
    calm,
  );
  expect(at.disk()).toEqual(endDisk);
  expect(at.read('../outside/f.txt')).toBe('precious\n');
});

test('says what it leaves out, and whether the rest is back', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('b.txt', 'task\n');
  const end = await at.take();
  const part = await at.snapshots.planRestore(requestOf(start, end), ['a.txt', 'none'], calm);
  expect(part.left).toMatchObject([
    { path: 'b.txt', why: 'not-asked' },
    { path: 'none', why: 'unchanged' },
  ]);
  at.write('b.txt', 'b\n');
  const later = await at.snapshots.planRestore(requestOf(start, end), ['a.txt'], calm);
  expect(later.left).toEqual([]);
});

test('takes a shared file as a question, which merges where nobody changed the same lines', async () => {
  const at = repository();
  const start = await at.take();
  at.write('a.txt', EDITED);
  at.write('b.txt', 'task\n');
  const end = await at.take();
  at.write('a.txt', EDITED.replace('line 9\n', 'line nine\n'));
  const other = 'other' as TaskId;
  const request = {
    ...requestOf(start, end),
    intervals: [{ from: start, to: end, isAlone: false, owners: () => [TASK, other] }],
  };
  expect(await at.snapshots.planRestore(request, null, calm)).toMatchObject({
    steps: [],
    left: [
      { path: 'a.txt', why: 'shared', sharedWith: [other] },
      { path: 'b.txt', why: 'shared' },
    ],
  });
  const made = await at.snapshots.planRestore(request, ['a.txt', 'b.txt'], calm);
  const conflict = { action: 'conflict', mergeObstacle: null, mergesCleanly: true, sharedWith: [other] };
  expect(made).toMatchObject({
    steps: [
      { path: 'a.txt', ...conflict },
      { path: 'b.txt', ...conflict },
    ],
    left: [],
  });
  const choices = new Map([
    ['a.txt', 'markers'],
    ['b.txt', 'markers'],
  ] as const);
  await at.snapshots.applyRestore(made, choices, calm);
  expect([at.read('a.txt'), at.read('b.txt')]).toEqual([TEN_LINES.replace('line 9\n', 'line nine\n'), 'b\n']);
});

test('leaves to a subtask what it alone changed', async () => {
  const at = repository();
  const start = await at.take();
  at.write('b.txt', 'task\n');
  const middle = await at.take();
  at.write('a.txt', EDITED);
  const end = await at.take();
  const child = 'child' as TaskId;
  const made = await at.snapshots.planRestore(
    {
      ...requestOf(start, end),
      intervals: [
        { from: start, to: middle, isAlone: true, owners: () => [TASK] },
        { from: middle, to: end, isAlone: false, owners: () => [child] },
      ],
    },
    null,
    calm,
  );
  expect(made).toMatchObject({
    steps: [{ path: 'b.txt', action: 'write' }],
    left: [{ path: 'a.txt', why: 'subtask' }],
  });
});

test('a full disk is told as such', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  expect(failureWords('a.txt', full)).toBe(
    'Nothing was changed: the disk of a.txt is full. Free some space, then try again.',
  );
});
