import { expect, test } from 'vitest';
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
