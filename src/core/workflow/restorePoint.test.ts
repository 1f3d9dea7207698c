import { expect, test } from 'vitest';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld } from '../../../test/support/workflowWorld';
import type { RestorePlan } from '../snapshots/snapshot';

/** Three tasks, one after the other, in a workflow each where `names` are lists. */
async function threeTasks() {
  const world = await agentWorld();
  const { snapshots, workflows, begin, start, complete } = world;
  snapshots.write('a.ts', 'a0').write('b.ts', 'b0').write('gone.ts', 'here');
  const one = await begin([], 'one', 'One');
  const two = await begin([], 'two', 'Two');
  const work = async (workflow: string, name: string, change: () => unknown) => {
    const { id } = await start(workflow, { name });
    change();
    await complete(id);
    return id;
  };
  const first = await work(one.id, 'first', () => snapshots.write('a.ts', 'a1').write('new.ts', 'n1'));
  const second = await work(one.id, 'second', () => snapshots.write('a.ts', 'a2').write('b.ts', 'b2'));
  const third = await work(two.id, 'third', () => snapshots.write('c.ts', 'c3').remove('gone.ts'));
  const plan = async (task: string, isOfWorkflow = false) =>
    await workflows.planRestorePoint(task, isOfWorkflow, noSignal());
  const apply = (made: RestorePlan, choices: readonly (readonly [string, 'mine' | 'theirs'])[] = []) =>
    workflows.applyRestore(made.id, new Map(choices), noSignal());
  const statuses = () => [first, second, third].map(id => workflows.task(id).status);
  const files = () => Object.fromEntries(snapshots.files);
  return { ...world, one, first, second, third, plan, apply, statuses, files, work };
}

test('everything from a task on is put back together, and one undo brings it back', async () => {
  const { first, second, plan, apply, statuses, files, undo, workflows } = await threeTasks();
  const made = await plan(first);
  expect(made.tasks?.map(({ paths }) => paths)).toEqual([
    ['a.ts', 'new.ts'],
    ['a.ts', 'b.ts'],
    ['c.ts', 'gone.ts'],
  ]);
  expect(made.steps.map(({ action, path }) => `${action} ${path}`).sort()).toEqual([
    'delete c.ts',
    'delete new.ts',
    'write a.ts',
    'write b.ts',
    'write gone.ts',
  ]);
  const before = files();
  await apply(made);
  expect(files()).toEqual({ 'a.ts': 'a0', 'b.ts': 'b0', 'gone.ts': 'here' });
  expect(statuses()).toEqual(['reverted', 'reverted', 'reverted']);
  expect(workflows.task(second).restores).toMatchObject([{ written: ['a.ts', 'b.ts'], deleted: [] }]);
  // By whichever of them.
  await undo(second);
  expect(files()).toEqual(before);
  expect(statuses()).toEqual(['success', 'success', 'success']);
});

test('from a later task on, or of one workflow only, the rest stays', async () => {
  const { first, second, plan, apply, statuses, files, undo } = await threeTasks();
  await apply(await plan(first, true));
  expect(files()).toEqual({ 'a.ts': 'a0', 'b.ts': 'b0', 'c.ts': 'c3' });
  expect(statuses()).toEqual(['reverted', 'reverted', 'success']);
  await undo(first);
  await apply(await plan(second));
  expect(files()).toMatchObject({ 'a.ts': 'a1', 'b.ts': 'b0', 'gone.ts': 'here', 'new.ts': 'n1' });
  expect(statuses()).toEqual(['success', 'reverted', 'reverted']);
});

test('a file that somebody else changed between the tasks is asked about, and what is kept is not reverted', async () => {
  const { one, first, plan, apply, files, work, snapshots, workflows } = await threeTasks();
  snapshots.write('a.ts', 'mine');
  const fourth = await work(one.id, 'fourth', () => snapshots.write('a.ts', 'a4'));
  const made = await plan(first);
  expect(made.steps.find(({ path }) => path === 'a.ts')).toMatchObject({
    action: 'conflict',
    reason: 'Something else changed it between these tasks.',
    mergeObstacle: expect.any(String),
  });
  await expect(apply(made)).rejects.toMatchObject({ code: 'conflicts-open' });
  await apply(made, [['a.ts', 'mine']]);
  expect(files()).toEqual({ 'a.ts': 'a4', 'b.ts': 'b0', 'gone.ts': 'here' });
  expect(workflows.task(fourth).status).toBe('success');
});

