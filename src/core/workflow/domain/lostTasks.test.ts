import { expect, test } from 'vitest';
import { agentWorld, ALL, anna, ben, own } from '../../../../test/support/workflowWorld';
import { noSignal } from '../../../../test/support/testCore';
import { isUnfinished } from '../report/contextPage';

/** A task of a program that is gone, and the next program on the same state. */
async function killed() {
  const one = await agentWorld({ window: 'one' });
  const { id } = await one.begin();
  const task = await one.start(id);
  const two = await agentWorld({
    window: 'two',
    log: one.log,
    clock: one.clock,
    snapshots: one.snapshots,
    programs: one.programs.as('two'),
  });
  const kill = async () => {
    one.programs.kill('one');
    await two.workflows.sweep();
  };
  return { one, two, workflow: id, task, kill, snapshots: one.snapshots };
}

test('ends a task at once whose program is gone, with the disk as it was when that was found', async () => {
  const { two, task, workflow, kill, snapshots } = await killed();
  snapshots.write('before.ts');
  await kill();
  expect(two.workflows.task(task.id).status).toBe('abandoned');
  expect(two.workflows.running()).toEqual([]);
  expect(two.workflows.context(ALL).ready.map(({ id }) => id)).toEqual([task.id]);
  // What others do from then on is theirs alone.
  const next = await two.start(workflow, { name: 'Next' }, ben);
  snapshots.write('after.ts');
  expect(own(await two.complete(next.id, {}, ben))).toEqual(['after.ts']);
  const plan = await two.workflows.planRestore(task.id, null, noSignal());
  expect(plan.steps.map(({ path }) => path)).toEqual(['before.ts']);
});

test('looks again soon after its start: the program before may just have been ending', async () => {
  const { one, two, task } = await killed();
  await two.workflows.sweep();
  one.programs.kill('one');
  two.clock.advance(10_000);
  await expect.poll(() => two.workflows.task(task.id).status).toBe('abandoned');
});

test('leaves alone what a living program works on, and takes no snapshot for it', async () => {
  const { two, task, snapshots } = await killed();
  const { taken } = snapshots;
  await two.workflows.sweep();
  expect(two.workflows.task(task.id).status).toBe('in_progress');
  expect(snapshots.taken).toBe(taken);
});

test('ends a task also where its window had said that it closes', async () => {
  const { one, two, task, kill } = await killed();
  await one.workflows.windowClosed();
  await two.journal.catchUp();
  expect(two.workflows.task(task.id).status).toBe('stale');
  await kill();
  expect(two.workflows.task(task.id).status).toBe('abandoned');
});

test('ends it before another task begins, so that nothing is shared with a dead one', async () => {
  const { one, two, workflow, task, snapshots } = await killed();
  one.programs.kill('one');
  const next = await two.start(workflow, { name: 'Next' }, ben);
  snapshots.write('mine.ts');
  const { account } = (await two.complete(next.id, {}, ben)).completion;
  expect([account.own.map(({ path }) => path), account.shared]).toEqual([['mine.ts'], []]);
  expect(two.workflows.task(task.id).status).toBe('abandoned');
});

test.each(['logIssue', 'logMilestone', 'complete', 'resume', 'subtask'] as const)(
  'lets its agent go on with it by %s as if nothing had happened',
  async how => {
    const { two, workflow, task, kill, snapshots } = await killed();
    snapshots.write('before.ts');
    await kill();
    snapshots.write('after.ts');
    const { workflows } = two;
    const issue = { issueType: 'other', description: 'x', resolution: 'y', needsReview: false } as const;
    if (how === 'logIssue') await workflows.logIssue(task.id, issue, ben);
    if (how === 'logMilestone')
      await workflows.logMilestone(task.id, { message: 'x', progress: null, metadata: null }, ben);
    if (how === 'resume') await two.start(null, { resume: task.id, name: null, goal: null }, ben);
    if (how === 'subtask') {
      const below = await two.start(workflow, { parent: task.id }, ben);
      await two.complete(below.id, {}, ben);
    }
    if (how !== 'complete') {
      expect(workflows.task(task.id)).toMatchObject({
        status: 'in_progress',
        program: 'two',
        session: 'ben',
      });
    }
    expect(own(await two.complete(task.id, {}, ben)).toSorted()).toEqual(['after.ts', 'before.ts']);
    expect(workflows.task(task.id).status).toBe('success');
  },
);

