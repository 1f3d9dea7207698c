import { expect, test } from 'vitest';
import { done, runningTask, toolWorld } from '../../../../test/support/workflowTools';

type World = Awaited<ReturnType<typeof runningTask>>;

async function another({ call, workflowId }: World, name: string, more: object = {}): Promise<string> {
  const input = { workflow_id: workflowId, name, goal: `${name} it`, ...more };
  return (await call('start_task', input)).facts.task_id;
}

/** Ended tasks, a moment after each other. */
async function endedTasks(world: World, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    world.clock.advance(1_000);
    await world.call('complete_task', done(await another(world, `Ended ${i}`)));
  }
}

test('shows the running task on the first page, before what ended last, and counts all of them', async () => {
  const world = await runningTask();
  await endedTasks(world, 25);
  const { text, facts } = await world.call('get_context', {});
  const [head, workflow, first, second] = text.split('\n');
  expect(head).toBe('1 workflow, 26 tasks: 1 open, 0 planned, 25 ended.');
  expect(workflow).toContain(world.workflowId);
  expect(first).toBe(`- task ${world.taskId} "JWT" (yours): in_progress. Goal: "Verify tokens"`);
  expect(second).toContain('"Ended 24": success');
  expect(text).toContain(`call complete_task with task_id "${world.taskId}"`);
  expect(text).not.toContain('start_task');
  expect(facts['tasks']).toHaveLength(20);
  expect(facts['totals']).toMatchObject({ tasks: 26, ended: 25 });
  const next = await world.call('get_context', { cursor: facts['next_cursor'] });
  expect(next.text.split('\n')[0]).toBe(head);
  expect(next.facts['tasks']).toHaveLength(6);
  expect(text).toContain(`More with cursor "${String(facts['next_cursor'])}".`);
});

test('orders by what an agent has to know: running, open otherwise, planned, ended', async () => {
  const { call, as, workflows, clock } = await toolWorld();
  const plan = [{ step: '1', goal: 'Planned' }];
  const { facts } = await call('start_workflow', { name: 'Old', plan });
  const start = async (name: string, more: object = {}) =>
    (await call('start_task', { workflow_id: facts.workflow_id, name, goal: name, ...more })).facts.task_id;
  await call('complete_task', done(await start('Ended')));
  const changes = await start('To change');
  await call('complete_task', done(changes));
  await workflows.review(changes, 'changes_requested', ['Rename it']);
  const running = await start('Running');
  await start('Blocked', { depends_on: [running] });
  clock.advance(1_000);
  await as('ben')('start_workflow', { name: 'Newer' });
  const { text } = await call('get_context', {});
  const names = [...text.matchAll(/^- task \S+ "([^"]+)"/gm)].map(([, name]) => name);
  expect(names).toEqual(['Running', 'To change', 'Blocked', 'Planned', 'Ended']);
  expect(text).toContain('  - the user asked for changes: "Rename it" (not taken up yet)');
  expect(text).toContain(`blocked. Waits for: ${running}`);
  expect(text).toMatch(/^- workflow \S+ "Newer": in_progress$/m);
});

test('tells a new chat all it needs to go on: goals, areas, decisions, issues, what was done last and what is left', async () => {
  const { call, as, snapshots } = await toolWorld();
  const plan = [
    { step: '1', goal: 'Install' },
    { step: '2', goal: 'Wire the login route' },
  ];
  const { facts } = await call('start_workflow', { name: 'Auth', description: 'Log in with JWT', plan });
  const input = {
    workflow_id: facts.workflow_id,
    planned_step: '1',
    name: 'Setup',
    goal: 'Install',
    areas: ['src/auth'],
  };
  const { facts: task } = await call('start_task', input);
  await call('log_decision', {
    task_id: task.task_id,
    category: 'other',
    question: 'Which library?',
    chosen: 'jose',
    reasoning: 'Smaller',
    trade_offs: 'Newer',
  });
  await call('log_issue', {
    task_id: task.task_id,
    type: 'other',
    description: 'No types',
    resolution: 'Wrote them',
  });
  snapshots.write('src/auth/jwt.ts');
  const outcome = { summary: 'Verified.', limitations: ['No refresh'], next_steps: ['Add the route'] };
  await call('complete_task', { task_id: task.task_id, status: 'success', outcome });
  const { text } = await as('a new chat')('get_context', {});
  for (const words of [
    `"Auth": in_progress. "Log in with JWT"`,
    `- task ${task.task_id} "Setup" (step "1"): success. Goal: "Install". Done: "Verified.". 1 file changed: added src/auth/jwt.ts. Limits: "No refresh". Next: "Add the route"`,
    '  - decision: "Which library?" → "jose": "Smaller" (trade-offs: "Newer")',
    '  - issue: "No types" → "Wrote them"',
    '"Wire the login route" (step "2"): planned',
    'Ready to start: ',
  ]) {
    expect(text).toContain(words);
  }
});

