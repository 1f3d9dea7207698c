import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { realServer, world } from './world';

test('an agent lists only the tools of a server that it needs, adds one, and calls another all the same', async () => {
  const of = world({ memory: realServer('memory') });
  const { agent } = await overStdio(of, ['--approve', 'memory']);
  const own = async () => (await agent.toolNames()).filter(name => name.startsWith('memory__'));

  const wrong = await agent.call('mcp_activate', { name: 'memory', tools: ['read_graph', 'raed_graph'] });
  expect([wrong.code, await own()]).toEqual(['unknown-tool', []]);
  expect(wrong.text).toContain(
    '"memory" has no tool "raed_graph". Did you mean "read_graph"? Nothing was switched on.',
  );

  const narrow = await agent.call('mcp_activate', { name: 'memory', tools: ['read_graph'] });
  expect(narrow.text).toMatch(/^"memory" is active \(\w+\)\. 1 of its 9 tools, about \d+ tokens\.$/m);
  expect(narrow.text).toContain(
    'mcp_call_tool calls the 8 others too. To list more: mcp_activate {"name":"memory","tools":[…]}',
  );
  expect(await own()).toEqual(['memory__read_graph']);

  await agent.call('mcp_activate', { name: 'memory', tools: ['memory__search_nodes'] });
  expect(await own()).toEqual(['memory__read_graph', 'memory__search_nodes']);
  const other = await agent.call('mcp_call_tool', { tool: 'memory__open_nodes', arguments: { names: [] } });
  expect(other.isError).toBe(false);

  const all = await agent.call('mcp_activate', { name: 'memory' });
  expect(all.text).toContain('"memory" was active already. It has 9 tools.');
  expect(await own()).toHaveLength(9);
});
