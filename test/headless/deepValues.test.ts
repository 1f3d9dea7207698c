import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Agent, overStdio, start } from './clients';
import { type World, world } from './world';

/** Deeper than the stack of any code that calls itself. */
const DEPTH = 200_000;

function faultyWorld(...faults: readonly string[]): World {
  const main = join(import.meta.dirname, '../support/faultServer.mjs');
  return world({ faulty: { command: process.execPath, args: [main, ...faults] } });
}

async function activated(agent: Agent): Promise<Agent> {
  await agent.call('mcp_activate', { name: 'faulty' });
  return agent;
}

test('an answer nested deeper than any stack fails its own call only, whichever way it came', async () => {
  const agent = await activated((await overStdio(faultyWorld(), ['--approve', 'all'])).agent);
  const deep = { server: 'faulty', tool: 'deep', arguments: { depth: DEPTH } };
  for (const outcome of [
    await agent.call('faulty__deep', { depth: DEPTH }),
    await agent.call('mcp_call_tool', deep),
  ]) {
    expect([outcome.isError, outcome.code]).toEqual([true, 'bad-answer']);
    expect(outcome.text).toContain('"faulty" answered "deep" with');
  }
  expect((await agent.call('faulty__deep', { depth: 20 })).isError).toBe(false);
  expect((await agent.call('faulty__echo', { still: 'there' })).text).toBe('{"still":"there"}');
});

test('a server whose schema is nested deeper than any stack is refused, and the program lives on', async () => {
  const { agent } = await overStdio(faultyWorld('deep-schema'), ['--approve', 'all']);
  const refused = await agent.call('mcp_activate', { name: 'faulty' });
  expect([refused.code, refused.text]).toEqual([
    'start-failed',
    expect.stringContaining('"faulty" started but did not list its tools.'),
  ]);
  expect((await agent.call('mcp_environment')).isError).toBe(false);
});

test('arguments nested deeper than any stack are refused by the door that has no other guard, and the program lives on', async () => {
  const program = start([...faultyWorld().options, '--stdio', '--approve', 'all']);
  const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
  const ask = async (id: number, method: string, params: string): Promise<unknown> => {
    program.child.stdin?.write(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}\n`);
    return JSON.parse(await program.line(line => line.includes(`"id":${id}`)));
  };
  const about = '"capabilities":{},"clientInfo":{"name":"test","version":"1"}';
  await ask(1, 'initialize', `{"protocolVersion":"2025-11-25",${about}}`);
  program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await ask(2, 'tools/call', '{"name":"mcp_activate","arguments":{"name":"faulty"}}');
  for (const params of [
    `{"name":"faulty__echo","arguments":{"deep":${deep}}}`,
    `{"name":"mcp_call_tool","arguments":{"server":"faulty","tool":"echo","arguments":{"deep":${deep}}}}`,
    `{"name":"create_workflow","arguments":{"name":${deep}}}`,
  ])
    expect(await ask(3, 'tools/call', params)).toMatchObject({ id: 3, result: { isError: true } });
  expect(await ask(4, 'ping', '{}')).toMatchObject({ id: 4, result: {} });
});
