import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { childWorld, SCRIPT, stateOf, turns } from '../../../test/support/childWorld';
import { PROGRAM } from '../../../test/support/nativeCalls';
import { withModel } from '../../../test/support/plansWithModel';
import { soon } from '../../../test/support/planWorld';
import { call as calls, type Said, ScriptedModel, text } from '../../../test/support/scriptedModel';
import { addBuiltInTools } from '../../mcp/builtInModules';

/** A child that runs a plan, with a model that says this. */
async function planning(child: object, ...script: readonly Said[]) {
  const { core, call } = await childWorld();
  addBuiltInTools(core, PROGRAM);
  const model = new ScriptedModel(...script);
  withModel(core, model);
  await call('child_create', { ...SCRIPT, child_id: 'a', servers: ['children'], ...child });
  const inner = toolCaller(core, String(core.children.all()[0]?.session));
  const run = async (...leaves: readonly object[]) => {
    const children = leaves.map(leaf => ({ type: 'task', ...leaf }));
    const tree = { id: 'p', root: { type: 'sequence', children } };
    return await soon(core, inner('plan_run_bt', { tree }));
  };
  return { core, call, model, run, state: async () => await stateOf(call, 'a') };
}

const status = { tool: 'child_status' };
const post = { tool: 'bb_set', input: { key: 'k', value: 1 } };
const ask = { tool: 'llm_round', input: { model: 'm', prompt: 'Go', servers: ['children'] } };

test('each leaf of a plan that a child runs counts as a call of it, and none runs beyond its budget', async () => {
  const { run, state, core } = await planning({ budget: { tool_calls: 4 } }, [text('Hi.')]);
  await run(status, post, ask);
  expect(await state()).toMatchObject({ state: 'ready', usage: { tool_calls: 3 } });
  await run(status, status, status);
  core.clock.advance(1);
  await turns();
  expect(await state()).toMatchObject({
    state: 'killed',
    reason: expect.stringContaining('tool_calls 4'),
    usage: { tool_calls: 4 },
  });
});

test('tokens of rounds that a child runs count for it, and end it where they are too many', async () => {
  const used = (tokens: number) =>
    [{ type: 'usage', usage: { inputTokens: tokens - 1, outputTokens: 1 } }] as const;
  const { run, state, model } = await planning(
    { budget: { tokens: 100 } },
    [text('Hi.'), ...used(40)],
    ...Array.from({ length: 9 }, () => [calls('child_status', {}), ...used(40)]),
  );
  await run(ask);
  expect(await state()).toMatchObject({ state: 'ready', usage: { tokens: 40 } });
  await run(ask);
  await turns();
  expect(await state()).toMatchObject({ state: 'killed', reason: expect.stringContaining('100 tokens') });
  // The round that it ended in the middle of asks the model no more.
  expect(model.asked).toHaveLength(3);
});

test('a child that was not given the blackboard does not write on it by a plan', async () => {
  const { run, core } = await planning({ tools_allow: ['plan_run_bt', 'child_status'] });
  const { isError, text: said } = await run(status, post);
  expect([isError, said]).toEqual([true, expect.stringContaining('bb_set')]);
  expect(core.operations.ended().map(({ name }) => name)).not.toContain('child_status');
});