test('says that nothing fits a filter and what there is, never that nothing is recorded', async () => {
  const { call } = await runningTask();
  const { text } = await call('get_context', { status: 'failed' });
  expect(text).toBe(
    '0 workflows, 0 tasks.\nNothing matches status "failed". There are 1 workflow, and tasks by status: 1 in_progress. ' +
      'Call get_context without status to see them.',
  );
  const empty = await (await toolWorld()).call('get_context', {});
  expect(empty.text).toContain('Nothing is recorded here yet. Call start_workflow to begin.');
});

test('loses no task between pages when tasks begin and end meanwhile', async () => {
  const world = await runningTask();
  const { call, clock, taskId } = world;
  for (let i = 0; i < 9; i++) await another(world, `Open ${i}`);
  await endedTasks(world, 6);
  const { facts: first } = await call('get_context', { limit: 12 });
  const ids = (facts: typeof first) => (facts['tasks'] as { task_id: string }[]).map(({ task_id: id }) => id);
  clock.advance(1_000);
  const born = await another(world, 'Born meanwhile');
  await call('complete_task', done(taskId));
  const { facts: second } = await call('get_context', { limit: 12, cursor: first['next_cursor'] });
  const seen = [...ids(first), ...ids(second)];
  expect(new Set(seen).size).toBe(17);
  expect(seen).toContain(born);
  expect(
    ids(second).filter(id => ids(first).includes(id)),
    'only what changed comes twice',
  ).toEqual([taskId]);
  expect(second['next_cursor']).toBeUndefined();
});

test('stays within its bounds, and how to see the rest works as it stands', async () => {
  const world = await runningTask();
  const long = 'A long text. '.repeat(300);
  for (let i = 0; i < 40; i++) {
    const id = await another(world, `Task ${i} ${'x'.repeat(150)}`, { goal: long, areas: ['src'] });
    for (let n = 0; n < 8; n++) {
      const decision = { category: 'other', question: long, chosen: long, reasoning: long };
      await world.call('log_decision', { task_id: id, ...decision });
    }
    if (i < 20)
      await world.call('complete_task', { ...done(id), outcome: { summary: long, next_steps: [long] } });
  }
  let limit = 100;
  for (;;) {
    const { text } = await world.call('get_context', { limit });
    expect(text.length).toBeLessThanOrEqual(8_000);
    const smaller = /don't fit here: see get_context with limit (\d+)/.exec(text)?.[1];
    if (smaller === undefined) {
      expect(text).toMatch(/More with cursor "[^"]+"\./);
      break;
    }
    expect(text).not.toContain('More with cursor');
    limit = Number(smaller);
  }
  expect(limit).toBeLessThan(100);
  const one = await world.call('get_context', { task_id: world.taskId });
  expect(one.text.split('\n')[0]).toBe('1 workflow, 1 task: 1 open, 0 planned, 0 ended.');
});

test('tells who finds the task of another chat how to go on with it, and how not to be in its way', async () => {
  const { as, taskId } = await runningTask();
  const { text } = await as('ben')('get_context', {});
  expect(text).toContain(
    `Another chat is working on task ${taskId} "JWT". If that chat is over, call start_task with resume_task_id "${taskId}" to resume it. Otherwise leave it to that chat`,
  );
});

test('says how far a running task is', async () => {
  const { call, taskId } = await runningTask();
  await call('log_milestone', { task_id: taskId, message: 'Half way', progress: 50 });
  expect((await call('get_context', {})).text).toContain('. Milestone: "Half way" (50 %)');
});

test('sends nobody to a workflow that has ended', async () => {
  const { call } = await toolWorld();
  const { facts } = await call('start_workflow', { name: 'Auth' });
  const id = facts.workflow_id;
  expect((await call('get_context', {})).text).toContain(
    `Call start_task with workflow_id "${id}" for a new task.`,
  );
  await call('complete_workflow', { workflow_id: id, status: 'completed' });
  expect((await call('get_context', {})).text).toContain(
    'Nothing is open here. Call start_workflow for new work.',
  );
});

