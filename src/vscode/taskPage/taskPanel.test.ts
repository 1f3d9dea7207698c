import { expect, test } from 'vitest';
import { editor } from '../../../test/support/fakeEditor';
import { commandWorld } from '../../../test/support/commandWorld';
import { FakePanel } from '../../../test/support/fakePanel';
import { TaskPanel } from './taskPanel';

test('what is written on a task stays when the review of the one before in the same tab is recorded', async () => {
  const world = await commandWorld();
  const tasks = [await world.start('Lamps'), await world.start('Doors')].map(({ id }) => id);
  for (const task of tasks) await world.complete(task, true);
  const [lamps = '', doors = ''] = tasks;
  const tab = new FakePanel();
  const parts = tab.parts(world);
  const before = new TaskPanel({ ...parts, task: lamps });
  tab.say({ type: 'ready' });
  await expect.poll(() => tab.told.length).toBe(1);
  tab.say({ type: 'review', task: lamps, verdict: 'approve', comment: '' });
  before.dispose();
  const now = new TaskPanel({ ...parts, task: doors });
  tab.say({ type: 'ready' });
  await expect.poll(() => world.texts()).toEqual(['Reviewed: "Lamps".']);
  await expect.poll(() => tab.told.length).toBeGreaterThan(1);
  expect(tab.told.map(({ type }) => type)).not.toContain('reviewed');
  now.dispose();
});

test('a second click on a button of the review sends nothing a second time', async () => {
  const world = await commandWorld();
  const { id } = await world.start('Lamps');
  await world.complete(id, true);
  const tab = new FakePanel();
  const page = new TaskPanel({ ...tab.parts(world), task: id });
  tab.say({ type: 'ready' });
  const click = { type: 'review', task: id, verdict: 'chat', comment: 'Dim them.' };
  for (const each of [click, click]) tab.say(each);
  await expect.poll(() => tab.told.map(({ type }) => type)).toContain('reviewed');
  await expect.poll(() => world.workflows.task(id).reviews).toHaveLength(1);
  expect(editor.ran.map(([command]) => command)).toEqual(['workbench.action.chat.open']);
  tab.say({ ...click, verdict: 'approve' });
  await expect.poll(() => world.workflows.task(id).reviews).toHaveLength(2);
  page.dispose();
});
