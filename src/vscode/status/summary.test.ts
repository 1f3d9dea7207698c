import { expect, test } from 'vitest';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { budgetWarnings } from './summary';

test('a person is told which chat has more tools than is allowed, or that all of a window together have', async () => {
  const world = await gatewayWorld();
  const before = world.gateway.budget().tools;
  world.settings.warnAboveTools = before + 3;
  await world.activate(anna, 'files');
  await world.activate(ben, 'files');
  expect(budgetWarnings(world)).toEqual([]);
  await world.activate(ben, 'web');
  expect(budgetWarnings(world)).toEqual([
    expect.stringMatching(new RegExp(`: ${before + 4} tools, ~[\\d.k]+ tokens with every request\\. `)),
  ]);
  world.settings.warnAboveTools = before + 5;
  await world.activate(anna, 'maps');
  expect(budgetWarnings(world)).toEqual([
    expect.stringMatching(new RegExp(`^All chats together: ${before + 6} tools, ~[\\d.k]+ tokens `)),
  ]);
});
