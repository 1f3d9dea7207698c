import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';

/** A workflow that a person planned, with two tasks. */
async function planned() {
  const world = await commandWorld();
  await world.run('newWorkflow', undefined, ' Passkeys ', ' Add the form ');
  const of = world.workflows.all()[0]!;
  await world.run('addTask', { workflow: of.id }, 'Write the tests');
  const tasks = () => world.workflows.tasks(of.id);
  return { ...world, of, tasks, names: () => tasks().map(({ name }) => name) };
}

test('a workflow is planned with its first task, more are added, and both are shown', async () => {
  const { of, names, panels, texts, tasks } = await planned();
  expect(of).toMatchObject({ name: 'Passkeys', status: 'in_progress' });
  expect(names()).toEqual(['Add the form', 'Write the tests']);
  expect(panels).toEqual(tasks().map(({ id }) => `workflows reveal ${id}`));
  expect(texts()).toEqual(['Created: "Passkeys".', 'Added: "Write the tests".']);
});

test('nothing is kept of a workflow whose first task nobody names', async () => {
  const { run, workflows } = await commandWorld();
  await run('newWorkflow', undefined, 'Passkeys');
  await run('addTask');
  expect(workflows.all()).toEqual([]);
  expect(editor.said.map(({ text }) => text)).toEqual([
    'No workflows yet. Ask your agent to start one, or use "Switchyard: New Workflow…".',
  ]);
});

test('a planned task is edited and moved from its row or as it is picked, and one that has begun is not', async () => {
  const { run, names, tasks, texts, start } = await planned();
  await run('editTask', { task: tasks()[0]!.id }, 'Add the form and its page');
  expect(names()[0]).toBe('Add the form and its page');
  await run('moveTaskUp', undefined, 'Write the tests');
  await run('moveTaskUp', { task: tasks()[0]!.id });
  expect(names()).toEqual(['Write the tests', 'Add the form and its page']);
  await run('moveTaskDown', { task: tasks()[0]!.id });
  expect(names()).toEqual(['Add the form and its page', 'Write the tests']);
  const begun = await start('JWT');
  for (const command of ['editTask', 'moveTaskUp', 'moveTaskDown']) await run(command, { task: begun.id });
  expect(texts().slice(2)).toEqual(Array(3).fill('Only a planned task can be edited or moved.'));
});

test('the line breaks of a goal are kept where it is edited, and shown in the field', async () => {
  const { run, workflows, tasks } = await planned();
  const id = tasks()[0]!.id;
  await workflows.userPlans.reword(id, 'First\n\nSecond');
  const asked = vi
    .spyOn(vscode.window, 'showInputBox')
    .mockImplementationOnce(async options => options?.value);
  await run('editTask', { task: id });
  expect(asked.mock.calls[0]?.[0]?.value).toBe('First ⏎  ⏎ Second');
  expect(workflows.task(id).goal).toBe('First\n\nSecond');
});

test('a task is started in the chat from its row, its notification, or the list; what runs is not', async () => {
  const { run, tasks, texts, start } = await planned();
  const [first, second] = tasks();
  await run('startInChat', { task: first!.id });
  await run('startInChat', undefined, 'Write the tests');
  const query = (name: string, id: string) =>
    `Work on the task "${name}": call start_task with resume_task_id "${id}".`;
  expect(editor.ran).toEqual([
    ['workbench.action.chat.open', { mode: 'agent', query: query('Add the form', first!.id) }],
    ['workbench.action.chat.open', { mode: 'agent', query: query('Write the tests', second!.id) }],
  ]);
  const begun = await start('JWT');
  await run('startInChat', { task: begun.id });
  expect(texts().at(-1)).toBe('No tasks to start or resume.');
});
