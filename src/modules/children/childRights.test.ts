import { expect, test } from 'vitest';
import { toolCaller } from '../../../test/support/callTool';
import { childWorld, SCRIPT, turns } from '../../../test/support/childWorld';
import { PROGRAM } from '../../../test/support/nativeCalls';
import { chat, client, noSignal } from '../../../test/support/testCore';
import { addBuiltInTools } from '../../mcp/builtInModules';
import { limitsOfScopes } from '../../core/toolbox/scopes';

test('a child gives its own children no tool that it lacks itself', async () => {
  const { core, call } = await childWorld();
  const tools = ['mcp_info', 'child_create', 'child_set_limits'];
  await call('child_create', { ...SCRIPT, child_id: 'a', tools_allow: tools });
  const inner = toolCaller(core, String(core.children.all()[0]?.session));
  await inner('child_create', { ...SCRIPT, child_id: 'b' });
  await inner('child_create', { ...SCRIPT, child_id: 'c', tools_allow: ['mcp_info', 'mcp_discover'] });
  const [c, b] = core.children.all();
  expect([b?.spec.toolsAllow, c?.spec.toolsAllow]).toEqual([tools, ['mcp_info']]);
});

test('a child sets no limits but those of children that it started, and takes none over', async () => {
  const { core, call } = await childWorld();
  const limits = { tool_calls: 100 };
  await call('child_create', { ...SCRIPT, child_id: 'a', budget: { tool_calls: 10 } });
  await call('child_create', { ...SCRIPT, child_id: 'beside', budget: { tool_calls: 10 } });
  const inner = toolCaller(core, String(core.children.all().find(({ spec }) => spec.id === 'a')?.session));
  await inner('child_create', { ...SCRIPT, child_id: 'b', budget: { tool_calls: 10 } });
  for (const id of ['a', 'beside']) {
    for (const tool of ['child_set_limits', 'child_attach']) {
      const input = tool === 'child_attach' ? { child_id: id } : { child_id: id, limits };
      expect((await inner(tool, input)).result['error']).toBe('E-CHILD-LIMIT');
    }
  }
  await inner('child_set_limits', { child_id: 'b', limits });
  const budgets = (): object =>
    Object.fromEntries(core.children.all().map(({ spec }) => [spec.id, spec.budget.tool_calls]));
  expect(budgets()).toEqual({ a: 10, beside: 10, b: 100 });
  await call('child_set_limits', { child_id: 'a', limits });
  expect(budgets()).toMatchObject({ a: 100 });
});

test('a child ends, renames and removes no children but those that it started', async () => {
  const { core, call } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a' });
  await call('child_create', { ...SCRIPT, child_id: 'beside' });
  await call('child_create', { ...SCRIPT, child_id: 'ended' });
  await call('child_kill', { child_id: 'ended' });
  const inner = toolCaller(core, String(core.children.all().find(({ spec }) => spec.id === 'a')?.session));
  await inner('child_create', { ...SCRIPT, child_id: 'b' });
  for (const [tool, input] of [
    ['child_kill', { child_id: 'beside' }],
    ['child_cancel', { child_id: 'beside' }],
    ['child_cancel', { child_id: 'beside', signal: 'SIGKILL' }],
    ['child_set_role', { child_id: 'beside', role: 'Mine' }],
    ['child_gc', { child_id: 'ended' }],
  ] as const)
    expect([tool, (await inner(tool, input)).result['error']]).toEqual([tool, 'E-CHILD-LIMIT']);
  const states = () => Object.fromEntries(core.children.all().map(({ spec, state }) => [spec.id, state]));
  expect(states()).toEqual({ a: 'ready', beside: 'ready', ended: 'killed', b: 'ready' });
  expect((await inner('child_set_role', { child_id: 'b', role: 'Mine' })).isError).toBe(false);
  expect((await inner('child_kill', { child_id: 'b' })).isError).toBe(false);
  expect((await inner('child_gc', { child_id: 'b' })).isError).toBe(false);
  // Whoever ends a child ends it for its chat; it may end itself.
  expect((await inner('child_kill', { child_id: 'a' })).isError).toBe(false);
  expect(states()).toEqual({ a: 'killed', beside: 'ready', ended: 'killed' });
});

