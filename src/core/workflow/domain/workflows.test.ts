import { expect, test } from 'vitest';
import { noSignal } from '../../../../test/support/testCore';
import {
  agentWorld,
  ALL,
  anna,
  ben,
  NOTHING_SAID,
  outcome,
  own,
} from '../../../../test/support/workflowWorld';
import { workflowDomain } from './workflowDomain';

test("tells how long a task took and which files it changed, the seed's first flow", async () => {
  const { begin, start, complete, clock, snapshots, workflows } = await agentWorld();
  snapshots.write('README.md', 'old');
  const { id } = await begin();
  const task = await start(id, { areas: ['auth'] });
  snapshots.write('src/auth/jwt.ts').write('README.md', 'new');
  clock.advance(847_000);
  const done = await complete(task.id);
  expect(own(done)).toEqual(['README.md', 'src/auth/jwt.ts']);
  expect(done.completion.durationSeconds).toBe(847);
  expect(done.completion.verification.unexpectedFiles).toEqual(['README.md']);
  expect(workflows.task(task.id).status).toBe('awaiting_review');
  expect(workflows.reviewQueue().map(({ reasons }) => reasons)).toEqual([
    [{ kind: 'scope', text: 'Changed outside the declared areas: README.md' }],
  ]);
});

test("gives what subtasks changed to them and not to their parent, the seed's second flow", async () => {
  const { begin, start, complete, snapshots } = await agentWorld();
  const { id } = await begin();
  const main = await start(id, { name: 'Main' });
  snapshots.write('plan.md');
  const first = await start(id, { parent: main.id, name: 'First' });
  snapshots.write('first.ts');
  await expect(complete(main.id)).rejects.toThrow(
    `These subtasks are open: "First" (${first.id}). Call complete_task for each of them first.`,
  );
  expect(own(await complete(first.id))).toEqual(['first.ts']);
  const second = await start(id, { parent: main.id, name: 'Second' });
  snapshots.write('second.ts');
  expect(own(await complete(second.id))).toEqual(['second.ts']);
  snapshots.write('end.md');
  expect(own(await complete(main.id))).toEqual(['end.md', 'plan.md']);
  expect(
    snapshots.requests.at(-1)?.intervals.map(({ isAlone, owners }) => [isAlone, owners('any.ts')]),
  ).toEqual([
    [true, [main.id]],
    [false, [first.id]],
    [true, [main.id]],
    [false, [second.id]],
    [true, [main.id]],
  ]);
});

test('shares what changed while two tasks ran, and names the other', async () => {
  const { begin, start, complete, snapshots } = await agentWorld();
  const { id } = await begin();
  const a = await start(id);
  snapshots.write('only-a.ts');
  const b = await start(id, {}, ben);
  snapshots.write('both.ts');
  const doneA = await complete(a.id);
  snapshots.write('only-b.ts');
  const doneB = await complete(b.id);
  expect([own(doneA), own(doneB)]).toEqual([['only-a.ts'], ['only-b.ts']]);
  expect(doneA.completion.account.shared).toMatchObject([{ path: 'both.ts', with: [b.id] }]);
  expect(doneB.completion.account.shared).toMatchObject([{ path: 'both.ts', with: [a.id] }]);
});

test('completes once when two windows complete together, and both get the same answer', async () => {
  const one = await agentWorld({ window: 'one' });
  const two = await agentWorld({ window: 'two', log: one.log, clock: one.clock, snapshots: one.snapshots });
  const { id } = await one.begin();
  const task = await one.start(id);
  await two.journal.catchUp();
  one.snapshots.write('a.ts');
  const answers = await Promise.all([
    one.complete(task.id, { summary: 'From one.' }),
    two.complete(task.id, { summary: 'From two.' }, ben),
  ]);
  expect(new Set(answers.map(({ isRepeated }) => isRepeated))).toEqual(new Set([false, true]));
  expect(answers[0].completion).toEqual(answers[1].completion);
  expect(one.log.rows.filter(row => row.kind === 'taskCompleted')).toHaveLength(1);
  const taken = one.snapshots.taken;
  expect(await one.complete(task.id)).toMatchObject({ isRepeated: true, completion: answers[0].completion });
  expect(one.snapshots.taken).toBe(taken);
});

