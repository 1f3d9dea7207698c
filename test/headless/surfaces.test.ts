import { expect, test } from 'vitest';
import { type Agent, overHttp, overStdio } from './clients';
import { script, TINY, world } from './world';

/** A client with both halves, as VS Code is one. */
async function bothHalves() {
  const http = await overHttp(world({ tiny: script(TINY) }), ['--approve', 'tiny']);
  const { agent: control, transport } = await http.agent(undefined, { 'switchyard-surface': 'control' });
  const { agent: rest } = await http.agent(undefined, { 'switchyard-surface': 'rest' });
  return { http, control, rest, transport };
}

/** What a client's model reads of us. */
const instructionsOf = ({ client }: Agent): string => client.getInstructions() ?? '';

test('gives one half the two tools that reach everything, the other half all others', async () => {
  const { control, rest, http } = await bothHalves();
  expect(await control.toolNames()).toEqual(['mcp_discover', 'mcp_call_tool']);
  const others = await rest.toolNames();
  expect(others).toContain('_start_task');
  expect(others).toContain('mcp_deactivate');
  expect(others).not.toContain('mcp_discover');
  expect(control.client.getServerVersion()?.title).toBe('switchyard-hq');
  expect(rest.client.getServerVersion()?.title).toBe('switchyard');
  expect(control.client.getServerCapabilities()).toEqual({ tools: {} });
  expect(instructionsOf(control)).toContain('mcp_discover and mcp_call_tool are always in your list');
  expect(instructionsOf(rest).length).toBeLessThan(240);

  const { agent } = await http.agent();
  expect((await agent.toolNames()).toSorted()).toEqual(
    [...(await control.toolNames()), ...others.map(name => name.replace(/^_/, ''))].toSorted(),
  );
});

test('does the whole job over the two tools, and the other half lists what that switched on', async () => {
  const { control, rest } = await bothHalves();
  await rest.toolNames();
  const call = (tool: string, input: object = {}) =>
    control.call('mcp_call_tool', { tool, arguments: { ...input } });
  expect((await control.call('mcp_discover', { intent: 'tiny' })).text).toContain('tiny');
  expect((await call('tiny__ping')).code).toBe('not-active-here');
  expect((await call('mcp_activate', { name: 'tiny' })).structured).toMatchObject({ server: 'tiny' });
  expect(rest.listChanges).toBeGreaterThan(0);
  expect(await rest.toolNames()).toContain('tiny__ping');
  expect(await control.toolNames()).toHaveLength(2);

  const workflow = await call('start_workflow', { name: 'Notes' });
  const task = await call('start_task', {
    workflow_id: workflow.structured['workflow_id'],
    name: 'Ping',
    goal: 'It answers',
  });
  expect((await call('tiny__ping')).text).toBe('pong');
  expect((await rest.call('tiny__ping')).text).toBe('pong');
  const done = await call('complete_task', {
    task_id: task.structured['task_id'],
    status: 'success',
    outcome: { summary: 'It did' },
  });
  expect(done.structured).toMatchObject({ task_id: task.structured['task_id'] });
  expect((await call('mcp_deactivate', { name: 'tiny' })).isError).toBe(false);
  expect(await rest.toolNames()).not.toContain('tiny__ping');
});

test("calls each tool by the seeds' name on either half, and by the listed one", async () => {
  const { control, rest } = await bothHalves();
  for (const half of [control, rest]) {
    expect((await half.call('mcp_activate', { name: 'nobody' })).code).toBe('unknown-server');
    expect((await half.call('mcp_environment')).isError).toBe(false);
  }
  expect((await rest.call('_mcp_activate', { name: 'nobody' })).code).toBe('unknown-server');
  expect((await rest.call('_nothing')).code).toBe('unknown-tool');
});

test('keeps what a client switched on until its second half has gone, and from other connections', async () => {
  const { control, rest, http, transport } = await bothHalves();
  await control.call('mcp_call_tool', { tool: 'mcp_activate', arguments: { name: 'tiny' } });
  const { agent } = await http.agent();
  expect((await agent.call('tiny__ping')).code).toBe('not-active-here');
  await transport.terminateSession();
  expect((await rest.call('tiny__ping')).text).toBe('pong');
  const { agent: again } = await http.agent(undefined, { 'switchyard-surface': 'control' });
  expect((await again.call('mcp_call_tool', { tool: 'tiny__ping' })).text).toBe('pong');
});

test('mcp_call_tool takes a tool by its name alone or with its server, and refuses what is wrong', async () => {
  const { agent } = await overStdio(world({ tiny: script(TINY) }), ['--approve', 'tiny']);
  const call = (input: Readonly<Record<string, unknown>>) => agent.call('mcp_call_tool', input);
  const activate = { tool: 'mcp_activate', server: 'switchyard', arguments: { name: 'tiny' } };
  expect((await call(activate)).isError).toBe(false);
  for (const input of [
    { tool: 'tiny__ping' },
    { tool: 'ping', server: 'tiny' },
    { tool: 'ping' },
    { name: 'tiny__ping' },
    { tool: 'mcp_call_tool', arguments: { tool: 'tiny__ping' } },
  ]) {
    expect((await call(input)).text, JSON.stringify(input)).toMatch(/^pong/);
  }
  expect((await call({ tool: 'mcp_environment', server: 'orchestrator' })).isError).toBe(false);
  expect((await call({ tool: 'nothing' })).code).toBe('unknown-tool');
  expect((await call({ tool: 'ping', server: 'nobody' })).code).toBe('unknown-server');
  expect((await call({ tool: 'bb_get', arguments: { key: 'a' } })).code).toBe('not-active-here');
  expect((await call({ tool: 'start_task', arguments: { nope: 1 } })).text).toContain('start_task');
  expect((await call({ arguments: {} })).code).toBe('invalid-arguments');
});
