import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { RestoreOutcome, RestorePlan } from '../../src/core/snapshots/snapshot';
import type { GitSnapshots } from '../../src/node/git/gitSnapshots';
import { calm, requestOf, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** A file in its three versions, as bytes. */
interface Versions {
  readonly before: string | Uint8Array;
  readonly after: string | Uint8Array;
  readonly now: string | Uint8Array;
}

const POEM = { before: 'a\nb\nc\n', after: 'a\ntask\nc\n', now: 'a\nperson\nc\n' };

/** A repository in which a task and then a person changed each file, and the plan to put the task's changes back. */
async function changed(
  files: Readonly<Record<string, Versions>>,
  later: (at: SnapshotWorld) => void = () => undefined,
): Promise<{ at: SnapshotWorld; plan: RestorePlan }> {
  const at = new SnapshotWorld('repository');
  world = at;
  const write = (version: keyof Versions) => {
    for (const [name, versions] of Object.entries(files)) at.write(name, versions[version]);
  };
  write('before');
  at.commit('base');
  const start = await at.take();
  write('after');
  at.write('new.txt', 'new\n');
  const end = await at.take();
  write('now');
  later(at);
  return { at, plan: await at.snapshots.planRestore(requestOf(start, end), null, calm) };
}

/** Does the plan, with markers in each file in conflict. */
async function mark(snapshots: GitSnapshots, plan: RestorePlan): Promise<RestoreOutcome> {
  const conflicts = plan.steps.filter(({ action }) => action === 'conflict');
  const choices = new Map(conflicts.map(({ path }) => [path, 'markers' as const]));
  return await snapshots.applyRestore(plan, choices, calm);
}

/** What is left of a file when the same side of every conflict is accepted. */
function accepted(text: string, side: 'now' | 'before the task'): string {
  const conflict =
    /<<<<<<< now\r?\n([^]*?)\|{7} after the task\r?\n[^]*?={7}\r?\n([^]*?)>>>>>>> before the task\r?\n/g;
  return text.replaceAll(conflict, side === 'now' ? '$1' : '$2');
}

/** The bytes of a file, one character each. */
function bytesOf(at: SnapshotWorld, name: string): string {
  return readFileSync(at.path(name), 'latin1');
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('writes both versions between markers that say which is which, and takes it back to the byte', async () => {
  const { at, plan } = await changed({ 'a.txt': POEM }, later => later.chmod('a.txt', 0o755));
  expect(plan.steps).toContainEqual({
    path: 'a.txt',
    action: 'conflict',
    reason: 'It was changed after the task in the same lines. Both versions can be merged by hand.',
    mergeObstacle: null,
  });
  const disk = at.disk();

  const done = await mark(at.snapshots, plan);
  expect(done).toMatchObject({ written: ['a.txt'], deleted: ['new.txt'] });
  expect(at.read('a.txt')).toMatchInlineSnapshot(`
    "a
    <<<<<<< now
    person
    ||||||| after the task
    task
    =======
    b
    >>>>>>> before the task
    c
    "
  `);
  expect(lstatSync(at.path('a.txt')).mode & 0o111).not.toBe(0);

  await at.snapshots.applyRestore(await at.snapshots.planUndo(done, calm), new Map(), calm);
  expect(at.disk()).toEqual(disk);
});

test('keeps line ends and encodings as they are, in the markers too', async () => {
  const files = {
    'crlf.txt': { before: 'a\r\nb\r\nc\r\n', after: 'a\r\ntask\r\nc\r\n', now: 'a\r\nperson\r\nc\r\n' },
    'mixed.txt': { before: 'a\nb\r\nc\r', after: 'a\ntask\r\nc\r', now: 'a\nperson\r\nc\r' },
    'latin1.txt': {
      before: latin1('caf\xE9\nb\n\xFF'),
      after: latin1('caf\xE9\n\xE0\n\xFF'),
      now: latin1('caf\xE9\n\xE8\n\xFF'),
    },
    'bom.txt': { before: '\uFEFFa\nb\n', after: '\uFEFFtask\nb\n', now: '\uFEFFperson\nb\n' },
  };
  const { at, plan } = await changed(files);
  const disk = at.disk();

  const done = await mark(at.snapshots, plan);
  for (const [name, { before, now }] of Object.entries(files)) {
    expect(bytesOf(at, name)).toContain('<<<<<<< now');
    expect(accepted(bytesOf(at, name), 'now'), name).toBe(Buffer.from(now).toString('latin1'));
    expect(accepted(bytesOf(at, name), 'before the task'), name).toBe(Buffer.from(before).toString('latin1'));
  }
  expect(bytesOf(at, 'crlf.txt').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);

  await at.snapshots.applyRestore(await at.snapshots.planUndo(done, calm), new Map(), calm);
  expect(at.disk()).toEqual(disk);
});

test('marks only what is in conflict: other changes of the task are taken out, later ones stay', async () => {
  const { at, plan } = await changed({
    'a.txt': {
      before: '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
      after: '1 task\n2\n3\n4\n5 task\n6\n7\n8\n9\n',
      now: '1 task\n2\n3\n4\n5 person\n6\n7\n8\n9 person\n',
    },
  });
  await mark(at.snapshots, plan);
  expect(accepted(at.read('a.txt'), 'now')).toBe('1\n2\n3\n4\n5 person\n6\n7\n8\n9 person\n');
  expect(accepted(at.read('a.txt'), 'before the task')).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9 person\n');
});

test('says of which files it cannot be done and why, and refuses to do it, changing nothing', async () => {
  const heading = 'Title\n=======\n';
  const { at, plan } = await changed(
    {
      'binary.dat': { before: 'a\0', after: 'b\0', now: 'c\0' },
      'gone.txt': POEM,
      'heading.md': { before: `${heading}a\n`, after: `${heading}task\n`, now: `${heading}person\n` },
      'link.txt': POEM,
    },
    later => {
      later.remove('gone.txt');
      later.remove('link.txt');
      later.link('binary.dat', 'link.txt');
      later.write('new.txt', 'person\n');
    },
  );
  const obstacles = plan.steps.map(({ path, mergeObstacle }) => `${path}: ${mergeObstacle}`);
  expect(obstacles.toSorted()).toEqual([
    'binary.dat: It is not text, or not in UTF-8 or a similar encoding.',
    'gone.txt: It no longer exists, so there is nothing to merge with.',
    'heading.md: It holds lines that look like conflict markers.',
    'link.txt: One of its versions is a link or a submodule.',
    "new.txt: It didn't exist then, so there is nothing to merge with.",
  ]);
  const disk = at.disk();

  for (const { path } of plan.steps) {
    const mine = plan.steps.map(step => [step.path, 'mine'] as const);
    const choices = new Map([...mine, [path, 'markers'] as const]);
    await expect(at.snapshots.applyRestore(plan, choices, calm)).rejects.toMatchObject({
      code: 'not-mergeable',
    });
  }
  expect(at.disk()).toEqual(disk);
});

test('taking a restore back can be merged by hand too, with labels of its own', async () => {
  const { at, plan } = await changed({ 'a.txt': { ...POEM, now: POEM.after } });
  const done = await at.snapshots.applyRestore(plan, new Map(), calm);
  at.write('a.txt', POEM.now);

  const undo = await at.snapshots.planUndo(done, calm);
  await mark(at.snapshots, undo);
  expect(at.read('a.txt')).toMatchInlineSnapshot(`
    "a
    <<<<<<< now
    person
    ||||||| after the restore
    b
    =======
    task
    >>>>>>> before the restore
    c
    "
  `);
});

test('does not offer a second merge of what still holds the markers of the first', async () => {
  const { at, plan } = await changed({ 'a.txt': POEM });
  const done = await mark(at.snapshots, plan);
  at.write('a.txt', at.read('a.txt').replace('person', 'person again'));

  const undo = await at.snapshots.planUndo(done, calm);
  expect(undo.steps).toContainEqual(
    expect.objectContaining({
      path: 'a.txt',
      action: 'conflict',
      mergeObstacle: 'It holds lines that look like conflict markers.',
    }),
  );
});

test.each(['finish', 'undo'] as const)(
  'a merge by hand that a crash cut short, before or after its first write, can be brought to an end: %s',
  async way => {
    for (const moment of ['before', 'after'] as const) {
      world?.dispose();
      const { at, plan } = await changed({ 'a.txt': POEM });
      const disk = at.disk();
      const isMarked = () => at.read('a.txt').includes('<<<<<<<');
      // The process "dies" at the first deletion, or when all is written and what comes of it is recorded.
      const dying = at.open({
        trash: async path => {
          if (moment === 'before') await new Promise<never>(() => undefined);
          rmSync(path);
        },
        ids: {
          next: () => {
            if (isMarked()) throw new Error('died');
            return randomUUID();
          },
        },
      });
      const restoring = mark(dying, plan).catch((error: unknown) => String(error));
      const next = at.open();
      await expect.poll(async () => (await next.unfinishedRestores()).length).toBe(1);
      if (moment === 'after') expect(await restoring).toBe('Error: died');
      expect(isMarked()).toBe(moment === 'after');

      const [unfinished] = await next.unfinishedRestores();
      await next.settleRestore(unfinished?.id ?? '', way, calm);
      expect(isMarked()).toBe(way === 'finish');
      if (way === 'undo') expect(at.disk()).toEqual(disk);
      else expect(accepted(at.read('a.txt'), 'now')).toBe(POEM.now);
      expect(await next.unfinishedRestores()).toEqual([]);
    }
  },
);