test('gives the same workflow for the same key, also at once and after a restart, and a new one ten minutes later', async () => {
  const one = await agentWorld();
  const [a, b] = await Promise.all([one.begin([], 'k'), one.begin([], 'k')]);
  expect(b.id).toBe(a.id);
  await expect(one.begin([], 'k', 'Other')).rejects.toMatchObject({ code: 'idempotency-conflict' });
  const restarted = await agentWorld({ log: one.log, clock: one.clock, window: 'later' });
  expect((await restarted.begin([], 'k')).id).toBe(a.id);
  expect(restarted.workflows.all()).toHaveLength(1);
  one.clock.advance(600_000);
  expect((await restarted.begin([], 'k')).id).not.toBe(a.id);
});

test('makes planned tasks of a plan, starts them by their step, and ends with the last of them', async () => {
  const { begin, start, complete, workflows } = await agentWorld();
  const { id } = await begin([
    { step: '1', goal: 'Install' },
    { step: '2', goal: 'Route' },
  ]);
  expect(workflows.context(ALL).ready.map(({ name }) => name)).toEqual(['Install', 'Route']);
  const one = await start(id, { plannedStep: '1' });
  await expect(start(id, { plannedStep: '1' })).rejects.toThrow(
    `Step "1" was started as task "${one.id}" (in_progress). To resume it, call start_task with that ID as resume_task_id.`,
  );
  await expect(start(id, { plannedStep: '9' })).rejects.toThrow('has no step "9". Steps not started: "2".');
  await complete(one.id);
  expect(workflows.workflow(id).status).toBe('in_progress');
  const planned = workflows.tasks(id).find(({ step }) => step === '2')!;
  const two = await start(id, { resume: planned.id, name: 'Routes' });
  expect(two).toMatchObject({ id: planned.id, name: 'Routes', step: '2', status: 'in_progress' });
  await complete(two.id);
  expect(workflows.workflow(id).status).toBe('completed');
  // What ended by itself goes on with the next task.
  await start(id);
  expect(workflows.workflow(id)).toMatchObject({ status: 'in_progress', endedAt: null });
});

test('says of a task that waits in vain what can be done', async () => {
  const { begin, start, workflows } = await agentWorld();
  const { id } = await begin();
  const first = await start(id, { name: 'First' });
  const second = await start(id, { name: 'Second', dependsOn: [first.id] });
  const failed = { task: first.id, status: 'failed' as const, outcome: outcome(), claims: NOTHING_SAID };
  await workflows.completeTask(failed, anna, noSignal());
  await expect(start(id, { resume: second.id })).rejects.toThrow(
    `waits for "First" (${first.id}, failed), which ended without success. End this one with complete_task and status "failed"`,
  );
});

test('holds a task back until what it depends on is done, and counts its changes from then on', async () => {
  const { begin, start, complete, workflows, snapshots } = await agentWorld();
  const { id } = await begin();
  const first = await start(id, { name: 'First' });
  const second = await start(id, { name: 'Second', dependsOn: [first.id] });
  expect(second.status).toBe('blocked');
  await expect(start(id, { resume: second.id })).rejects.toThrow(
    `waits for "First" (${first.id}, in_progress).`,
  );
  await expect(complete(second.id)).rejects.toMatchObject({ code: 'task-blocked' });
  snapshots.write('first.ts');
  expect(own(await complete(first.id))).toEqual(['first.ts']);
  expect(workflows.context(ALL).ready.map(({ name }) => name)).toEqual(['Second']);
  await expect(complete(second.id)).rejects.toMatchObject({ code: 'task-not-started' });
  await start(id, { resume: second.id });
  snapshots.write('second.ts');
  expect(own(await complete(second.id))).toEqual(['second.ts']);
});

