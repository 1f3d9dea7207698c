import { unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Snapshots } from '../../src/core/snapshots/snapshot';
import type { Discard } from '../../src/node/git/restore/restoreFiles';
import { agentWorld } from '../support/workflowWorld';
import { calm, requestOf, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

function repository(): SnapshotWorld {
  const made = new SnapshotWorld('repository');
  world = made;
  made.write('a.txt', 'a\n');
  made.write('b.txt', 'b\n');
  made.commit('base');
  return made;
}

/** A task that changes two files and adds two is restored, with this trash. */
async function restoreWith(at: SnapshotWorld, trash: Discard) {
  const start = await at.take();
  for (const name of ['a.txt', 'b.txt', 'new-1.txt', 'new-2.txt']) at.write(name, 'by the task\n');
  const end = await at.take();
  const snapshots = at.open({ trash });
  const made = await snapshots.planRestore(requestOf(start, end), null, calm);
  return snapshots.applyRestore(made, new Map(), calm);
}

test('what a person saves while a restore deletes other files is not overwritten, and nothing is restored', async () => {
  const at = repository();
  const restored = restoreWith(at, async place => {
    unlinkSync(place);
    at.write('b.txt', 'by a person\n');
  });
  await expect(restored).rejects.toMatchObject({ code: 'restore-failed', message: /b\.txt changed/ });
  expect(Object.fromEntries(at.disk())).toEqual({
    'a.txt': 'by the task\n',
    'b.txt': 'by a person\n',
    'new-1.txt': 'by the task\n',
    'new-2.txt': 'by the task\n',
  });
  expect(await at.snapshots.unfinishedRestores()).toEqual([]);
});

test('what a person writes where a restore had deleted a file stays when the restore is taken back', async () => {
  const at = repository();
  const restored = restoreWith(at, async place => {
    if (basename(place) === 'new-1.txt') throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    unlinkSync(place);
    at.write('new-2.txt', 'by a person\n');
  });
  await expect(restored).rejects.toMatchObject({ code: 'restore-failed' });
  expect([at.read('new-1.txt'), at.read('new-2.txt')]).toEqual(['by the task\n', 'by a person\n']);
});

test('an undo that is asked for twice is done once, whole, and the other changes nothing', async () => {
  const at = repository();
  const { begin, start, complete, workflows } = await agentWorld({ snapshots: at.open() as never });
  const task = await start((await begin()).id, { name: 'it' });
  const names = ['a.txt', 'b.txt', ...Array.from({ length: 20 }, (_, each) => `new-${each}.txt`)];
  for (const name of names) at.write(name, 'by the task\n');
  await complete(task.id);
  const after = at.disk();
  await workflows.applyRestore((await workflows.planRestore(task.id, null, calm)).id, new Map(), calm);
  const plans = [await workflows.planUndo(task.id, calm), await workflows.planUndo(task.id, calm)];

  const all = await Promise.allSettled(plans.map(({ id }) => workflows.undoRestore(id, new Map(), calm)));
  expect(all).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'plan-outdated' } }]);
  expect(at.disk()).toEqual(after);
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restores: [] });
  expect(await workflows.unfinishedRestores()).toEqual([]);
});

/** A restore of a task that a crash cut short before any file was changed, as the next program finds it. */
async function cutShort(at: SnapshotWorld) {
  // The process "dies" at the first deletion; another one goes on.
  let alive: Snapshots = at.open({ trash: () => new Promise<never>(() => undefined) });
  const snapshots = new Proxy(alive, { get: (_, name) => Reflect.get(alive, name).bind(alive) });
  const made = await agentWorld({ snapshots: snapshots as never });
  const { begin, start, complete, workflows } = made;
  const { id } = await begin();
  const task = await start(id, { name: 'it' });
  for (const name of ['a.txt', 'b.txt', 'new.txt']) at.write(name, 'by the task\n');
  await complete(task.id);
  void workflows.applyRestore((await workflows.planRestore(task.id, null, calm)).id, new Map(), calm);
  const next = at.open();
  await expect.poll(async () => (await next.unfinishedRestores()).length).toBe(1);
  alive = next;
  const [unfinished] = await workflows.unfinishedRestores();
  return { ...made, task: task.id, restore: unfinished?.id ?? '' };
}

test('what a person wrote after a crash is neither said to be restored when that is finished, nor lost by its undo', async () => {
  const at = repository();
  const { workflows, undo, task, restore } = await cutShort(at);
  at.write('a.txt', 'by a person\n');
  await workflows.settleRestore(restore, 'finish', calm);

  expect(Object.fromEntries(at.disk())).toEqual({ 'a.txt': 'by a person\n', 'b.txt': 'b\n' });
  expect(workflows.task(task)).toMatchObject({
    status: 'success',
    restores: [{ written: ['b.txt'], deleted: ['new.txt'] }],
  });
  await undo(task);
  expect(Object.fromEntries(at.disk())).toEqual({
    'a.txt': 'by a person\n',
    'b.txt': 'by the task\n',
    'new.txt': 'by the task\n',
  });
});

test('taking back a restore that a crash cut short asks about what a person wrote since, and ends it', async () => {
  const at = repository();
  const { workflows, task } = await cutShort(at);
  at.write('a.txt', 'by a person\n');
  at.write('b.txt', 'b\n');
  const made = await workflows.planUndo(task, calm);

  expect(made.steps.map(({ action, path }) => `${action} ${path}`)).toEqual([
    'conflict a.txt',
    'write b.txt',
    'keep new.txt',
  ]);
  await workflows.undoRestore(made.id, new Map(), calm);
  expect([at.read('a.txt'), at.read('b.txt')]).toEqual(['by a person\n', 'by the task\n']);
  expect(await workflows.unfinishedRestores()).toEqual([]);
  expect(workflows.task(task)).toMatchObject({ status: 'success', restores: [] });
});

test('says what is in the place of a file that nobody can write there now, and puts the others back', async () => {
  const at = repository();
  at.write('keys', 'in git\n');
  at.write('tool', 'a file\n');
  at.write('whole', 'a file\n');
  at.write('.gitignore', '*.log\n');
  at.commit('more');
  const start = await at.take();
  at.git('rm', '-q', 'keys', 'tool', 'whole');
  at.write('.gitignore', '*.log\nkeys\n');
  at.write('tool/a.ts', 'a\n');
  at.write('tool/b.log', 'ignored\n');
  at.write('whole/deep/c.ts', 'c\n');
  at.write('new.txt', 'new\n');
  const end = await at.take();
  at.write('keys', "a person's, ignored\n");

  const made = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  const stuck = made.steps.filter(({ action }) => action === 'impossible');
  expect(stuck.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    'keys: Something that is ignored is in its place.',
    'tool: A folder with other files is in its place.',
  ]);
  await at.snapshots.applyRestore(made, new Map(), calm);
  expect([at.read('keys'), at.read('tool/b.log'), at.read('whole')]).toEqual([
    "a person's, ignored\n",
    'ignored\n',
    'a file\n',
  ]);
  expect([at.disk().has('new.txt'), at.disk().has('tool/a.ts')]).toEqual([false, false]);
});
