import { expect, test } from 'vitest';
import { noSignal } from '../../../../test/support/testCore';
import { agentWorld, anna, ben, own } from '../../../../test/support/workflowWorld';
import { workflowDomain } from '../domain/workflowDomain';

test('queues for a person: what the agent asks, lost work, an issue; and lets approval give the outcome', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  const issue = {
    issueType: 'bug_encountered',
    description: 'Odd',
    resolution: 'Hack',
    needsReview: true,
  } as const;
  await workflows.logIssue(task.id, issue, anna);
  expect(workflows.reviewQueue().map(one => one.id)).toEqual([task.id]);
  await workflows.review(task.id, 'approved', []);
  expect(workflows.reviewQueue()).toEqual([]);
  expect(workflows.task(task.id).status).toBe('in_progress');
  snapshots.accountSays = {
    preExistingTouched: [{ path: 'draft.md', status: 'deleted', isDestroyed: true }],
  };
  await complete(task.id, { needsReview: true, reviewReason: 'Look at it.' });
  expect(workflows.task(task.id)).toMatchObject({
    status: 'awaiting_review',
    reasons: [
      { kind: 'manual', text: 'Look at it.' },
      { kind: 'destroyed', text: 'Work from before the task was lost: draft.md' },
    ],
  });
  await workflows.review(task.id, 'approved', ['Fine']);
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', reasons: [] });
});

test('asks nobody to review a task whose files were put back', async () => {
  const { begin, start, complete, undo, workflows, snapshots } = await agentWorld();
  const task = await start((await begin()).id);
  snapshots.write('a.ts');
  await complete(task.id, { needsReview: true });
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect(workflows.reviewQueue()).toEqual([]);
  await undo(task.id);
  expect(workflows.reviewQueue()).toMatchObject([{ id: task.id }]);
});

test('tells an agent of a review once, and lets it take the task up again where changes are requested', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin([{ step: '1', goal: 'All' }]);
  const task = await start(id, { plannedStep: '1' });
  await complete(task.id, { needsReview: true });
  await expect(start(id, { resume: task.id })).rejects.toMatchObject({ code: 'awaiting-review' });
  expect(workflows.workflow(id).status).toBe('completed');
  await workflows.review(task.id, 'changes_requested', ['Add a test']);
  expect(workflows.reviewQueue()).toEqual([]);
  expect(await workflows.deliverReviews(ben, 'another')).toEqual([]);
  const told = await Promise.all([workflows.deliverReviews(anna, null), workflows.deliverReviews(ben, id)]);
  expect(told.flat()).toMatchObject([{ task: { id: task.id }, review: { comments: ['Add a test'] } }]);
  const again = await start(id, { resume: task.id });
  expect(again).toMatchObject({ status: 'in_progress', completion: null, start: task.start });
  expect(workflows.workflow(id).status).toBe('in_progress');
  snapshots.write('asked-for.test.ts');
  const last = await complete(task.id);
  expect(last.isRepeated).toBe(false);
  expect(own(last)).toEqual(['asked-for.test.ts']);
  expect(workflows.workflow(id).status).toBe('completed');
});

test('reviews nothing that is not there to review', async () => {
  const { begin, start, workflows } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  await expect(workflows.review(task.id, 'approved', [])).rejects.toMatchObject({
    code: 'nothing-to-review',
  });
  await expect(workflows.review('no', 'approved', [])).rejects.toMatchObject({ code: 'unknown-task' });
});

test('still has a review to tell after a restart from a saved state', async () => {
  const { begin, start, complete, workflows, journal } = await agentWorld();
  const task = await start((await begin()).id);
  await complete(task.id, { needsReview: true });
  await workflows.review(task.id, 'approved', []);
  const saved: unknown = JSON.parse(JSON.stringify(workflowDomain.save(journal.read(workflowDomain))));
  expect([...workflowDomain.load(saved).undelivered.values()]).toEqual([task.id]);
});
