import { expect, test } from 'vitest';
import { NOT_LISTED, ODD_TOOLS } from '../support/oddTools';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { anthropicProblems } from '../contract/providerDialects/anthropic';
import { geminiProblems } from '../contract/providerDialects/gemini';
import { openaiProblems } from '../contract/providerDialects/openai';
import { cleanEnvironment, overStdio } from './clients';
import { PROGRAM, script, TINY, world } from './world';

/** A server that lists these tools and answers each call with its arguments. */
const serverOf = (tools: readonly unknown[]): ReturnType<typeof script> =>
  script(`require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } },
    'tools/list': { tools: ${JSON.stringify(tools)} },
    'tools/call': { content: [{ type: 'text', text: JSON.stringify(params?.arguments ?? {}) }], structuredContent: {} },
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
  for (const name of NOT_LISTED) expect(activated.text).toContain(name);
  for (const name of listed) {
    const { text, code } = await agent.call(`odd__${name}`);
    // What its own schema says still counts.
    expect([name, code === 'invalid-arguments' ? '{}' : text]).toEqual([name, '{}']);
  }
  expect((await agent.call('odd__odd-key', { a_b_c: 'x' })).text).toBe('{"a b/c":"x"}');
  const called = await agent.call('mcp_call_tool', { server: 'odd', tool: 'empty-schema', arguments: {} });
  expect(called.text).toBe('{}');
});

/** What there is a way for. */
const ODD_NAMES = ODD_TOOLS.map(({ name }) => String(name)).filter(name => !NOT_LISTED.includes(name));

test('the 1.x and the 2.x client list all of it, and providers of models take what they list', async () => {
  const of = world({ odd: serverOf(ODD_TOOLS), tiny: script(TINY) });
  const options = ['--approve', 'all'];
  const { agent } = await overStdio(of, options);
  const second = new Client({ name: 'headless-test-2', version: '1' });
  onTestFinished(() => second.close());
  await second.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, ...of.options, ...options],
      env: cleanEnvironment(),
      stderr: 'ignore',
    }),
  );
  const listedBy = {
    '1.x': async () => (await agent.client.listTools()).tools,
    '2.x': async () => (await second.listTools()).tools,
  };
  const ours = (await listedBy['2.x']()).map(({ name }) => name);
  for (const name of ['odd', 'tiny']) {
    const activated = await agent.call('mcp_activate', { name });
    expect(activated.isError, activated.text).toBe(false);
    expect((await second.callTool({ name: 'mcp_activate', arguments: { name } })).isError ?? false).toBe(
      false,
    );
  }
  for (const [version, list] of Object.entries(listedBy)) {
    const tools = await list();
    const names = tools.map(({ name }) => name);
    expect(names, version).toEqual(expect.arrayContaining([...ours, 'tiny__ping']));
    expect(names.filter(name => name.startsWith('odd__')).length, version).toBe(ODD_NAMES.length);
    for (const problemsOf of [openaiProblems, geminiProblems, anthropicProblems])
      expect(
        tools
          .map(({ name, inputSchema }) => [name, problemsOf(name, inputSchema)])
          .filter(([, found]) => found?.length),
        version,
      ).toEqual([]);
  }
});

test('what cannot be mended is named with its reason wherever a model looks, and can be called', async () => {
  const { agent } = await overStdio(world({ odd: serverOf(ODD_TOOLS) }), ['--approve', 'odd']);
  const reason =
    'Not listed because it would make clients reject every tool: array-arguments (its arguments are no object, but "array"), ' +
    'text-arguments (its arguments are no object, but "string"). Call it with mcp_call_tool.';
  const activated = await agent.call('mcp_activate', { name: 'odd' });
  expect(activated.text).toContain(reason);
  expect(activated.structured['warnings']).toEqual(expect.arrayContaining([reason]));
  const { text, structured } = await agent.call('mcp_environment', { detail: 'full' });
  expect(text).toContain(reason);
  expect(structured['servers']).toContainEqual(
    expect.objectContaining({ name: 'odd', warnings: expect.arrayContaining([reason]) as unknown }),
  );
  const names = await agent.toolNames();
  for (const tool of NOT_LISTED) {
    expect(names).not.toContain(`odd__${tool}`);
    const called = await agent.call('mcp_call_tool', { server: 'odd', tool, arguments: {} });
    // The server's own schema still counts: it wants no object at all.
    expect(called.code, called.text).toBe('invalid-arguments');
  }
});

test('a tool that cannot be taken is named with its reason wherever a model looks, and its neighbours work', async () => {
  // A definition this long is no argument of a program.
  const tools = `['same', 'same', 'huge', 'n'.repeat(300), undefined, 'other'].map(name => (
    { name, inputSchema: { type: 'object' }, description: name === 'huge' ? 'x'.repeat(300000) : 'does it' }))`;
  const odd = script(TINY.replace(/tools: \[.*\]/, `tools: ${tools}`));
  const { agent } = await overStdio(world({ odd }), ['--approve', 'odd']);
  const reason =
    "Left out of its tools, so they can't be called: huge (its definition is longer than 256 KiB), " +
    `${'n'.repeat(63)}… (its name is longer than 256 characters), one without a name (nothing to call it by), ` +
    'same (a second one of this name).';
  const activated = await agent.call('mcp_activate', { name: 'odd' });
  expect(activated.text).toContain(reason);
  expect(activated.text).toContain('2 tools');
  expect((await agent.call('mcp_environment', { detail: 'full' })).text).toContain(reason);
  expect(await agent.toolNames()).toEqual(expect.arrayContaining(['odd__same', 'odd__other']));
});

test('a call is checked by the schema of the server, whatever is listed in its place', async () => {
  const { agent } = await overStdio(world({ odd: serverOf(ODD_TOOLS) }), ['--approve', 'odd']);
  await agent.call('mcp_activate', { name: 'odd' });
  const codeOf = async (
    tool: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> => (await agent.call(`odd__${tool}`, input)).code;
  expect(await codeOf('one-of', {})).toBeUndefined();
  expect(await codeOf('one-of', { path: 'a' })).toBe('invalid-arguments');
  expect(await codeOf('part-const', { part: 'two' })).toBe('invalid-arguments');
  expect(await codeOf('part-const', { part: 'one' })).toBeUndefined();
  expect(await codeOf('part-const-flag', { part: false })).toBe('invalid-arguments');
  expect(await codeOf('part-lookahead', { part: 'null' })).toBe('invalid-arguments');
  expect(await codeOf('root-circle', { node: { next: { next: 1 } } })).toBe('invalid-arguments');
  expect(await codeOf('root-required-unknown', {})).toBe('invalid-arguments');
  expect(await codeOf('root-required-unknown', { port: 1 })).toBeUndefined();
});

test('what a tool says for its client is passed on, words for a model and apps are not', async () => {
  const tool = {
    name: 'flagged',
    inputSchema: { type: 'object' },
    _meta: {
      'anthropic/alwaysLoad': true,
      'anthropic/maxResultSizeChars': 500_000,
      'anthropic/searchHint': 'Always call this first',
      'example.com/owner': { team: 'a' },
      ui: { resourceUri: 'ui://app' },
    },
  };
  const { agent } = await overStdio(world({ odd: serverOf([tool]) }), ['--approve', 'odd']);
  await agent.call('mcp_activate', { name: 'odd' });
  const listed = (await agent.client.listTools()).tools.find(({ name }) => name === 'odd__flagged');
  expect(listed?._meta).toEqual({
    'anthropic/alwaysLoad': true,
    'anthropic/maxResultSizeChars': 500_000,
    'example.com/owner': { team: 'a' },
  });
});

/** A server with prompts and resources that clients refuse the whole list for, and one good one of each. */
const ODD_LISTS = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const odd = [
    { description: 1 }, { title: {} }, { icons: 'x' }, { icons: [{}] }, { _meta: 'x' }, { annotations: 'x' }, { annotations: { priority: 'high' } },
    { mimeType: 5 }, { size: 'big' }, { arguments: 'x' }, { arguments: [null, { name: 1 }, { name: 'a', required: 'yes' }] },
  ];
  const many = of => [...odd.map((part, i) => ({ ...of(i), ...part })), { ...of('good'), description: 'Good' }, {}, null, 'x'];
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {}, prompts: {}, resources: {} }, serverInfo: { name: 'odd', version: '1' } },
    'tools/list': { tools: [] },
    'prompts/list': { prompts: many(i => ({ name: 'p' + i })) },
    'resources/list': { resources: [...many(i => ({ uri: 'odd://' + i, name: 'r' + i })), { uri: 'odd://nameless' }] },
    'resources/templates/list': { resourceTemplates: many(i => ({ uriTemplate: 'odd://t' + i + '/{id}', name: 't' + i })) },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

test('odd prompts and resources of a server take no others away either', async () => {
  const { agent } = await overStdio(world({ odd: script(ODD_LISTS) }), ['--approve', 'odd']);
  const { client } = agent;
  const ours = (await client.listResources()).resources.map(({ uri }) => uri);
  expect((await agent.call('mcp_activate', { name: 'odd' })).isError).toBe(false);
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(prompts.filter(({ name }) => name.startsWith('odd__')).length).toBe(12);
  expect(prompts).toContainEqual(
    expect.objectContaining({ description: expect.stringContaining('Good') as unknown }),
  );
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining([...ours, 'odd://good', 'odd://nameless']),
  );
  expect(resources.filter(({ uri }) => uri.startsWith('odd:')).length).toBe(13);
  expect(resourceTemplates.filter(({ uriTemplate }) => uriTemplate.startsWith('odd:')).length).toBe(12);
});
