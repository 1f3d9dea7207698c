import { expect, test } from 'vitest';
import { MemoryEventStore } from '../../../test/support/memoryEventStore';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld, ALL, anna } from '../../../test/support/workflowWorld';

test('cancels what is open when a workflow is given up, and refuses to call that completed', async () => {
  const { begin, start, workflows } = await agentWorld();
  const { id } = await begin([{ step: '1', goal: 'Never' }]);
  const task = await start(id, { name: 'Open' });
  const end = (status: 'completed' | 'cancelled') =>
    workflows.completeWorkflow(id, { status, summary: null }, anna, noSignal());
  await expect(end('completed')).rejects.toThrow(`These tasks are open: "Open" (${task.id}).`);
  await end('cancelled');
  await end('cancelled');
  expect(workflows.tasks(id).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  await expect(end('completed')).rejects.toMatchObject({ code: 'workflow-ended' });
  await expect(
    workflows.logMilestone(task.id, { message: 'x', progress: null, metadata: null }, anna),
  ).rejects.toThrow('Task "Open" has ended (cancelled). Call start_task for new work.');
});

test('forgets a deleted workflow with what only it needed, and says so to late callers', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const gone = await begin();
  const kept = await begin();
  const lost = await start(gone.id);
  await expect(workflows.delete(gone.id, noSignal())).rejects.toMatchObject({ code: 'open-tasks' });
  await complete(lost.id);
  const task = await start(kept.id);
  await complete(task.id);
  await workflows.delete(gone.id, noSignal());
  expect(snapshots.retained.map(({ id }) => id)).toEqual(['snapshot-3', 'snapshot-4']);
  expect(workflows.all().map(({ id }) => id)).toEqual([kept.id]);
  await expect(complete(lost.id)).rejects.toMatchObject({ code: 'deleted' });
});

const DAY_MS = 24 * 3_600_000;

test('keeps the snapshots of the newest 50 tasks, and of others until these are 30 days newer', async () => {
  const { begin, start, complete, workflows, snapshots, clock } = await agentWorld();
  const { id } = await begin();
  const work = async (tasks: number) => {
    for (let i = 0; i < tasks; i++) await complete((await start(id)).id);
    await workflows.letGoOfOldSnapshots(noSignal());
  };
  await work(60);
  expect(snapshots.retained).toHaveLength(120);
  clock.advance(31 * DAY_MS);
  await work(49);
  expect(snapshots.retained).toHaveLength(218);
  await work(1);
  expect(snapshots.retained).toHaveLength(100);
});

test('lets go of no snapshot because a clock was wrong by a year for a day, nor once it is right again', async () => {
  const { begin, start, complete, workflows, snapshots, clock } = await agentWorld();
  const { id } = await begin();
  for (let i = 0; i < 60; i++) await complete((await start(id)).id);
  clock.setWall(clock.now() + 365 * DAY_MS);
  await workflows.letGoOfOldSnapshots(noSignal());
  expect(snapshots.retained).toHaveLength(120);
  for (let i = 0; i < 5; i++) await complete((await start(id)).id);
  await workflows.letGoOfOldSnapshots(noSignal());
  clock.setWall(clock.now() - 365 * DAY_MS);
  await complete((await start(id)).id);
  await workflows.letGoOfOldSnapshots(noSignal());
  expect(snapshots.retained).toHaveLength(132);
});

test.each([
  ['can only be read', (store: MemoryEventStore) => (store.readOnlyReason = 'The disk is full.')],
  ['is out of reach', (store: MemoryEventStore) => (store.isAway = true)],
])('lets go of no snapshot while the journal that names them %s', async (_, become) => {
  const first = await agentWorld();
  const task = await first.start((await first.begin()).id);
  await first.complete(task.id);
  await first.workflows.letGoOfOldSnapshots(noSignal());
  const later = new MemoryEventStore();
  become(later);
  const { workflows } = await agentWorld({ store: later, snapshots: first.snapshots });
  await workflows.letGoOfOldSnapshots(noSignal());
  expect(first.snapshots.retained).toHaveLength(2);
});

test('shows pages that miss nothing and repeat nothing, newest workflow first, archived ones only by id', async () => {
  const { begin, start, workflows } = await agentWorld();
  const hidden = await begin();
  await workflows.archive(hidden.id, true);
  for (let i = 0; i < 3; i++) {
    const { id } = await begin();
    for (let t = 0; t < 4; t++) await start(id);
  }
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = workflows.context({ ...ALL, limit: 4, cursor: cursor ?? null });
    seen.push(...page.tasks.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(12);
  expect(seen).toHaveLength(12);
  expect(workflows.context(ALL).workflows.map(({ id }) => id)).not.toContain(hidden.id);
  expect(workflows.context({ ...ALL, workflow: hidden.id }).workflows).toHaveLength(1);
  expect(workflows.context({ ...ALL, status: 'planned' }).tasks).toEqual([]);
  expect(() => workflows.context({ ...ALL, cursor: 'nowhere' })).toThrow('This cursor is no longer valid.');
});
