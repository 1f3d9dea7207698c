import { expect, test, vi } from 'vitest';
import { agentWorld, anna, ben, own } from '../../../test/support/workflowWorld';

test('calls a task stale after 30 minutes without its session, and lets it be taken up with its first snapshot', async () => {
  const { begin, start, complete, workflows, clock, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('before.ts');
  clock.advance(29 * 60_000);
  await workflows.sweep();
  expect(workflows.task(task.id).status).toBe('in_progress');
  clock.advance(60_000);
  await workflows.sweep();
  expect(workflows.task(task.id).status).toBe('stale');
  const resumed = await start(id, { resume: task.id }, ben);
  expect(resumed).toMatchObject({ id: task.id, status: 'in_progress', session: 'ben', start: task.start });
  snapshots.write('after.ts');
  expect(own(await complete(task.id))).toEqual(['after.ts', 'before.ts']);
});

test('writes nothing where no task is alive', async () => {
  const { workflows, journal, clock } = await agentWorld();
  const commit = vi.spyOn(journal, 'commit');
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(60_000);
    await workflows.sweep();
  }
  expect(commit).not.toHaveBeenCalled();
});

test('keeps a task alive for every window while its session calls anything at all in one of them', async () => {
  const one = await agentWorld({ window: 'one' });
  const two = await agentWorld({ window: 'two', log: one.log, clock: one.clock, snapshots: one.snapshots });
  const { id } = await one.begin();
  const task = await one.start(id);
  for (let minute = 0; minute < 90; minute += 10) {
    one.clock.advance(10 * 60_000);
    one.workflows.notice(anna.session);
    await one.workflows.sweep();
    await two.journal.catchUp();
    await two.workflows.sweep();
  }
  expect(two.workflows.task(task.id).status).toBe('in_progress');
});

test("makes a closed window's tasks stale at once, and only those", async () => {
  const one = await agentWorld({ window: 'one' });
  const two = await agentWorld({ window: 'two', log: one.log, clock: one.clock, snapshots: one.snapshots });
  const { id } = await one.begin();
  const mine = await one.start(id);
  await two.journal.catchUp();
  const theirs = await two.start(id, {}, ben);
  await one.journal.catchUp();
  await one.workflows.windowClosed();
  expect([one.workflows.task(mine.id).status, one.workflows.task(theirs.id).status]).toEqual([
    'stale',
    'in_progress',
  ]);
});

test('takes any word of its agent as a sign that a stale task lives', async () => {
  const { begin, start, complete, workflows } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  const stale = async () => {
    await workflows.windowClosed();
    expect(workflows.task(task.id).status).toBe('stale');
  };
  await stale();
  await workflows.logMilestone(task.id, { message: 'Back', progress: null, metadata: null }, anna);
  expect(workflows.task(task.id).status).toBe('in_progress');
  await stale();
  const issue = { issueType: 'other', description: 'x', resolution: 'y', needsReview: false } as const;
  await workflows.logIssue(task.id, issue, anna);
  expect(workflows.task(task.id).status).toBe('in_progress');
  await stale();
  expect((await complete(task.id)).task.status).toBe('success');
});

test('leaves an interval free of a task that went stale before it', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  await start(id, {}, ben);
  workflows.notice(ben.session);
  await workflows.windowClosed();
  const task = await start(id);
  snapshots.write('mine.ts');
  expect(own(await complete(task.id))).toEqual(['mine.ts']);
});
