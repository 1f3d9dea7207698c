import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { PROGRAM, script, world, type World } from './world';

/** A server with 300 tools as real ones are: a sentence each, and arguments. */
const MANY = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const inputSchema = { type: 'object', properties: { owner: { type: 'string', description: 'Account that owns it.' },
    limit: { type: 'integer', minimum: 1, maximum: 100 } }, required: ['owner'] };
  const tools = Array.from({ length: COUNT }, (_, i) => ({ name: 'list_things_' + i, inputSchema,
    description: 'Lists the things of an account, the newest first, with their names and their states.' }));
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'many', version: '1' } }
    : method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: params?.name ?? '' }] };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});`;

const worldOf = (): World =>
  world({ few: script(MANY.replace('COUNT', '2')), many: script(MANY.replace('COUNT', '300')) });

/** As everywhere: four characters each. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** A client that asks for its new list as it is told to, or never does. */
async function connect(of: World, name: string, relistsAfter: (() => Promise<void>) | 'never') {
  const client = new Client({ name, version: '1' });
  const seen = { tools: [] as string[], relisted: 0 };
  const list = async () => {
    seen.tools = (await client.listTools()).tools.map(tool => tool.name);
  };
  if (relistsAfter !== 'never')
    client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
      await relistsAfter();
      await list();
      seen.relisted++;
    });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, ...of.options, '--approve', 'all'],
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  await list();
  const call = async (tool: string, args: Record<string, unknown>) => {
    const result = (await client.callTool({ name: tool, arguments: args })) as CallToolResult;
    const [content] = result.content;
    return { text: content?.type === 'text' ? content.text : '', structured: result.structuredContent };
  };
  return { client, seen, call };
}

test('a client that asks for its new list at once has it before the answer', async () => {
  const { seen, call } = await connect(worldOf(), 'a-stranger', async () => undefined);
  const { text, structured } = await call('mcp_activate', { name: 'few' });
  expect(seen.tools).toContain('few__list_things_1');
  expect(structured).toMatchObject({ tools_listed: true, tools: [{ name: 'few__list_things_0' }, {}] });
  expect(text).toBe(
    '"few" is active (started). 2 tools, about 156 tokens.\n' +
      'They are in your list now: call them by name, e.g. few__list_things_0.\n' +
      'few__list_things_0, few__list_things_1',
  );
});

test('a client that never asks again gets the schemas in the text and the call that works', async () => {
  const { seen, call } = await connect(worldOf(), 'a-stranger', 'never');
  const { text, structured } = await call('mcp_activate', { name: 'few' });
  expect(seen.tools).not.toContain('few__list_things_1');
  expect(structured).toMatchObject({ tools_listed: false });
  expect(text).toContain('mcp_call_tool {"server":"few","tool":"list_things_0","arguments":{…}}');
  expect(text).toContain('Account that owns it.');
  const called = await call('mcp_call_tool', {
    server: 'few',
    tool: 'list_things_1',
    arguments: { owner: 'a' },
  });
  expect(called.text).toBe('list_things_1');
});

test('three hundred tools cost little when they are switched on, and by name alone', async () => {
  const of = worldOf();
  for (const relists of [async () => undefined, 'never'] as const) {
    const { call } = await connect(of, 'claude-code', relists);
    const { text, structured } = await call('mcp_activate', { name: 'many' });
    expect(structured).toBeUndefined();
    expect(tokensOf(text)).toBeLessThanOrEqual(1_500);
    expect(text).toContain('call mcp_list_tools');
    const again = await call('mcp_activate', { name: 'many' });
    expect(tokensOf(again.text)).toBeLessThanOrEqual(1_500);
    const [names, full] = [
      await call('mcp_list_tools', { server: 'many', detail: 'names' }),
      await call('mcp_list_tools', { server: 'many' }),
    ];
    expect(names.text).toContain('list_things_299');
    expect(tokensOf(names.text)).toBeLessThanOrEqual(0.2 * tokensOf(full.text));
  }
});

test('a client that shows text gets text alone, and no promise of more', async () => {
  const { client, call } = await connect(worldOf(), 'codex-mcp-client', 'never');
  const { tools } = await client.listTools();
  expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
  expect((await call('mcp_environment', {})).structured).toBeUndefined();
});

test('a client that shows both is told once what a server says twice', async () => {
  const structured = { lamp: 'lit' };
  const lamp = script(`require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
    const { id, method, params } = JSON.parse(line);
    const structuredContent = ${JSON.stringify(structured)};
    const result = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lamp', version: '1' } },
      'tools/list': { tools: [{ name: 'light', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent },
    }[method];
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });`);
  for (const [name, isOnce] of [
    ['copilot-cli', true],
    ['codex-mcp-client', false],
  ] as const) {
    const { client, call } = await connect(world({ lamp }), name, 'never');
    await call('mcp_activate', { name: 'lamp' });
    const listed = (await client.listTools()).tools.find(each => each.name === 'lamp__light');
    expect([name, listed !== undefined, listed?.outputSchema === undefined]).toEqual([name, true, isOnce]);
    const answer = await call('lamp__light', {});
    expect([name, answer.text, answer.structured]).toEqual([
      name,
      JSON.stringify(structured),
      isOnce ? undefined : structured,
    ]);
  }
});

test('Claude Code is told to show every tool at once', async () => {
  const { client } = await connect(worldOf(), 'claude-code', 'never');
  const { tools } = await client.listTools();
  expect(tools.every(({ _meta: meta }) => meta?.['anthropic/alwaysLoad'] === true)).toBe(true);
});

test('a client whose list stays the same is not told that it changed', async () => {
  const { seen, call } = await connect(worldOf(), 'a-stranger', async () => undefined);
  await call('mcp_activate', { name: 'few' });
  await call('mcp_activate', { name: 'few' });
  await call('mcp_deactivate', { name: 'few' });
  expect(seen.relisted).toBeLessThanOrEqual(2);
});