test('tells all of the task that ended last, also where no workflow is open', async () => {
  const { call, workflowId, taskId, snapshots } = await runningTask();
  snapshots.write('a.ts');
  const summary = `It is done. ${'Word '.repeat(50)}`.trim();
  await call('complete_task', { ...done(taskId), outcome: { summary } });
  await call('complete_workflow', { workflow_id: workflowId, status: 'completed' });
  const { text } = await call('get_context', {});
  expect(text).toContain(summary);
  expect(text).toContain('1 file changed: added a.ts');
});

test('never says of a task whose changes are not known that it changed no files', async () => {
  const { call, snapshots, taskId } = await runningTask();
  snapshots.accountSays = { unknown: 'the folder is the home folder.', partial: 'A link.' };
  await call('complete_task', done(taskId));
  const { text } = await call('get_context', {});
  expect(text).toContain('awaiting_review, agent reports success');
  expect(text).toContain('Its changes are unknown: the folder is the home folder.');
  expect(text).toContain('Incomplete: A link.');
  expect(text).not.toContain('0 files');
});

test('names a task whatever its agent wrote of it', async () => {
  const { call, workflowId, taskId, snapshots } = await runningTask();
  snapshots.write('a.ts');
  const list = Array.from({ length: 100 }, () => 'l'.repeat(2_000));
  const outcome = { summary: 's'.repeat(8_000), limitations: list, next_steps: list };
  await call('complete_task', { ...done(taskId), outcome });
  for (const input of [{ task_id: taskId }, {}, { workflow_id: workflowId }]) {
    const { text } = await call('get_context', input);
    expect(text, JSON.stringify(input)).toContain(`- task ${taskId} "JWT": success`);
    expect(text).toContain('1 file changed');
    expect(text.length).toBeLessThan(7_500);
  }
});

test('sends nobody who asked for one task to the same answer for its decisions', async () => {
  const { call, taskId, workflowId } = await runningTask();
  const decision = { task_id: taskId, category: 'other', question: 'Q', chosen: 'c' };
  const log = async (from: number, to: number, words: number) => {
    for (let i = from; i < to; i++)
      await call('log_decision', { ...decision, reasoning: `${i}.${'r'.repeat(words)}` });
  };
  await log(0, 30, 0);
  const whole = (await call('get_context', { task_id: taskId })).text;
  for (let i = 0; i < 30; i++) expect(whole).toContain(`"${i}."`);
  await log(30, 60, 1_000);
  const { text } = await call('get_context', { task_id: taskId });
  expect(text).not.toContain('more with get_context');
  expect(text).toContain(`more lines don't fit here: see sc://workflows/${workflowId}.`);
});

test('says why nothing is shown where the journal cannot be read', async () => {
  const { call, store } = await toolWorld();
  store.readOnlyReason = 'The folder is read-only. Make it writable.';
  expect((await call('get_context', {})).text).toContain(
    'The folder is read-only. Make it writable. What is shown may not be all that was recorded: tell the user.',
  );
});

test('calls no ID unknown where the journal cannot be read', async () => {
  const { call, store, taskId, workflowId } = await runningTask();
  store.readOnlyReason = 'The folder is read-only. Make it writable.';
  const says = (id: string) =>
    `The folder is read-only. Make it writable. "${id}" may be recorded where it can't be read: tell the user.`;
  for (const [tool, input, id] of [
    ['get_context', { workflow_id: 'w-1' }, 'w-1'],
    ['complete_task', done('t-1'), 't-1'],
    ['start_task', { workflow_id: 'w-1', name: 'x', goal: 'y' }, 'w-1'],
    ['restore_task', { task_id: 't-1' }, 't-1'],
  ] as const)
    expect(await call(tool, input)).toMatchObject({ isError: true, text: says(id) });
  expect((await call('get_context', { workflow_id: taskId })).text).toContain('is a task ID');
  expect((await call('get_context', { task_id: workflowId })).text).toContain('is a workflow ID');
});

test('a task that waits for a review is named before new work is begun, where its workflow has ended', async () => {
  const world = await runningTask();
  const { call, taskId } = world;
  const ended = (id: string, outcome: object) => ({ task_id: id, status: 'success', outcome });
  const asked = { summary: 'Done.', manual_review_needed: true, manual_review_reason: 'Look.' };
  const second = await another(world, 'Second');
  await call('complete_task', ended(taskId, asked));
  const last = await call('complete_task', ended(second, { summary: 'Done.' }));
  const waits = `Task ${taskId} "JWT" still needs the user's review. Don't build on its changes yet.`;
  expect(last.text).toContain(`The workflow has ended. Tell the user what was done. ${waits}`);
  const { text } = await call('get_context', {});
  expect(text).toContain(`${waits} Nothing is open here. Call start_workflow for new work.`);
});