test('what was changed after the last task is a conflict as in any restore, and other files of a person stay', async () => {
  const { first, plan, apply, files, snapshots } = await threeTasks();
  snapshots.write('b.ts', 'later').write('own.md', 'mine');
  const made = await plan(first);
  expect(made.steps.filter(({ action }) => action === 'conflict').map(({ path }) => path)).toEqual(['b.ts']);
  await apply(made, [['b.ts', 'mine']]);
  expect(files()).toEqual({ 'a.ts': 'a0', 'b.ts': 'later', 'gone.ts': 'here', 'own.md': 'mine' });
});

test('nothing is put back while one of the tasks goes on, or where nobody knows what it changed', async () => {
  const { one, first, second, plan, start, complete, snapshots, files } = await threeTasks();
  const { id } = await start(one.id, { name: 'goes on' });
  await expect(plan(first)).rejects.toMatchObject({
    code: 'not-restorable',
    message: /"goes on" has not ended/,
  });
  snapshots.accountSays = { unknown: 'The repository is gone.' };
  await complete(id);
  snapshots.accountSays = {};
  const before = files();
  await expect(plan(second)).rejects.toMatchObject({ message: /"goes on" can't be restored/ });
  expect(files()).toEqual(before);
  await expect(plan('no-such-task')).rejects.toMatchObject({ code: 'unknown-task' });
});

test('a restore that failed leaves every task as it was, and one that a crash cut short is settled for all', async () => {
  const { first, plan, apply, statuses, snapshots, workflows, undo, files } = await threeTasks();
  const before = files();
  snapshots.nextRestoreFails = new Error('The process was killed');
  const made = await plan(first);
  await expect(apply(made)).rejects.toThrow('killed');
  snapshots.unfinished = [{ id: made.id, before: made.before, paths: [] }];
  await workflows.settleRestore(made.id, 'undo', noSignal());
  expect(statuses()).toEqual(['success', 'success', 'success']);
  snapshots.nextRestoreFails = new Error('The process was killed');
  const again = await plan(first);
  await expect(apply(again)).rejects.toThrow('killed');
  snapshots.unfinished = [{ id: again.id, before: again.before, paths: [] }];
  await workflows.settleRestore(again.id, 'finish', noSignal());
  expect(statuses()).toEqual(['reverted', 'reverted', 'reverted']);
  await undo(first);
  expect([files(), statuses()]).toEqual([before, ['success', 'success', 'success']]);
});

test('a task of which somebody changed a file after a crash is not reverted by finishing, and the others are', async () => {
  const { first, second, plan, apply, statuses, snapshots, workflows } = await threeTasks();
  snapshots.nextRestoreFails = new Error('The process was killed');
  const made = await plan(first);
  await expect(apply(made)).rejects.toThrow('killed');
  snapshots.unfinished = [{ id: made.id, before: made.before, paths: [] }];
  snapshots.leftBySettling = ['b.ts'];
  await workflows.settleRestore(made.id, 'finish', noSignal());
  expect(statuses()).toEqual(['reverted', 'success', 'reverted']);
  expect(workflows.task(second).restores).toMatchObject([{ written: ['a.ts'], deleted: [] }]);
});

test('an undo waits for a later restore of one of the tasks', async () => {
  const { first, second, plan, apply, workflows, snapshots } = await threeTasks();
  snapshots.write('b.ts', 'later');
  await apply(await plan(first), [['b.ts', 'mine']]);
  expect(workflows.task(second).status).toBe('success');
  const alone = await workflows.planRestore(second, ['b.ts'], noSignal());
  await workflows.applyRestore(alone.id, new Map([['b.ts', 'theirs']]), noSignal());
  await expect(workflows.planUndo(first, noSignal())).rejects.toMatchObject({
    code: 'no-restore',
    message: /"second" were restored again since/,
  });
});
