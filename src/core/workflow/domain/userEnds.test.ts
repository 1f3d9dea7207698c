import { expect, test } from 'vitest';
import { noSignal } from '../../../../test/support/testCore';
import { agentWorld, anna } from '../../../../test/support/workflowWorld';

const TOLD = 'Stop working on it and ask the user what to do next.';

test.each(['partial_success', 'failed', 'cancelled'] as const)(
  'ends a task for a person as %s, with an account, and tells its agent with every later call',
  async status => {
    const { begin, start, complete, workflows, snapshots } = await agentWorld();
    const { id } = await begin();
    const task = await start(id);
    await start(id, { name: 'Another' });
    snapshots.write('half.ts');
    const ended = await workflows.endTask(task.id, { status, summary: 'Not now' }, noSignal());
    expect(ended).toMatchObject({ status, isEndedByUser: true, reasons: [] });
    expect(ended.completion?.account.shared.map(({ path }) => path)).toEqual(['half.ts']);
    const said = `The user ended task "JWT" (${status}). ${TOLD}`;
    const issue = { issueType: 'other', description: 'x', resolution: 'y', needsReview: false } as const;
    await expect(complete(task.id)).rejects.toThrow(said);
    await expect(workflows.logIssue(task.id, issue, anna)).rejects.toThrow(said);
    await expect(start(id, { resume: task.id })).rejects.toThrow(said);
    await expect(
      workflows.endTask(task.id, { status: 'failed', summary: '' }, noSignal()),
    ).rejects.toMatchObject({ code: 'task-ended' });
  },
);

test('asks nobody to review what a person ended, whatever its agent had asked', async () => {
  const { begin, start, workflows } = await agentWorld();
  const task = await start((await begin()).id);
  await workflows.logIssue(
    task.id,
    { issueType: 'other', description: 'x', resolution: 'y', needsReview: true },
    anna,
  );
  await workflows.endTask(task.id, { status: 'failed', summary: 'No' }, noSignal());
  expect(workflows.reviewQueue()).toEqual([]);
});

test('ends open subtasks with it, and cancels of a plan what never began', async () => {
  const { begin, start, workflows } = await agentWorld();
  const { id } = await begin([{ step: '1', goal: 'Never' }]);
  const top = await start(id);
  const below = await start(id, { parent: top.id });
  const waiting = await start(id, { parent: top.id, dependsOn: [below.id] });
  await workflows.endTask(top.id, { status: 'partial_success', summary: 'Enough' }, noSignal());
  const status = (task: { id: string }) => workflows.task(task.id).status;
  expect([top, below, waiting].map(status)).toEqual(['partial_success', 'partial_success', 'cancelled']);
  expect(workflows.workflow(id).status).toBe('in_progress');
  const [planned] = workflows.tasks(id);
  await workflows.endTask(planned!.id, { status: 'cancelled', summary: '' }, noSignal());
  expect(workflows.workflow(id)).toMatchObject({ status: 'completed', endedBy: 'plan' });
});

test.each([
  ['completed', 'partial_success'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const)('ends a workflow for a person as %s, its open tasks as %s, for good', async (how, status) => {
  const { begin, start, complete, workflows } = await agentWorld();
  const { id } = await begin([{ step: '1', goal: 'Never' }]);
  const task = await start(id);
  await start(id, { parent: task.id });
  const ended = await workflows.endWorkflow(id, { status: how, summary: 'By hand' }, noSignal());
  expect(ended).toMatchObject({ status: how, endedBy: 'user', summary: 'By hand' });
  expect(workflows.tasks(id).map(one => one.status)).toEqual(['cancelled', status, status]);
  await expect(start(id)).rejects.toThrow(`The user ended workflow "Auth" (${how}). ${TOLD}`);
  await expect(complete(task.id)).rejects.toThrow('The user ended task "JWT"');
  await expect(
    workflows.completeWorkflow(id, { status: 'failed', summary: null }, anna, noSignal()),
  ).rejects.toMatchObject({ code: 'workflow-ended' });
  const other = how === 'failed' ? 'cancelled' : 'failed';
  await expect(workflows.endWorkflow(id, { status: other, summary: '' }, noSignal())).rejects.toMatchObject({
    code: 'workflow-ended',
  });
});

test('completes a workflow by itself with its last task, and goes on with the next one', async () => {
  const { begin, start, complete, workflows, events } = await agentWorld();
  const { id } = await begin();
  const one = await start(id);
  const two = await start(id, { parent: one.id });
  await complete(two.id);
  expect(workflows.workflow(id).status).toBe('in_progress');
  await complete(one.id);
  expect(workflows.workflow(id)).toMatchObject({ status: 'completed', endedBy: 'plan' });
  const three = await start(id);
  expect(workflows.workflow(id)).toMatchObject({ status: 'in_progress', endedAt: null, endedBy: null });
  await complete(three.id, { needsReview: true });
  expect(workflows.workflow(id).status).toBe('completed');
  await workflows.review(three.id, 'approved', []);
  expect(workflows.workflow(id).status).toBe('completed');
  expect(events.filter(({ kind }) => kind === 'workflowEnded')).toHaveLength(2);
});

test('keeps the summary that an agent gives to a workflow that ended by itself, which then stays ended', async () => {
  const { begin, start, complete, workflows } = await agentWorld();
  const { id } = await begin();
  await complete((await start(id)).id);
  const end = { status: 'completed' as const, summary: 'All done' };
  expect(await workflows.completeWorkflow(id, end, anna, noSignal())).toMatchObject(end);
  await expect(start(id)).rejects.toMatchObject({ code: 'workflow-ended' });
});
