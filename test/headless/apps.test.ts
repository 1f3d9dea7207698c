import { expect, test } from 'vitest';
import { Agent, overStdio } from './clients';
import { script, world } from './world';

const EXTENSION = 'io.modelcontextprotocol/ui';
const MIME = 'text/html;profile=mcp-app';

/** A server with a page, a tool that shows it, and one for the page alone. It writes its tools only for who says that it shows pages. */
const withPage = (
  title: string,
): string => `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') globalThis.shows = params.capabilities.extensions?.['${EXTENSION}']?.mimeTypes?.includes('${MIME}');
  const tool = (name, ui) => ({ name, description: name, inputSchema: { type: 'object' }, _meta: { ui } });
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'page', version: '1' } },
    'tools/list': { tools: globalThis.shows ? [tool('show', { resourceUri: 'ui://page/main' }), tool('refresh', { visibility: ['app'] })] : [] },
    'tools/call': { content: [{ type: 'text', text: params?.name + ' of ${title}' }] },
    'resources/list': { resources: [{ uri: 'ui://page/main', name: 'main', mimeType: '${MIME}', _meta: { ui: { csp: { connectDomains: ['https://api.example.com'] } } } }] },
    'resources/read': { contents: [{ uri: params?.uri, mimeType: '${MIME}', text: '<h1>${title}</h1>' }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

const showing = () => new Agent({ extensions: { [EXTENSION]: { mimeTypes: [MIME] } } });

async function started(agent: Agent, ...names: readonly string[]) {
  const servers = Object.fromEntries(names.map(name => [name, script(withPage(name))]));
  const opened = await overStdio(world(servers), ['--approve', 'all'], {}, agent);
  for (const name of names) await opened.agent.call('mcp_activate', { name });
  const listed = async () =>
    new Map((await opened.agent.client.listTools()).tools.map(({ name, _meta }) => [name, _meta?.['ui']]));
  return { ...opened, listed };
}

test('a client that shows pages reads that of the server behind us, with its policy, and the page calls its tool', async () => {
  const { agent, listed } = await started(showing(), 'charts');
  const tools = await listed();
  expect(tools.get('charts__show')).toEqual({
    resourceUri: 'ui://switchyard.charts/ui%3A%2F%2Fpage%2Fmain',
    visibility: ['model', 'app'],
  });
  expect(tools.get('charts__refresh')).toEqual({ visibility: ['app'] });
  const { contents } = await agent.client.readResource({
    uri: 'ui://switchyard.charts/ui%3A%2F%2Fpage%2Fmain',
  });
  expect(contents).toEqual([
    {
      uri: 'ui://switchyard.charts/ui%3A%2F%2Fpage%2Fmain',
      mimeType: MIME,
      text: '<h1>charts</h1>',
      _meta: { ui: { csp: { connectDomains: ['https://api.example.com'] } } },
    },
  ]);
  expect((await agent.call('charts__refresh')).text).toBe('refresh of charts');
});

test('an agent cannot call a tool that is for pages alone, nor see it', async () => {
  const { agent } = await started(showing(), 'charts');
  const refused = await agent.call('mcp_call_tool', { server: 'charts', tool: 'refresh', arguments: {} });
  expect(refused.code).toBe('app-only');
  const { text } = await agent.call('mcp_list_tools', { server: 'charts', detail: 'names' });
  expect([text.includes('show'), text.includes('refresh')]).toEqual([true, false]);
});

test('two servers with pages of one address: each shows its own, and neither may call tools', async () => {
  const { agent, listed } = await started(showing(), 'charts', 'evil');
  const tools = await listed();
  expect(tools.get('charts__show')).toMatchObject({ visibility: ['model'] });
  expect([tools.has('charts__refresh'), tools.has('evil__refresh')]).toEqual([false, false]);
  for (const name of ['charts', 'evil']) {
    const { contents } = await agent.client.readResource({
      uri: `ui://switchyard.${name}/ui%3A%2F%2Fpage%2Fmain`,
    });
    expect(contents).toMatchObject([{ text: `<h1>${name}</h1>` }]);
  }
  await agent.call('mcp_deactivate', { name: 'evil' });
  await expect(
    agent.client.readResource({ uri: 'ui://switchyard.evil/ui%3A%2F%2Fpage%2Fmain' }),
  ).rejects.toThrow('not active here');
  expect((await listed()).get('charts__refresh')).toEqual({ visibility: ['app'] });
});

test('a client that shows no pages hears nothing of them', async () => {
  const { listed } = await started(new Agent(), 'charts');
  const tools = await listed();
  expect(tools.get('charts__show')).toBeUndefined();
  expect([tools.has('charts__show'), tools.has('charts__refresh')]).toEqual([true, false]);
  expect([...tools.values()].filter(ui => ui !== undefined)).toEqual([]);
});

test('no page may call a tool of ours, and a completed task has one', async () => {
  const { agent, listed } = await started(showing());
  const tools = await listed();
  for (const [name, ui] of tools) expect(ui, name).toMatchObject({ visibility: ['model'] });
  expect(tools.get('complete_task')).toEqual({
    resourceUri: 'ui://switchyard/task-card',
    visibility: ['model'],
  });
  const { contents } = await agent.client.readResource({ uri: 'ui://switchyard/task-card' });
  expect(contents).toMatchObject([
    {
      uri: 'ui://switchyard/task-card',
      mimeType: MIME,
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
    },
  ]);
});
