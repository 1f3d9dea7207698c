import { expect, test } from 'vitest';
import { NOT_LISTED, ODD_TOOLS } from '../support/oddTools';
import { overStdio } from './clients';
import { script, world } from './world';

/** A server that lists these tools and answers each call with its arguments. */
const serverOf = (tools: readonly unknown[]): ReturnType<typeof script> =>
  script(`require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } },
    'tools/list': { tools: ${JSON.stringify(tools)} },
    'tools/call': { content: [{ type: 'text', text: JSON.stringify(params?.arguments ?? {}) }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`);

test('a client lists everything beside a server of odd definitions, and calls each of them', async () => {
  const { agent } = await overStdio(world({ odd: serverOf(ODD_TOOLS) }), ['--approve', 'odd']);
  const ours = await agent.toolNames();
  const activated = await agent.call('mcp_activate', { name: 'odd' });
  expect(activated.isError, activated.text).toBe(false);
  const names = await agent.toolNames();
  const listed = names.filter(name => name.startsWith('odd__')).map(name => name.slice('odd__'.length));
  expect(names).toEqual(expect.arrayContaining(ours));
  expect(listed.toSorted()).toEqual(
    ODD_TOOLS.map(({ name }) => String(name))
      .filter(name => !NOT_LISTED.includes(name))
      .toSorted(),
  );
  expect(activated.text).toContain('array-arguments, text-arguments');
  for (const name of listed) {
    const { text, code } = await agent.call(`odd__${name}`);
    // What its own schema says still counts.
    expect([name, code === 'invalid-arguments' ? '{}' : text]).toEqual([name, '{}']);
  }
  expect((await agent.call('odd__odd-key', { a_b_c: 'x' })).text).toBe('{"a b/c":"x"}');
  const called = await agent.call('mcp_call_tool', { server: 'odd', tool: 'empty-schema', arguments: {} });
  expect(called.text).toBe('{}');
});