test('refuses a circle of dependencies, also through subtasks', async () => {
  const { begin, start, workflows, eventCount } = await agentWorld();
  const { id } = await begin([
    { step: 'a', goal: 'A' },
    { step: 'b', goal: 'B' },
  ]);
  const [a, b] = workflows.tasks(id).map(task => String(task.id)) as [string, string];
  await start(id, { plannedStep: 'a', dependsOn: [b] });
  const before = eventCount();
  await expect(start(id, { plannedStep: 'b', dependsOn: [a] })).rejects.toMatchObject({
    code: 'dependency-cycle',
  });
  await expect(start(id, { plannedStep: 'b', dependsOn: [b] })).rejects.toMatchObject({
    code: 'dependency-cycle',
  });
  await expect(start(id, { plannedStep: 'b', parent: b })).rejects.toMatchObject({
    code: 'dependency-cycle',
  });
  const top = await start(id, { plannedStep: 'b' });
  await expect(start(id, { parent: top.id, dependsOn: [top.id] })).rejects.toMatchObject({
    code: 'dependency-cycle',
  });
  expect(eventCount()).toBe(before + 1);
});

test('keeps the first five milestones; from the sixth on the newest takes the place of the last', async () => {
  const { begin, start, workflows } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  for (let i = 1; i <= 8; i++) {
    const logged = await workflows.logMilestone(
      task.id,
      { message: `m${i}`, progress: i, metadata: null },
      anna,
    );
    expect(logged).toEqual({ count: Math.min(i, 5), isReplacing: i > 5 });
  }
  expect(workflows.milestones(task.id).map(({ message }) => message)).toEqual(['m1', 'm2', 'm3', 'm4', 'm8']);
});

test('refuses ids of another workspace, of the other kind and of nothing, and writes nothing', async () => {
  const home = await agentWorld();
  const { id } = await home.begin();
  const task = await home.start(id);
  const away = await agentWorld({
    log: home.log,
    clock: home.clock,
    snapshots: home.snapshots,
    workspace: '/other',
  });
  const before = away.eventCount();
  const taken = home.snapshots.taken;
  const attempts: [string, () => Promise<unknown>][] = [
    ['foreign-workflow', () => away.start(id)],
    ['foreign-task', () => away.complete(task.id)],
    [
      'foreign-task',
      () => away.workflows.logMilestone(task.id, { message: 'x', progress: null, metadata: null }, anna),
    ],
    ['foreign-task', () => away.workflows.review(task.id, 'approved', [])],
    ['foreign-task', () => away.workflows.planRestore(task.id, null, noSignal())],
    ['foreign-workflow', () => away.workflows.delete(id, noSignal())],
    ['unknown-task', () => home.complete(id)],
    ['unknown-workflow', () => home.start(task.id)],
    ['unknown-task', () => home.complete('__proto__')],
    ['unknown-workflow', () => home.start('constructor')],
  ];
  for (const [code, attempt] of attempts) await expect(attempt(), code).rejects.toMatchObject({ code });
  expect(away.workflows.context(ALL).workflows).toEqual([]);
  expect(away.workflows.all()).toEqual([]);
  expect(away.eventCount()).toBe(before);
  expect(home.snapshots.taken).toBe(taken);
});

test('stops with its signal and stores nothing', async () => {
  const { begin, workflows, eventCount } = await agentWorld();
  const { id } = await begin();
  const before = eventCount();
  const signal = AbortSignal.abort(new Error('cancelled'));
  const input = { workflow: id, parent: null, name: 'x', goal: 'y', areas: [], dependsOn: [] };
  await expect(
    workflows.startTask({ ...input, plannedStep: null, resume: null, caller: null }, anna, signal),
  ).rejects.toThrow('cancelled');
  expect(eventCount()).toBe(before);
});

