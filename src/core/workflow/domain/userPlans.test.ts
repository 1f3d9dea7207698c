import { expect, test } from 'vitest';
import { noSignal } from '../../../../test/support/testCore';
import { agentWorld, anna } from '../../../../test/support/workflowWorld';

/** A workflow of an agent with three planned tasks. */
async function threePlanned() {
  const world = await agentWorld();
  const plan = ['Design', 'Build', 'Test'].map((goal, at) => ({ step: String(at + 1), goal }));
  const workflow = await world.begin(plan);
  const names = () => world.workflows.tasks(workflow.id).map(({ name }) => name);
  const idOf = (name: string) => world.workflows.tasks(workflow.id).find(task => task.name === name)!.id;
  return { ...world, workflow, names, idOf, plans: world.workflows.userPlans };
}

test('a person starts a workflow, and any agent begins its first task', async () => {
  const { workflows, start } = await agentWorld();
  const { id } = await workflows.userPlans.startWorkflow('Sign-in', ['Add a form', 'Test it']);
  expect(workflows.workflow(id)).toMatchObject({ name: 'Sign-in', status: 'in_progress' });
  const [first] = workflows.tasks(id);
  expect(first).toMatchObject({ step: '1', goal: 'Add a form', status: 'planned', isByUser: true });
  const begun = await start(id, { resume: first!.id, name: null, goal: null });
  expect(begun).toMatchObject({ id: first!.id, status: 'in_progress', session: anna.session });
});

test('a task that a person adds comes after the others, under a number of its own', async () => {
  const { workflow, workflows, plans, names } = await threePlanned();
  const added = await plans.add(workflow.id, 'Write the documentation');
  expect(added).toMatchObject({ step: '4', status: 'planned', parent: null, isByUser: true });
  expect(names()).toEqual(['Design', 'Build', 'Test', 'Write the documentation']);
  await workflows.endTask(added.id, { status: 'cancelled', summary: '' }, noSignal());
  expect(await plans.add(workflow.id, 'Again')).toMatchObject({ step: '5' });
});

test('an ended workflow goes on with a task that is added, whoever ended it', async () => {
  const { begin, start, complete, workflows } = await agentWorld();
  const { id } = await begin();
  await complete((await start(id)).id);
  expect(workflows.workflow(id).status).toBe('completed');
  const { id: task } = await workflows.userPlans.add(id, 'One more');
  expect(workflows.workflow(id)).toMatchObject({ status: 'in_progress', endedBy: null });
  await workflows.endWorkflow(id, { status: 'cancelled', summary: '' }, noSignal());
  expect(workflows.task(task).status).toBe('cancelled');
  const last = await workflows.userPlans.add(id, 'Yet one more');
  expect(await start(id, { resume: last.id })).toMatchObject({ status: 'in_progress' });
});

test('an archived workflow is back in the daily view with a task that is added', async () => {
  const { workflow, workflows, plans } = await threePlanned();
  await workflows.archive(workflow.id, true);
  await plans.add(workflow.id, 'One more');
  expect(workflows.workflow(workflow.id).isArchived).toBe(false);
});

test('the goal that a person wrote stands, whatever the agent that begins the task says', async () => {
  const { workflow, start, plans, idOf } = await threePlanned();
  const edited = await plans.reword(idOf('Build'), 'Build it without a framework');
  expect(edited).toMatchObject({ name: 'Build it without a framework', step: '2', isByUser: true });
  const begun = await start(workflow.id, { resume: edited.id, name: 'Build', goal: 'Build with React' });
  expect(begun).toMatchObject({ name: edited.name, goal: 'Build it without a framework' });
});

test('planned tasks move past each other, and past none at the ends', async () => {
  const { workflow, start, plans, names, idOf } = await threePlanned();
  expect(await plans.move(idOf('Test'), 'up')).toBe(true);
  expect(names()).toEqual(['Design', 'Test', 'Build']);
  expect(await plans.move(idOf('Design'), 'down')).toBe(true);
  expect(names()).toEqual(['Test', 'Design', 'Build']);
  expect(await plans.move(idOf('Design'), 'down')).toBe(true);
  expect(names()).toEqual(['Test', 'Build', 'Design']);
  expect(await plans.move(idOf('Design'), 'down')).toBe(false);
  expect(await plans.move(idOf('Test'), 'up')).toBe(false);
  // What has begun keeps its place: the others pass it.
  await start(workflow.id, { resume: idOf('Build'), name: null, goal: null });
  expect(await plans.move(idOf('Design'), 'up')).toBe(true);
  expect(names()).toEqual(['Design', 'Test', 'Build']);
});

test('what has begun is neither edited nor moved', async () => {
  const { workflow, start, plans, idOf, names } = await threePlanned();
  await start(workflow.id, { resume: idOf('Build'), name: null, goal: null });
  const said = { code: 'not-planned', message: expect.stringContaining('"Build" is in_progress') as string };
  await expect(plans.reword(idOf('Build'), 'Other')).rejects.toMatchObject(said);
  await expect(plans.move(idOf('Build'), 'up')).rejects.toMatchObject(said);
  expect(names()).toEqual(['Design', 'Build', 'Test']);
  await expect(plans.add('gone', 'Other')).rejects.toMatchObject({ code: 'unknown-workflow' });
});

test('the agent that completes a task is sent to the one that a person moved to the front', async () => {
  const { workflow, start, complete, workflows, plans, idOf } = await threePlanned();
  const design = await start(workflow.id, { resume: idOf('Design') });
  await plans.move(idOf('Test'), 'up');
  await complete(design.id);
  const query = { workflow: workflow.id, task: null, status: null, limit: 10, cursor: null };
  expect(workflows.context(query).ready.map(({ name }) => name)).toEqual(['Test', 'Build']);
});
