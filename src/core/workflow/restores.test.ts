import { expect, test } from 'vitest';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld, own } from '../../../test/support/workflowWorld';
import { Refusal } from '../support/refusal';

test('restores only by a plan, marks the task as reverted, and takes that back', async () => {
  const { begin, start, complete, undo, workflows, snapshots } = await agentWorld();
  snapshots.write('a.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after').write('new.ts', 'new');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  expect(plan.steps).toEqual([
    { path: 'a.ts', action: 'write' },
    { path: 'new.ts', action: 'delete' },
  ]);
  expect(workflows.task(task.id).status).toBe('success');
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect([...snapshots.files]).toEqual([['a.ts', 'before']]);
  expect(workflows.task(task.id).status).toBe('reverted');
  await expect(workflows.planRestore(task.id, null, noSignal())).rejects.toMatchObject({
    code: 'not-restorable',
  });
  await undo(task.id);
  expect(Object.fromEntries(snapshots.files)).toEqual({ 'a.ts': 'after', 'new.ts': 'new' });
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restore: null });
});

test('leaves a task as it was when a restore is refused, and knows the way back when one is cut short', async () => {
  const { begin, start, complete, undo, workflows, snapshots, ...rest } = await agentWorld();
  snapshots.write('a.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  snapshots.nextRestoreFails = new Refusal('plan-outdated', 'The files have changed.');
  await expect(workflows.applyRestore(plan.id, new Map(), noSignal())).rejects.toMatchObject({
    code: 'plan-outdated',
  });
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restore: null });
  await expect(undo(task.id)).rejects.toMatchObject({
    code: 'no-restore',
  });
  snapshots.nextRestoreFails = new Error('The process was killed');
  await expect(workflows.applyRestore(plan.id, new Map(), noSignal())).rejects.toThrow('killed');
  snapshots.write('a.ts', 'half').write('other.ts', 'the user went on');
  const restarted = await agentWorld({ log: rest.log, clock: rest.clock, snapshots });
  await restarted.undo(task.id);
  expect([...snapshots.files.values()]).toEqual(['after', 'the user went on']);
  await expect(workflows.applyRestore('plan-0', new Map(), noSignal())).rejects.toMatchObject({
    code: 'unknown-plan',
  });
});

test('marks a conflict to be merged by hand, says which file it is, and takes that back', async () => {
  const { begin, start, complete, undo, workflows, snapshots } = await agentWorld();
  snapshots.write('a.ts', 'before').write('b.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after').write('b.ts', 'after');
  await complete(task.id);
  snapshots.write('a.ts', 'mine');
  const plan = await workflows.planRestore(task.id, null, noSignal());
  const done = await workflows.applyRestore(plan.id, new Map([['a.ts', 'markers']]), noSignal());
  expect(done).toMatchObject({ written: ['a.ts', 'b.ts'], marked: ['a.ts'], left: [] });
  expect(Object.fromEntries(snapshots.files)).toEqual({ 'a.ts': 'both: mine, before', 'b.ts': 'before' });
  expect(workflows.task(task.id).status).toBe('reverted');
  await undo(task.id);
  expect(Object.fromEntries(snapshots.files)).toEqual({ 'a.ts': 'mine', 'b.ts': 'after' });
});

test('leaves what was changed after a restore when the restore is taken back', async () => {
  const { begin, start, complete, undo, workflows, snapshots } = await agentWorld();
  snapshots.write('a.ts', 'before').write('b.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after').write('b.ts', 'after');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  snapshots.write('a.ts', 'mine');
  await undo(task.id);
  expect(Object.fromEntries(snapshots.files)).toEqual({ 'a.ts': 'mine', 'b.ts': 'after' });
});

test('shares with a running task what a restore of another one did meanwhile', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const old = await start(id);
  snapshots.write('old.ts');
  await complete(old.id);
  const running = await start(id);
  snapshots.write('mine.ts');
  const plan = await workflows.planRestore(old.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  const done = await complete(running.id);
  expect(own(done)).toEqual(['mine.ts']);
  expect(done.completion.account.shared).toMatchObject([{ path: 'old.ts', with: [old.id] }]);
});

test('restores a task that runs to where it began; taken back, it waits to be taken up', async () => {
  const { begin, start, complete, undo, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts');
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect(workflows.task(task.id).status).toBe('reverted');
  await expect(complete(task.id)).rejects.toThrow('has ended (reverted)');
  await undo(task.id);
  expect(workflows.task(task.id).status).toBe('stale');
  expect(own(await complete(task.id))).toEqual(['a.ts']);
});

test('does not let go of a restore half-way: left before the first file it never was, left after it is complete', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  const early = new AbortController();
  const left = workflows.applyRestore(plan.id, new Map(), early.signal);
  early.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restore: null });
  for (const way of ['restore', 'undo'] as const) {
    const late = new AbortController();
    snapshots.onRestored = () => late.abort();
    if (way === 'restore') await workflows.applyRestore(plan.id, new Map(), late.signal);
    else {
      const { id: undoing } = await workflows.planUndo(task.id, noSignal());
      await workflows.undoRestore(undoing, new Map(), late.signal);
    }
    expect(workflows.task(task.id).status).toBe(way === 'restore' ? 'reverted' : 'success');
  }
});

test('shows what taking a restore back would do, does as chosen, and says which files it left', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  snapshots.write('a.ts', 'before').write('b.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after').write('b.ts', 'after');
  await complete(task.id);
  const { id: restoring } = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(restoring, new Map(), noSignal());
  snapshots.write('a.ts', 'mine').write('b.ts', 'mine');
  const plan = await workflows.planUndo(task.id, noSignal());
  expect(plan.steps.map(({ path, action }) => `${action} ${path}`)).toEqual([
    'conflict a.ts',
    'conflict b.ts',
  ]);
  const done = await workflows.undoRestore(plan.id, new Map([['a.ts', 'theirs']]), noSignal());
  expect(done).toMatchObject({ written: ['a.ts'], left: ['b.ts'] });
  expect(Object.fromEntries(snapshots.files)).toEqual({ 'a.ts': 'after', 'b.ts': 'mine' });
});
