import { expect, test, vi } from 'vitest';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { done, toolWorld } from '../../../../test/support/workflowTools';
import { NO_FOLDER, noSnapshots } from '../../../core/snapshots/noSnapshots';

type World = Awaited<ReturnType<typeof toolWorld>>;

/** What a call that a text names needs beside the values that the text gives. */
const GIVEN: Readonly<Record<string, unknown>> = {
  name: 'As the text says',
  goal: 'Followed literally',
  status: 'success',
  outcome: { summary: 'Done.' },
};

/** Every call that a text names: `call start_task with resume_task_id "x", name and goal`. */
function callsIn(
  text: string,
): readonly { readonly tool: string; readonly input: Record<string, unknown> }[] {
  return [...text.matchAll(/\bcall (\w+) with ((?:\w+(?: "[^"]*")?(?:, | and )?)+)/gi)].map(
    ([, tool = '', list = '']) => {
      const input = [...list.matchAll(/(\w+)(?: "([^"]*)")?(?:, | and |$)/g)].map(
        ([, field = '', value]) => [field, value ?? GIVEN[field]] as const,
      );
      return { tool, input: Object.fromEntries(input) };
    },
  );
}

const plan = [
  { step: '1', goal: 'Install' },
  { step: '2', goal: 'Route' },
];

async function planned(world: World, steps: readonly { step: string; goal: string }[] = plan) {
  const { facts, text } = await world.call('start_workflow', { name: 'Auth', plan: steps });
  return {
    id: facts.workflow_id,
    text,
    tasks: facts['tasks'] as { task_id: string; step: string }[],
  };
}

const newTask = (workflow: string, facts: object = {}) => ({
  workflow_id: workflow,
  name: 'Extra',
  goal: 'Something else',
  ...facts,
});

/** Texts of start_workflow and start_task in every situation that they speak of. */
const SITUATIONS: Readonly<Record<string, (world: World) => Promise<string>>> = {
  'a workflow without a plan': async ({ call }) => (await call('start_workflow', { name: 'Auth' })).text,
  'a workflow with a plan': async world => (await planned(world)).text,
  'a new task': async ({ call }) => {
    const { facts } = await call('start_workflow', { name: 'Auth' });
    return (await call('start_task', newTask(facts.workflow_id))).text;
  },
  'a new task beside a plan': async world => {
    const { id } = await planned(world);
    return (await world.call('start_task', newTask(id))).text;
  },
  'a task beside another one': async world => {
    const { facts } = await world.call('start_workflow', { name: 'Auth' });
    await world.as('ben')('start_task', newTask(facts.workflow_id, { name: 'Other' }));
    return (await world.call('start_task', newTask(facts.workflow_id))).text;
  },
  'a task beside one of another workflow': async world => {
    const { facts: first } = await world.call('start_workflow', { name: 'One' });
    await world.as('ben')('start_task', newTask(first.workflow_id, { name: 'Other' }));
    const { facts } = await world.call('start_workflow', { name: 'Two' });
    return (await world.call('start_task', newTask(facts.workflow_id))).text;
  },
  'more tasks beside it than are named': async world => {
    const { facts } = await world.call('start_workflow', { name: 'Auth' });
    for (let i = 0; i < 7; i++) await world.as('ben')('start_task', newTask(facts.workflow_id));
    return (await world.call('start_task', newTask(facts.workflow_id))).text;
  },
  'a planned task': async world => {
    const { tasks } = await planned(world);
    return (await world.call('start_task', { resume_task_id: tasks[0]?.task_id })).text;
  },
  'a long plan': async world =>
    (
      await planned(
        world,
        Array.from({ length: 30 }, (_, i) => ({ step: `${i}`, goal: `Do ${i}` })),
      )
    ).text,
};

const CALLS: Readonly<Record<string, number>> = {
  'a workflow without a plan': 1,
  'a workflow with a plan': 1,
  'a new task': 1,
  'a new task beside a plan': 2,
  'a task beside another one': 4,
  'a task beside one of another workflow': 3,
  'more tasks beside it than are named': 5,
  'a planned task': 1,
  'a long plan': 2,
};

test.each(Object.keys(SITUATIONS))('every call that the text for %s names works as it stands', async name => {
  const found = callsIn((await SITUATIONS[name]?.(await toolWorld())) ?? '');
  expect(found).toHaveLength(CALLS[name] ?? 0);
  for (const [i] of found.entries()) {
    // Each in a world of its own: the first might take away what the next one needs.
    const world = await toolWorld();
    const call = callsIn((await SITUATIONS[name]?.(world)) ?? '')[i];
    const { text, isError } = await world.call(call?.tool ?? '', call?.input);
    expect(isError, `${JSON.stringify(call)}: ${text}`).toBe(false);
  }
});

test('names each planned task with its id, step and goal', async () => {
  const { text, tasks } = await planned(await toolWorld());
  expect(text).toBe(
    [
      'Workflow id-1 started with 2 planned tasks:',
      `- ${tasks[0]?.task_id}: step "1", "Install"`,
      `- ${tasks[1]?.task_id}: step "2", "Route"`,
      `Before you change files, call start_task with resume_task_id "${tasks[0]?.task_id}". Do the same later for each of the others.`,
    ].join('\n'),
  );
});

test('says before any work that nothing can be restored, and why', async () => {
  const world = await toolWorld();
  const { id } = await planned(world);
  world.snapshots.rootSays = {
    method: 'manifest',
    isRestorable: false,
    partial: 'Without git no contents are kept.',
  };
  const { text } = await world.call('start_task', newTask(id));
  expect(text).toContain("\nChanges in the workspace can't be restored. Without git no contents are kept.");
});

test('a goal that a person wrote at length is cut in the text, with the call that shows all of it', async () => {
  const world = await toolWorld();
  const { id } = await planned(world);
  const long = `${'Explain it. '.repeat(60)}Do not touch the database.`;
  const { id: task } = await world.workflows.userPlans.add(id ?? '', long);
  const { text } = await world.call('start_task', { resume_task_id: task, name: 'Mine', goal: 'Mine' });
  expect(text).toContain(`For the whole goal, call get_context with task_id "${task}".`);
  expect((await world.call('get_context', { task_id: task })).text).toContain('Do not touch the database.');
});

test('begins a planned task by resume_task_id alone, and keeps its name and goal unless others are given', async () => {
  const world = await toolWorld();
  const { tasks } = await planned(world);
  const [one, two] = tasks.map(({ task_id: id }) => id);
  const begun = await world.call('start_task', { resume_task_id: one });
  expect(begun.text).toContain('It is the planned task "Install". Goal: "Install".');
  expect(world.workflows.task(one ?? '')).toMatchObject({ name: 'Install', goal: 'Install' });
  const resumed = await world.call('start_task', { resume_task_id: one, name: 'Other', goal: 'Other' });
  expect(resumed.text).toContain(
    `Task ${one} goes on (snapshot: git).\nIt is "Install". Goal: "Install". Its changes are counted from its first snapshot.`,
  );
  expect(world.workflows.task(one ?? '')).toMatchObject({ name: 'Install', goal: 'Install' });
  await world.call('start_task', { resume_task_id: two, name: 'Routes' });
  expect(world.workflows.task(two ?? '')).toMatchObject({ name: 'Routes', goal: 'Route' });
});

test('names the field that is missing, and stores nothing', async () => {
  const world = await toolWorld();
  const { id, tasks } = await planned(world);
  const before = world.eventCount();
  const refused = async (input: object) => {
    const { text, isError } = await world.call('start_task', input);
    expect(isError).toBe(true);
    return text;
  };
  expect(await refused({})).toContain('name and goal are missing: a new task needs name and goal.');
  expect(await refused({ workflow_id: id, name: 'x' })).toContain('goal is missing');
  expect(await refused({ workflow_id: id, goal: 'x' })).toContain('name is missing');
  expect(await refused({ resume_task_id: tasks[0]?.task_id, planned_step: '2' })).toContain(
    'Pass resume_task_id only.',
  );
  expect(world.eventCount()).toBe(before);
  expect(world.snapshots.taken).toBe(0);
});

test('takes the only workflow in progress where none is named, and else names those there are', async () => {
  const { call } = await toolWorld();
  const task = { name: 'x', goal: 'y' };
  expect((await call('start_task', task)).text).toContain('None is in progress: call start_workflow first.');
  const { facts: one } = await call('start_workflow', { name: 'One' });
  const { facts } = await call('start_task', task);
  expect(facts.workflow_id).toBe(one.workflow_id);
  await call('complete_task', done(facts.task_id));
  expect((await call('start_task', task)).text).toContain(
    `The last one, "One" (${one.workflow_id}), has ended: pass its ID to continue it, or call start_workflow.`,
  );
  const again = await call('start_task', { ...task, workflow_id: one.workflow_id });
  expect(again.text).toContain('Its workflow had ended automatically and was reopened.');
  const { facts: two } = await call('start_workflow', { name: 'Two' });
  expect((await call('start_task', task)).text).toContain(
    `In progress: "One" (${one.workflow_id}), "Two" (${two.workflow_id}).`,
  );
});

test('begins the planned task that the words of a new one mean, and says so', async () => {
  const world = await toolWorld();
  const { id, tasks } = await planned(world);
  const { facts, text } = await world.call('start_task', {
    workflow_id: id,
    name: '1. install!',
    goal: 'Get it in',
  });
  expect(facts.task_id).toBe(tasks[0]?.task_id);
  expect(text).toContain('It is the planned task "1. install!". Goal: "Get it in".');
  const other = await world.call('start_task', newTask(id, { areas: ['docs'] }));
  expect(tasks.map(task => task.task_id)).not.toContain(other.facts.task_id);
  expect(other.text).toContain(
    `It is a new task. Planned in this workflow, not started: step "2", "Route" (${tasks[1]?.task_id}). ` +
      `To start one of them, call start_task with resume_task_id "${tasks[1]?.task_id}".`,
  );
});

test('says which other tasks are open, since when, whose, and what to do', async () => {
  const { call, as, clock, workflows } = await toolWorld();
  const { facts: workflow } = await call('start_workflow', { name: 'Auth' });
  const start = (facts: object) => newTask(workflow.workflow_id, facts);
  const { facts: forgotten } = await call('start_task', start({ name: 'Forgotten' }));
  clock.advance(10 * 60_000);
  const caller = { kind: 'subagent', name: 'tester' };
  const { facts: theirs } = await as('ben')('start_task', start({ name: 'Theirs', caller }));
  clock.advance(2 * 60_000);
  const { facts, text } = await call('start_task', start({ name: 'New' }));
  expect(text).toContain(
    [
      'Other tasks are open:',
      `- "Forgotten" (${forgotten.task_id}): in progress for 12 min, this chat`,
      `- "Theirs" (${theirs.task_id}): in progress for 2 min, another chat, agent "tester"`,
      "Files that both change count as shared, unless their areas don't overlap. ",
    ].join('\n'),
  );
  expect(facts['open_tasks']).toMatchObject([
    { task_id: forgotten.task_id, minutes: 12, whose: 'this_chat', status: 'in_progress' },
    { task_id: theirs.task_id, minutes: 2, whose: 'another_chat', caller: 'tester' },
  ]);
  const below = await call('start_task', start({ name: 'Part', parent_task_id: facts.task_id }));
  expect(below.text).not.toContain('"New"');
  const moved = await call('start_task', {
    resume_task_id: forgotten.task_id,
    parent_task_id: facts.task_id,
  });
  expect(moved.isError).toBe(false);
  expect(workflows.task(forgotten.task_id).parent).toBe(facts.task_id);
});

test('is short where the areas of all are others', async () => {
  const { call, as } = await toolWorld();
  const { facts: workflow } = await call('start_workflow', { name: 'Auth' });
  const start = (facts: object) => newTask(workflow.workflow_id, facts);
  const { facts: theirs } = await as('ben')('start_task', start({ name: 'Theirs', areas: ['src/web'] }));
  const { facts, text } = await call('start_task', start({ areas: ['src/api'] }));
  expect(text.split('\n')[1]).toBe(`Also open, in other areas: "Theirs" (${theirs.task_id}).`);
  expect(text.split('\n')).toHaveLength(3);
  expect(facts['areas_apart']).toBe(true);
});

test('start_task says that no change to a file will be recorded where no folder is open', async () => {
  const { call, snapshots } = await toolWorld();
  const { facts } = await call('start_workflow', { name: 'Auth' });
  vi.spyOn(snapshots, 'take').mockImplementation(
    noSnapshots(new StoppedClock(), { next: () => 'none' }).take,
  );
  const started = await call('start_task', { workflow_id: facts.workflow_id, name: 'JWT', goal: 'Verify' });
  expect(started.text).toContain(
    'No folder is open, so no change to a file will be recorded. Do the work now.',
  );
});

test('complete_task says once that nothing was recorded where no folder is open, and asks nobody to look', async () => {
  const { call, snapshots } = await toolWorld();
  const none = noSnapshots(new StoppedClock(), { next: () => 'none' });
  vi.spyOn(snapshots, 'take').mockImplementation(none.take);
  vi.spyOn(snapshots, 'account').mockImplementation(none.account);
  const { facts } = await call('start_workflow', { name: 'Auth' });
  const task = await call('start_task', { workflow_id: facts.workflow_id, name: 'JWT', goal: 'Verify' });
  const { text, facts: ended } = await call('complete_task', done(task.facts.task_id));
  expect(ended).toMatchObject({ status: 'success', unknown: NO_FOLDER });
  expect(text.match(/folder is open/g)).toHaveLength(1);
  expect(text).toContain(`This task's changes are unknown: ${NO_FOLDER}\n`);
  expect(text).not.toContain('A person must check');
});