test('calls and tokens of a child’s own children count for it, also after it is done', async () => {
  const { core, call, agents } = await childWorld();
  addBuiltInTools(core, PROGRAM);
  await call('child_create', { ...SCRIPT, child_id: 'a', budget: { tool_calls: 3, tokens: 1_000 } });
  const sessionOf = (id: string) =>
    core.children.all().find(({ spec }) => spec.id === id)?.session ?? chat('x').session;
  const of = (id: string) => core.children.all().find(({ spec }) => spec.id === id);
  const inner = toolCaller(core, String(sessionOf('a')));
  await inner('child_create', { ...SCRIPT, child_id: 'b', budget: { tool_calls: 100 } });
  const ask = async () =>
    await core.toolbox.call(
      { ...client('b'), session: sessionOf('b') },
      'mcp_info',
      {},
      { signal: noSignal() },
    );
  agents.last.say({ type: 'note', usage: { total_tokens: 400 } });
  core.toolbox.spent(sessionOf('b'), 100);
  await ask();
  await ask();
  expect(of('a')).toMatchObject({ usage: { tool_calls: 2, tokens: 500 }, doing: null, loop: null });
  expect(of('b')).toMatchObject({ usage: { tool_calls: 2, tokens: 500 }, doing: 'mcp_info' });
  agents.started[0]?.exit(0);
  await turns();
  expect([of('a')?.state, of('b')?.state]).toEqual(['terminated', 'ready']);
  await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'E-CHILD-LIMIT', message: expect.stringContaining('a') });
});

test('a child whose own children use up its budget is stopped with them', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a', budget: { tokens: 1_000 } });
  const inner = toolCaller(core, String(core.children.all()[0]?.session));
  await inner('child_create', { ...SCRIPT, child_id: 'b' });
  agents.last.say({ type: 'note', usage: { total_tokens: 1_200 } });
  await turns();
  expect(core.children.all().map(({ spec, state, reason }) => [spec.id, state, reason])).toEqual([
    ['b', 'killed', 'The child agent that started it was stopped.'],
    ['a', 'killed', 'Its budget of 1000 tokens is used up.'],
  ]);
});

test('a round of a model that a child runs decides about children as that child does', async () => {
  const { core, call } = await childWorld();
  addBuiltInTools(core, PROGRAM);
  const tools = ['child_create', 'child_set_limits', 'child_attach', 'llm_round'];
  await call('child_create', {
    ...SCRIPT,
    child_id: 'a',
    tools_allow: tools,
    budget: { tool_calls: 10 },
  });
  const own = core.children.all()[0]?.session ?? chat('x').session;
  const round = { ...client('round_1'), host: 'LLM round' };
  await core.gateway.activate(round, 'children', 'agent', noSignal());
  const inRound = async (tool: string, input: object) =>
    await core.operations.run({ kind: 'round', name: 'model', session: own }, async within => {
      const answer = await core.toolbox.answer(round, tool, input, { signal: within.signal, within });
      return JSON.stringify(answer['content']);
    });
  for (const tool of ['child_set_limits', 'child_attach']) {
    const limits = tool === 'child_attach' ? {} : { limits: { tool_calls: 100 } };
    expect(await inRound(tool, { child_id: 'a', ...limits })).toContain('E-CHILD-LIMIT');
  }
  await inRound('child_create', { ...SCRIPT, child_id: 'b' });
  expect(core.children.all()[0]?.spec).toMatchObject({ id: 'b', parent: own, depth: 2, toolsAllow: tools });
});

test('what a round that a child ran left running calls nothing any more', async () => {
  const { core, call } = await childWorld();
  addBuiltInTools(core, PROGRAM);
  await call('child_create', { ...SCRIPT, child_id: 'a', tools_allow: ['child_status'] });
  const own = core.children.all()[0]?.session ?? chat('x').session;
  const round = client('round_1');
  const limits = core.toolbox.limitAs(round.session, own);
  await core.gateway.activate(round, 'children', 'agent', noSignal());
  const status = (): Promise<unknown> => core.toolbox.call(round, 'child_status', {}, { signal: noSignal() });
  await expect(status()).resolves.toHaveProperty('structuredContent.children');
  await expect(core.toolbox.call(round, 'child_create', {}, { signal: noSignal() })).rejects.toThrow(
    'not among',
  );
  limits.dispose();
  await expect(status()).rejects.toMatchObject({
    code: 'tool-not-allowed',
    message: expect.stringContaining('has ended'),
  });
});

test('a child may do what the chat may that started it, and no more', async () => {
  const { core, call } = await childWorld();
  const { toolbox, children } = core;
  const ask = async (index: number) => {
    const caller = { ...client('child'), session: children.all()[index]?.session ?? chat('x').session };
    return await toolbox.call(caller, 'files__write', {}, { signal: noSignal() });
  };
  toolbox.limitOthers(limitsOfScopes(new Set(['switchyard:read', 'switchyard:administer'])));
  await call('child_create', { ...SCRIPT, child_id: 'reader' });
  await expect(ask(0)).rejects.toMatchObject({ code: 'missing-scope' });
  toolbox.limitOthers(limitsOfScopes(new Set(['switchyard:work'])));
  await call('child_create', { ...SCRIPT, child_id: 'worker' });
  await expect(ask(0)).rejects.toMatchObject({ code: 'unknown-tool' });
  await expect(ask(1)).rejects.toMatchObject({ code: 'missing-scope' });
});
