import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('an agent says what it wants to do, and is told what else there is', async () => {
  const of = world({ memory: realServer('memory') });
  const { agent } = await overStdio(of, ['--approve', 'memory']);
  const own = async () => (await agent.toolNames()).filter(name => name.startsWith('memory__'));
  const narrow = await agent.call('mcp_activate', {
    name: 'memory',
    for: 'look up what was noted about Ada',
  });
  expect(narrow.text).toMatch(/^"memory" is active \(\w+\)\. 8 of its 9 tools/m);
  expect(narrow.text).toMatch(/^Not listed: \w+\.$/m);
  expect(await own()).toContain('memory__search_nodes');
  expect((await agent.call('mcp_environment', { detail: 'full' })).text).toMatch(/^memory\|.*8\/9\|/m);
});

test('a toolset of the workspace is offered as the calls that switch it on', async () => {
  const of = world({ memory: realServer('memory') });
  mkdirSync(join(of.folder, 'workspace', '.switchyard'));
  writeFileSync(
    join(of.folder, 'workspace', '.switchyard', 'toolsets.json'),
    JSON.stringify({
      toolsets: {
        recall: {
          description: 'Remember what was\u202E decided',
          servers: { memory: ['search_nodes'], gone: true },
        },
      },
    }),
  );
  const { agent } = await overStdio(of, ['--approve', 'memory']);
  const found = await agent.call('mcp_discover', { intent: 'what did we decide last week' });
  expect(found.text).toContain(
    'The user keeps a toolset "recall" (Remember what was\\u{202e} decided) for such work: ' +
      'call mcp_activate {"name":"memory","tools":["search_nodes"]}, then mcp_activate {"name":"gone"}.',
  );
  expect((await agent.call('mcp_discover', { intent: 'play some music' })).text).not.toContain('toolset');
});

test.each([
  ['10,000 characters', 'deploy '.repeat(1_429)],
  ['stop words only', 'the of and to'],
  ['emoji', '🚀🚀🚀'],
  ['another script', '部署我的应用'],
])('%s are answered with what to do next', async (_what, intent) => {
  const { agent } = await overStdio(world({}), []);
  const found = await agent.call('mcp_discover', { intent });
  expect(found.isError).toBe(false);
  expect(found.text).toMatch(/mcp_activate|mcp_environment/);
  expect(found.text.length).toBeLessThan(4_000);
});

test('an empty intent is refused by its name', async () => {
  const { agent } = await overStdio(world({}), []);
  const found = await agent.call('mcp_discover', { intent: '  ' });
  expect([found.isError, found.text]).toEqual([true, expect.stringContaining('intent')]);
});
