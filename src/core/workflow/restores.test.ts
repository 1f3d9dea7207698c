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
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restores: [] });
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
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restores: [] });
  await expect(undo(task.id)).rejects.toMatchObject({
    code: 'no-restore',
  });
  snapshots.nextRestoreFails = new Error('The process was killed');
  await expect(workflows.applyRestore(plan.id, new Map(), noSignal())).rejects.toThrow('killed');
  snapshots.write('a.ts', 'before').write('other.ts', 'the user went on');
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

test('refuses to pull the files away under a task that has not ended, and says what to do first', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts');
  const asked = async () => await workflows.planRestore(task.id, null, noSignal());
  await expect(asked()).rejects.toMatchObject({
    code: 'not-restorable',
    message: expect.stringContaining(`Call complete_task with task_id "${task.id}" first`),
  });
  await workflows.windowClosed();
  expect(workflows.task(task.id).status).toBe('stale');
  await expect(asked()).rejects.toMatchObject({ code: 'not-restorable' });
  await complete(task.id);
  expect((await asked()).steps).toEqual([{ path: 'a.ts', action: 'delete' }]);
});

test('does not begin the restore of a task that was taken up after it was planned', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts');
  await complete(task.id);
  await workflows.review(task.id, 'changes_requested', []);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await start(id, { resume: task.id });
  await expect(workflows.applyRestore(plan.id, new Map(), noSignal())).rejects.toMatchObject({
    code: 'not-restorable',
  });
  expect(snapshots.files.has('a.ts')).toBe(true);
});

test('leaves the rest of a task as it is after a part of it was restored, and reverts it with the last file', async () => {
  const { begin, start, complete, workflows, snapshots, ...rest } = await agentWorld();
  for (const path of ['a.ts', 'b.ts', 'c.ts']) snapshots.write(path, 'before');
  const { id } = await begin();
  const task = await start(id);
  for (const path of ['a.ts', 'b.ts', 'c.ts']) snapshots.write(path, 'after');
  await complete(task.id);
  const restore = async (paths: readonly string[] | null, at = workflows) =>
    await at.applyRestore((await at.planRestore(task.id, paths, noSignal())).id, new Map(), noSignal());
  const now = () => [...snapshots.files.values()].join(' ');

  expect(await restore(['a.ts'])).toMatchObject({ written: ['a.ts'], isAllBack: false });
  expect(workflows.task(task.id).status).toBe('success');
  const again = await agentWorld({ log: rest.log, clock: rest.clock, snapshots, window: 'other' });
  expect(await restore(['b.ts'], again.workflows)).toMatchObject({ isAllBack: false });
  snapshots.write('a.ts', 'the user went on');
  const plan = await again.workflows.planRestore(task.id, null, noSignal());
  expect(plan.steps.map(({ path, action }) => `${action} ${path}`)).toEqual([
    'keep a.ts',
    'keep b.ts',
    'write c.ts',
  ]);
  expect(await restore(null, again.workflows)).toMatchObject({ written: ['c.ts'], isAllBack: true });
  expect(again.workflows.task(task.id).status).toBe('reverted');
  expect(now()).toBe('the user went on before before');

  await again.undo(task.id);
  expect([now(), again.workflows.task(task.id).status]).toEqual(['the user went on before after', 'success']);
  await again.undo(task.id);
  expect(now()).toBe('the user went on after after');
  await again.undo(task.id);
  expect(now()).toBe('the user went on after after');
  expect(again.workflows.task(task.id)).toMatchObject({ status: 'success', restores: [] });
  await expect(again.undo(task.id)).rejects.toMatchObject({ code: 'no-restore' });
});

test('reverts a task whose files came back one by one by name', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts').write('b.ts');
  await complete(task.id);
  for (const [path, status] of [
    ['a.ts', 'success'],
    ['b.ts', 'reverted'],
  ] as const) {
    const plan = await workflows.planRestore(task.id, [path], noSignal());
    await workflows.applyRestore(plan.id, new Map(), noSignal());
    expect(workflows.task(task.id).status).toBe(status);
  }
});

test('changes no status where nothing is to be restored, and where a choice leaves a file', async () => {
  const { begin, start, complete, workflows, snapshots, eventCount } = await agentWorld();
  const { id } = await begin();
  const idle = await start(id);
  await complete(idle.id);
  const events = eventCount();
  const nothing = await workflows.planRestore(idle.id, null, noSignal());
  expect(await workflows.applyRestore(nothing.id, new Map(), noSignal())).toMatchObject({ written: [] });
  expect([workflows.task(idle.id).status, eventCount()]).toEqual(['success', events]);
  const task = await start(id);
  snapshots.write('a.ts').write('b.ts');
  await complete(task.id);
  snapshots.write('a.ts', 'mine');
  const plan = await workflows.planRestore(task.id, null, noSignal());
  const done = await workflows.applyRestore(plan.id, new Map([['a.ts', 'mine']]), noSignal());
  expect(done).toMatchObject({ deleted: ['b.ts'], left: ['a.ts'], isAllBack: false });
  expect(workflows.task(task.id).status).toBe('success');
});

test('puts back again what the task changed anew after a restore of a part', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  snapshots.write('a.ts', 'before').write('b.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after').write('b.ts', 'after');
  await complete(task.id);
  const part = await workflows.planRestore(task.id, ['a.ts'], noSignal());
  await workflows.applyRestore(part.id, new Map(), noSignal());
  await workflows.review(task.id, 'changes_requested', []);
  await start(id, { resume: task.id });
  snapshots.write('a.ts', 'again');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  expect(plan.steps.map(({ action }) => action)).toEqual(['write', 'write']);
});

