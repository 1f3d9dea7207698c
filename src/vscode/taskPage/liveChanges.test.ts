import { expect, test } from 'vitest';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld } from '../../../test/support/workflowWorld';
import { LiveChanges } from './liveChanges';

async function world() {
  const made = await agentWorld();
  const { workflows, clock, snapshots } = made;
  const { id } = await made.begin();
  const task = await made.start(id, { areas: ['src'] });
  const failures: unknown[] = [];
  let told = 0;
  let looks = 0;
  let overdue = 0;
  const live = new LiveChanges({
    clock,
    look: signal => {
      looks++;
      return workflows.changesSoFar(task.id, signal);
    },
    areas: () => ['src'],
    changed: () => told++,
    overdue: () => overdue++,
    failed: error => failures.push(error),
  });
  const settle = async (ms = 0) => {
    clock.advance(ms);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const files = () => live.found?.account.own.map(({ path }) => path);
  return {
    ...made,
    task,
    live,
    settle,
    files,
    failures,
    looks: () => looks,
    told: () => told,
    overdue: () => overdue,
    snapshots,
  };
}

test('shows what was changed so far, with what lies outside the areas, and leaves no snapshot behind', async () => {
  const { live, settle, files, snapshots, told } = await world();
  const taken = snapshots.taken;
  snapshots.write('src/a.ts').write('lib/b.ts');
  live.ask();
  await settle();
  expect(files()).toEqual(['lib/b.ts', 'src/a.ts']);
  expect(live.found?.outside).toEqual(['lib/b.ts']);
  expect([told(), snapshots.taken - taken, snapshots.released.length]).toEqual([1, 1, 1]);
});

test('rests between two looks, and looks once for all that was asked meanwhile', async () => {
  const { live, settle, files, snapshots, looks, told } = await world();
  live.ask();
  await settle();
  snapshots.write('src/a.ts');
  for (let n = 0; n < 50; n++) live.ask();
  await settle(2_900);
  expect([looks(), files()]).toEqual([1, []]);
  await settle(200);
  expect([looks(), files()]).toEqual([2, ['src/a.ts']]);
  live.ask();
  await settle(3_100);
  // Nothing new: nothing is drawn.
  expect([looks(), told()]).toEqual([3, 2]);
});

test('a look that takes long is followed by a longer rest', async () => {
  const { live, settle, snapshots, clock, looks } = await world();
  snapshots.meanwhile = async () => clock.advance(1_000);
  live.ask();
  await settle();
  live.ask();
  await settle(9_000);
  expect(looks()).toBe(1);
  await settle(1_100);
  expect(looks()).toBe(2);
});

test('a look that a busy machine made very long leaves the page behind for no longer than 12 seconds', async () => {
  const { live, settle, snapshots, clock, looks } = await world();
  snapshots.meanwhile = async () => clock.advance(60_000);
  live.ask();
  await settle();
  live.ask();
  await settle(11_900);
  expect(looks()).toBe(1);
  await settle(200);
  expect(looks()).toBe(2);
});

test('a look that failed is done again by itself, but not for ever', async () => {
  const { live, settle, files, snapshots, looks, failures } = await world();
  const fail = async () => {
    throw new Error('Gone under the look');
  };
  snapshots.meanwhile = fail;
  snapshots.write('src/a.ts');
  live.ask();
  await settle();
  await settle(3_100);
  expect([looks(), files()]).toEqual([2, ['src/a.ts']]);
  live.ask();
  for (let n = 0; n < 10; n++) {
    snapshots.meanwhile = fail;
    await settle(3_100);
  }
  expect([looks(), failures.length]).toEqual([5, 4]);
});

test('when nothing has asked for long, it says so once after each look, and never when it is closed', async () => {
  const { live, settle, overdue } = await world();
  live.ask();
  await settle();
  await settle(19_900);
  expect(overdue()).toBe(0);
  await settle(200);
  await settle(60_000);
  expect(overdue()).toBe(1);
  live.ask();
  await settle();
  live.dispose();
  await settle(60_000);
  expect(overdue()).toBe(1);
});

test('knows nothing of a task that has ended, tells of failures, and looks no more once it is closed', async () => {
  const { live, settle, complete, task, snapshots, failures, looks, workflows } = await world();
  snapshots.meanwhile = async () => {
    throw new Error('The disk is gone');
  };
  live.ask();
  await settle();
  expect(failures).toHaveLength(1);
  await complete(task.id);
  live.ask();
  await settle(3_100);
  expect(live.found).toBeUndefined();
  expect(await workflows.changesSoFar(task.id, noSignal())).toBeUndefined();
  live.dispose();
  live.ask();
  await settle(60_000);
  expect(looks()).toBe(2);
});
