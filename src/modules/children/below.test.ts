import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { childWorld, SCRIPT, stateOf, turns } from '../../../test/support/childWorld';

/** Two children, of which the first started the second. */
async function family() {
  const world = await childWorld();
  const { call, core } = world;
  await call('child_create', { ...SCRIPT, child_id: 'a', budget: { tool_calls: 3 } });
  const [first] = core.children.all();
  await toolCaller(core, String(first?.session))('child_create', { ...SCRIPT, child_id: 'b' });
  return world;
}

test.each([
  ['is killed', async ({ call }) => await call('child_kill', { child_id: 'a' })],
  [
    'has used its budget',
    async ({ call }) => await call('child_set_limits', { child_id: 'a', limits: { wallclock_ms: 1 } }),
  ],
] satisfies [string, (world: Awaited<ReturnType<typeof family>>) => Promise<unknown>][])(
  'what works for a child that %s is stopped with it',
  async (_how, end) => {
    const world = await family();
    world.core.clock.advance(1_000);
    await end(world);
    await turns();
    expect(await stateOf(world.call, 'b')).toMatchObject({
      state: 'killed',
      reason: 'The child agent that started it was stopped.',
    });
    expect(world.agents.last.isRunning).toBe(false);
  },
);

test('what a child started stays where that one is done', async () => {
  const { agents, call } = await family();
  agents.started[0]?.exit(0);
  await turns();
  expect(await stateOf(call, 'b')).toMatchObject({ state: 'ready' });
});

test('what a child started stays where a chat has taken it over', async () => {
  const { call } = await family();
  await call('child_attach', { child_id: 'b' });
  await call('child_kill', { child_id: 'a' });
  await turns();
  expect(await stateOf(call, 'b')).toMatchObject({ state: 'ready' });
});