test('offers what another task may have done only by name, as a question that names that task', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  snapshots.write('both.ts', 'before');
  const { id } = await begin();
  const task = await start(id, { name: 'One' });
  const other = await start(id, { name: 'Two' });
  snapshots.write('both.ts', 'after');
  await complete(other.id);
  snapshots.write('mine.ts');
  await complete(task.id);
  const whole = await workflows.planRestore(task.id, null, noSignal());
  expect(whole).toMatchObject({
    steps: [{ path: 'mine.ts', action: 'delete' }],
    left: [{ path: 'both.ts', why: 'shared', reason: expect.stringContaining(`"Two" (${other.id})`) }],
  });
  await workflows.applyRestore(whole.id, new Map(), noSignal());
  expect([workflows.task(task.id).status, snapshots.files.get('both.ts')]).toEqual(['reverted', 'after']);
  const named = await workflows.planRestore(other.id, ['both.ts', 'none.ts'], noSignal());
  expect(named).toMatchObject({
    steps: [{ path: 'both.ts', action: 'conflict', reason: expect.stringContaining(`"One" (${task.id})`) }],
    left: [{ path: 'none.ts', why: 'unchanged' }],
  });
  const done = await workflows.applyRestore(named.id, new Map([['both.ts', 'theirs']]), noSignal());
  expect(done.written).toEqual(['both.ts']);
  expect(snapshots.files.get('both.ts')).toBe('before');
});

test('refuses where nobody knows what the task changed, and says why', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.accountSays = { unknown: 'The folder is your home folder.' };
  await complete(task.id);
  await expect(workflows.planRestore(task.id, null, noSignal())).rejects.toMatchObject({
    code: 'not-restorable',
    message: expect.stringContaining('The folder is your home folder.'),
  });
});

test('counts a task whose files were put back as one that waits for nobody, until that is taken back', async () => {
  const { begin, start, complete, undo, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts');
  await complete(task.id, { needsReview: true, reviewReason: 'Look at it.' });
  expect(workflows.report(id).totals.toReview).toBe(1);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect(workflows.report(id)).toMatchObject({ totals: { toReview: 0 }, tasks: [{ toReview: [] }] });
  expect([workflows.reviewQueue(), workflows.markdown(id)]).toEqual([
    [],
    expect.not.stringMatching(/to review/i),
  ]);
  await undo(task.id);
  expect(workflows.report(id).totals.toReview).toBe(1);
});

test('settles each of the restores that a crash cut short as the one that it is', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  snapshots.write('a.ts', 'before').write('b.ts', 'before');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'after').write('b.ts', 'after');
  await complete(task.id);
  const crash = async (paths: readonly string[]) => {
    const plan = await workflows.planRestore(task.id, paths, noSignal());
    snapshots.nextRestoreFails = new Error('The process was killed');
    await expect(workflows.applyRestore(plan.id, new Map(), noSignal())).rejects.toThrow('killed');
    return plan;
  };
  const first = await crash(['a.ts']);
  const second = await crash(['b.ts']);
  await workflows.settleRestore(first.id, 'undo', noSignal());
  expect(workflows.task(task.id).restores.map(({ plan }) => plan)).toEqual([second.id]);
  await workflows.settleRestore(second.id, 'finish', noSignal());
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restores: [{ plan: second.id }] });
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
  expect(workflows.task(task.id)).toMatchObject({ status: 'success', restores: [] });
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

test('a part of a file that is put back reverts nothing, and the rest is put back with the whole later on', async () => {
  const { begin, start, complete, workflows, snapshots, ...rest } = await agentWorld();
  snapshots.write('a.ts', '1 2');
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts', 'one two');
  await complete(task.id);
  const part = new Map([['a.ts', new TextEncoder().encode('1 two')]]);
  const plan = await workflows.planRestore(task.id, ['a.ts'], noSignal(), part);
  const seen = await workflows.previewRestore(plan.id, new Map(), noSignal());
  const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);
  expect(seen.map(({ path, now, goal }) => [path, text(now), text(goal)])).toEqual([
    ['a.ts', 'one two', '1 two'],
  ]);
  expect(snapshots.files.get('a.ts')).toBe('one two');
  const done = await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect([snapshots.files.get('a.ts'), done.isAllBack]).toEqual(['1 two', false]);
  expect(workflows.task(task.id)).toMatchObject({
    status: 'success',
    restores: [{ isPart: true, isWhole: false }],
  });
  // Also after a restart; the part is no reason to leave the rest.
  const restarted = await agentWorld({ log: rest.log, clock: rest.clock, snapshots });
  const whole = await restarted.workflows.planRestore(task.id, null, noSignal());
  expect(whole.steps.map(({ action }) => action)).toEqual(['conflict']);
  await restarted.undo(task.id);
  expect(snapshots.files.get('a.ts')).toBe('one two');
  expect(restarted.workflows.task(task.id).restores).toEqual([]);
});

test('a task whose own files are back is not said to be whole, where a file that it shared is not', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id, { name: 'A' });
  snapshots.write('own.ts');
  const other = await start(id, { name: 'B' });
  snapshots.write('shared.ts');
  await complete(task.id);
  await complete(other.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  await expect(workflows.planRestore(task.id, null, noSignal())).rejects.toThrow(
    'The files that task "A" alone changed are already restored. Shared with others, and not restored: "shared.ts". To restore one of them, name it in paths.',
  );
  expect((await workflows.planRestore(task.id, ['shared.ts'], noSignal())).steps).not.toEqual([]);
});