test('takes no snapshot again and again for what cannot be written down', async () => {
  const { one, two, task, snapshots } = await killed();
  one.programs.kill('one');
  const fail = () => Promise.reject(new Error('The disk is away.'));
  snapshots.meanwhile = fail;
  await expect(two.workflows.sweep()).rejects.toThrow('The disk is away.');
  snapshots.meanwhile = fail;
  await two.workflows.sweep();
  expect(two.workflows.task(task.id).status).toBe('in_progress');
});

test('passes over a task that another program took up meanwhile', async () => {
  const { one, two, task, snapshots } = await killed();
  one.programs.kill('one');
  snapshots.meanwhile = async () => {
    await two.workflows.logMilestone(task.id, { message: 'x', progress: null, metadata: null }, ben);
    snapshots.meanwhile = undefined;
    await two.start(null, { resume: task.id, name: null, goal: null }, ben);
  };
  await two.workflows.sweep();
  expect(two.workflows.task(task.id)).toMatchObject({ status: 'in_progress', program: 'two' });
});

test('keeps no workflow from its end, and opens it again when it is taken up', async () => {
  const { two, workflow, task, kill } = await killed();
  await kill();
  const next = await two.start(workflow, { name: 'Next' }, ben);
  await two.complete(next.id, {}, ben);
  expect(two.workflows.workflow(workflow).status).toBe('completed');
  await two.start(null, { resume: task.id, name: null, goal: null }, ben);
  expect(two.workflows.workflow(workflow).status).toBe('in_progress');
  await two.complete(task.id, {}, ben);
  expect(two.workflows.workflow(workflow).status).toBe('completed');
});

test('is not taken up in a workflow that an agent or a person ended', async () => {
  const { two, workflow, task, kill } = await killed();
  await kill();
  await two.workflows.completeWorkflow(workflow, { status: 'failed', summary: null }, anna, noSignal());
  await expect(two.start(null, { resume: task.id })).rejects.toMatchObject({ code: 'workflow-ended' });
  await expect(two.complete(task.id)).rejects.toMatchObject({ code: 'workflow-ended' });
  expect(two.workflows.task(task.id).status).toBe('abandoned');
});

test('lets a person end it, with what it had changed until it was found', async () => {
  const { two, task, kill, snapshots } = await killed();
  snapshots.write('before.ts');
  await kill();
  snapshots.write('after.ts');
  const ended = await two.workflows.endTask(task.id, { status: 'failed', summary: 'Lost' }, noSignal());
  expect(ended).toMatchObject({ status: 'failed', completion: { outcome: { summary: 'Lost' } } });
  expect(ended.completion?.account.own.map(({ path }) => path)).toEqual(['before.ts']);
});

test('a task that its workflow left behind is not offered to be gone on with', async () => {
  const { two, workflow, task, kill } = await killed();
  await kill();
  const context = () => two.workflows.context({ ...ALL, workflow });
  expect(context().totals).toMatchObject({ open: 1, ended: 0 });
  await two.workflows.completeWorkflow(workflow, { status: 'completed', summary: null }, anna, noSignal());
  const page = context();
  expect(page.totals).toMatchObject({ open: 0, ended: 1 });
  expect(page.tasks.filter(each => isUnfinished(each, page.workflows[0]))).toEqual([]);
  expect(two.workflows.task(task.id).status).toBe('abandoned');
});
