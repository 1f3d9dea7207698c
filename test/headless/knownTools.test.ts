import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { realServer, world } from './world';

const MANY_TOOLS = fileURLToPath(new URL('../bench/staticServer.mjs', import.meta.url));

interface Row {
  readonly name: string;
  readonly tools?: number;
  readonly as_of?: string;
}

async function row(
  agent: Awaited<ReturnType<typeof overStdio>>['agent'],
  name: string,
): Promise<Row | undefined> {
  const { structured } = await agent.call('mcp_environment', { detail: 'full' });
  return (structured['servers'] as readonly Row[]).find(found => found.name === name);
}

test('knows the tools of a server that never ran, as of a version, and finds it by them', async () => {
  const { agent } = await overStdio(world({}));
  expect(await row(agent, 'tavily')).toMatchObject({
    tools: 5,
    as_of: expect.stringMatching(/^tavily-mcp \d/),
  });

  const listed = await agent.call('mcp_list_tools', { server: 'tavily' });
  expect(listed.structured).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ tool: 'tavily_search' })]),
    as_of: expect.stringMatching(/^tavily-mcp [\d.]+, not started yet: call mcp_activate/),
  });

  const found = await agent.call('mcp_discover', { intent: 'crawl' });
  expect(found.structured['matches']).toContainEqual(
    expect.objectContaining({ name: 'tavily', tools: expect.arrayContaining(['tavily_crawl']) }),
  );
});

test('asks the server itself once it is on', async () => {
  const { agent } = await overStdio(world({ memory: realServer('memory') }), ['--approve', 'memory']);
  // The user's own entry is not the registry's row, though it has its name.
  expect(await row(agent, 'memory')).not.toHaveProperty('as_of');
  await agent.call('mcp_activate', { name: 'memory' });
  const listed = await agent.call('mcp_list_tools', { server: 'memory' });
  expect(listed.structured).not.toHaveProperty('as_of');
  expect(JSON.stringify(listed.structured)).toContain('input_schema');
});

test('warns when what is active costs much, and says what to switch off', async () => {
  const many = { command: process.execPath, args: [MANY_TOOLS, '90', 'thing'] };
  const { agent } = await overStdio(world({ many, memory: realServer('memory') }), ['--approve', 'all']);
  const small = await agent.call('mcp_activate', { name: 'memory' });
  expect(small.structured).not.toHaveProperty('budget');

  const warning =
    /^The active servers of this session add 114 tools \(warned above 48\) .* starting with "many" \(about \d+\)\. To list fewer of its 90 tools: mcp_activate \{"name":"many","for":"[^"]+"\}\.$/;
  const large = await agent.call('mcp_activate', { name: 'many' });
  expect(large.structured['budget']).toMatch(warning);
  expect(large.text).toContain('Warning: The active servers of this session');
  const environment = await agent.call('mcp_environment');
  expect(environment.structured['budget']).toMatch(warning);
  expect(environment.text).toContain('! The active servers of this session');

  await agent.call('mcp_deactivate', { name: 'many' });
  expect((await agent.call('mcp_environment')).structured).not.toHaveProperty('budget');
});
