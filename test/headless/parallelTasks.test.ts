import { expect, test } from 'vitest';
import type { Agent } from './clients';
import { ended, scene } from './repositories';

async function workflow(agent: Agent): Promise<string> {
  return String((await agent.call('start_workflow', { name: 'Work' })).structured['workflow_id']);
}

async function start(
  agent: Agent,
  workflowId: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await agent.call('start_task', { workflow_id: workflowId, name, goal: name, ...more });
  return String(answer.structured['task_id']);
}

const nothing = (): void => undefined;

test('three tasks at once tell their changes apart by the areas they declared', async () => {
  const { agent, shell } = await scene(nothing);
  const id = await workflow(agent);
  const [api, web, docs] = [
    await start(agent, id, 'Api', { areas: ['src/api'] }),
    await start(agent, id, 'Web', { areas: ['src/web'] }),
    await start(agent, id, 'Docs', { areas: ['docs'] }),
  ];
  shell.write('src/api/1.ts', '1\n');
  shell.write('src/web/1.ts', '1\n');
  shell.write('docs/1.md', '1\n');
  shell.commit('All of it');
  shell.write('src/api/2.ts', '2\n');
  const told = [await ended(agent, api), await ended(agent, web), await ended(agent, docs)];
  expect(told.map(({ own, shared }) => [own, shared])).toEqual([
    [['added src/api/1.ts', 'added src/api/2.ts'], []],
    [['added src/web/1.ts'], []],
    [['added docs/1.md'], []],
  ]);
});

test('what lies in no areas is shared, and named with the other task', async () => {
  const { agent, shell } = await scene(nothing);
  const id = await workflow(agent);
  const api = await start(agent, id, 'Api', { areas: ['src/api'] });
  const web = await start(agent, id, 'Web', { areas: ['src/web'] });
  shell.write('src/api/1.ts', '1\n');
  shell.write('README.md', 'both\n');
  const first = await ended(agent, api);
  const second = await ended(agent, web);
  expect([first.own, first.shared, second.own, second.shared]).toEqual([
    ['added src/api/1.ts'],
    ['added README.md'],
    [],
    ['added README.md'],
  ]);
  expect(first.text).toContain('README.md');
  expect(second.text).toContain('README.md');
});

test('a forgotten task takes nothing from the one that follows with areas of its own', async () => {
  const { agent, shell } = await scene(nothing);
  const id = await workflow(agent);
  await start(agent, id, 'Forgotten');
  const next = await start(agent, id, 'Next', { areas: ['src'] });
  shell.edit('src/core.ts');
  expect((await ended(agent, next)).own).toEqual(['modified src/core.ts']);
});

test("what is done in a subtask is the subtask's, and the rest its parent's", async () => {
  const { agent, shell } = await scene(nothing);
  const id = await workflow(agent);
  const parent = await start(agent, id, 'Parent', { areas: ['docs', 'src'] });
  shell.write('docs/plan.md', 'plan\n');
  const child = await start(agent, id, 'Child', { parent_task_id: parent, areas: ['src'] });
  shell.edit('src/core.ts');
  shell.write('docs/plan.md', 'plan, in the meantime\n');
  const [ofChild, ofParent] = [await ended(agent, child), await ended(agent, parent)];
  expect([ofChild.own, ofParent.own, ofParent.shared]).toEqual([
    ['modified src/core.ts'],
    ['added docs/plan.md'],
    [],
  ]);
});

test("a merge of somebody else's branch is imported for each of the tasks that run", async () => {
  const { agent, shell } = await scene(user => user.branch('topic', () => user.write('topic.txt', 't\n')));
  const id = await workflow(agent);
  const a = await start(agent, id, 'A', { areas: ['a.txt'] });
  const b = await start(agent, id, 'B', { areas: ['b.txt'] });
  shell.edit('a.txt');
  shell.edit('b.txt');
  shell.commit('Both');
  shell.git('merge', '--quiet', '--no-edit', 'topic');
  const told = [await ended(agent, a), await ended(agent, b)];
  expect(told.map(({ own, imported, shared }) => [own, imported, shared])).toEqual([
    [['modified a.txt'], ['added topic.txt'], []],
    [['modified b.txt'], ['added topic.txt'], []],
  ]);
});

test('takes absolute paths in the workspace for areas, and for files to restore', async () => {
  const { agent, shell } = await scene(nothing, ['--allow-restore']);
  await agent.call('mcp_activate', { name: 'workflow-history' });
  const id = await workflow(agent);
  const api = await start(agent, id, 'Api', { areas: [shell.path('src/api')] });
  const web = await start(agent, id, 'Web', { areas: [shell.path('src/web/**/*.ts')] });
  shell.write('src/api/1.ts', '1\n');
  shell.write('src/web/1.ts', '1\n');
  const told = [await ended(agent, api), await ended(agent, web)];
  expect(told.map(({ own, shared }) => [own, shared])).toEqual([
    [['added src/api/1.ts'], []],
    [['added src/web/1.ts'], []],
  ]);
  expect(told.map(({ structured }) => structured['verification'])).toMatchObject([
    { scope_match: true },
    { scope_match: true },
  ]);
  const { text } = await agent.call('restore_task', { task_id: api, paths: [shell.path('src/api/1.ts')] });
  expect(text).toContain('Would delete (1): src/api/1.ts.');
});