test('refuses bad areas when the task starts, not when it ends', async () => {
  const { begin, start, snapshots } = await agentWorld();
  const { id } = await begin();
  await expect(start(id, { areas: ['../**'] })).rejects.toMatchObject({ code: 'bad-area' });
  expect(snapshots.taken).toBe(0);
});

test('knows after a restart what it knew before', async () => {
  const first = await agentWorld();
  const { id } = await first.begin([{ step: '1', goal: 'One' }]);
  const task = await first.start(id, { plannedStep: '1' });
  await first.workflows.logMilestone(task.id, { message: 'Half', progress: 50, metadata: { a: 1 } }, anna);
  await first.complete(task.id, { needsReview: true });
  expect(first.workflows.report(id).tasks[0]?.milestones).toMatchObject([{ message: 'Half', progress: 50 }]);
  const second = await agentWorld({ log: first.log, clock: first.clock });
  expect(second.workflows.report(id)).toEqual(first.workflows.report(id));
  expect(second.journal.read(workflowDomain)).toEqual(first.journal.read(workflowDomain));
});

test('asks for one interval where neighbouring ones saw the same tasks', async () => {
  const { begin, start, complete, snapshots } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  await start(id, { resume: task.id });
  await start(id, { resume: task.id });
  await complete(task.id);
  expect(snapshots.requests.at(-1)?.intervals).toHaveLength(1);
});

test('does not count what others did between the end of a task and its next turn, after a review', async () => {
  const { begin, start, complete, snapshots, workflows } = await agentWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('first.ts').write('both.ts');
  await complete(task.id, { needsReview: true, reviewReason: 'Look.' });
  snapshots.write('person.ts').write('both.ts', 'by a person');
  const other = await start(id, {}, ben);
  snapshots.write('other.ts');
  await complete(other.id);
  await workflows.review(task.id, 'changes_requested', ['Again.']);
  await start(id, { resume: task.id });
  snapshots.write('second.ts');
  const done = await complete(task.id);
  expect(own(done)).toEqual(['both.ts', 'first.ts', 'second.ts']);
  expect(done.completion.account.shared).toEqual([]);
});

test('knows nothing of tasks that another workspace runs beside it in one journal', async () => {
  const home = await agentWorld({ window: 'home' });
  const away = await agentWorld({ log: home.log, clock: home.clock, workspace: '/other', window: 'away' });
  await away.start((await away.begin()).id);
  await home.journal.catchUp();
  const task = await home.start((await home.begin()).id);
  home.snapshots.write('mine.ts');
  expect(own(await home.complete(task.id))).toEqual(['mine.ts']);
});

test('tells when tasks were worked on: with pauses, until an agent fell silent, and without what a restore took', async () => {
  const { begin, start, complete, clock, snapshots, workflows } = await agentWorld();
  const began = clock.now();
  const minutes = (id: string, task: string) =>
    workflows
      .stretches(id)
      .get(workflows.task(task).id)
      ?.map(({ from, to }) => [(from - began) / 60_000, to === null ? null : (to - began) / 60_000]);
  const { id } = await begin();
  const task = await start(id);
  clock.advance(10 * 60_000);
  snapshots.write('a.ts');
  await complete(task.id, { needsReview: true, reviewReason: 'Look.' });
  clock.advance(20 * 60_000);
  const silent = await start(id, {}, ben);
  clock.advance(60_000);
  await workflows.review(task.id, 'changes_requested', ['Again.']);
  await start(id, { resume: task.id });
  expect(minutes(id, task.id)).toEqual([
    [0, 10],
    [31, null],
  ]);
  clock.advance(40 * 60_000);
  await workflows.sweep();
  await complete(task.id);
  expect(minutes(id, silent.id)).toEqual([[30, 30]]);
  clock.advance(60 * 60_000);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect(minutes(id, task.id)).toEqual([
    [0, 10],
    [31, 71],
  ]);
});
