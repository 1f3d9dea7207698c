import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from './clients';
import { script, TINY, world } from './world';

const FIXTURE = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../conformance/fixtureServer.mjs')],
};

/** Asks as it is told, as often as it is told, and says whether it heard that it was cancelled. */
const ASKING = script(`
let last = 100, cancelled = 0; const open = new Map();
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const text = words => ({ content: [{ type: 'text', text: words }] });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return open.get(id)?.(result ?? error);
  if (method === 'notifications/cancelled') cancelled += 1;
  if (id === undefined) return;
  const ask = shown => { const own = ++last; open.set(own, found => send({ id, result: shown(JSON.stringify(found)) })); send({ id: own, method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } } }); };
  const answer = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {}, prompts: {}, resources: { subscribe: true } }, serverInfo: { name: 'asking', version: '1' } }),
    'tools/list': () => ({ tools: ['ask', 'hang', 'cancelled', 'roots', 'open', 'meta', 'long'].map(name => ({ name, inputSchema: { type: 'object' } })) }),
    'prompts/list': () => ({ prompts: [{ name: 'ask' }] }),
    'prompts/get': () => ask(words => ({ messages: [{ role: 'user', content: { type: 'text', text: words } }] })),
    'resources/list': () => ({ resources: [{ uri: 'asking://who', name: 'who' }] }),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'resources/read': () => ask(words => ({ contents: [{ uri: params.uri, text: words }] })),
    'resources/subscribe': () => ask(() => ({})),
    'tools/call': () => ({
      ask: () => ask(text),
      roots: () => { const own = ++last; open.set(own, found => send({ id, result: text(JSON.stringify(found)) })); send({ id: own, method: 'roots/list' }); },
      hang: () => undefined,
      cancelled: () => text(String(cancelled)),
      open: () => { send({ id, error: { code: -32042, message: 'Open it first', data: { elicitations: [{ mode: 'url', elicitationId: 'e1', url: 'https://example.com/', message: 'Open' }] } } }); },
      meta: () => text(JSON.stringify(params._meta ?? {})),
      long: () => text('é'.repeat(100_000)),
    })[params.name](),
  }[method]?.();
  if (answer !== undefined) send({ id, result: answer });
});`);

/** A client that can be asked, or cannot, with the server switched on. */
async function client(
  { url, token }: { readonly url: string; readonly token: string },
  server: string,
  answers?: string,
): Promise<Client> {
  const elicitation = answers === undefined ? {} : { elicitation: { form: {} }, sampling: {} };
  const made = new Client({ name: 'test', version: '1' }, { capabilities: elicitation });
  if (answers !== undefined) {
    made.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: answers } }));
    made.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: 'assistant',
      model: 'test',
      content: { type: 'text', text: answers },
    }));
  }
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => made.close());
  await made.callTool({ name: 'mcp_activate', arguments: { name: server } });
  return made;
}

const textOf = (result: unknown): string =>
  (result as { readonly content: { readonly text?: string }[] }).content[0]?.text ?? '';

test('what a server asks back goes to the client whose call it is', async () => {
  const program = await overHttp(world({ asking: ASKING }), ['--approve', 'all']);
  const [anna, ben] = [await client(program, 'asking', 'Anna'), await client(program, 'asking', 'Ben')];
  const ask = { name: 'asking__ask', arguments: {} };
  expect(textOf(await ben.callTool(ask))).toContain('"name":"Ben"');
  expect(textOf(await anna.callTool(ask))).toContain('"name":"Anna"');
});

test('what a server asks back for a prompt, a resource or a subscription goes to its client too', async () => {
  const program = await overHttp(world({ asking: ASKING }), ['--approve', 'all']);
  const [anna, ben] = [await client(program, 'asking', 'Anna'), await client(program, 'asking', 'Ben')];
  const prompt = async (of: Client): Promise<string> =>
    JSON.stringify(await of.getPrompt({ name: 'asking__ask' }));
  expect(await prompt(ben)).toContain('Ben');
  expect(await prompt(anna)).toContain('Anna');
  const uri = 'asking://who';
  expect(JSON.stringify(await ben.readResource({ uri }))).toContain('Ben');
  expect(await ben.subscribeResource({ uri })).toEqual({});
});

test('a client that cannot be asked is not, and the server is told so in the words of the protocol', async () => {
  const program = await overHttp(world({ asking: ASKING }), ['--approve', 'all']);
  const mute = await client(program, 'asking');
  expect(JSON.parse(textOf(await mute.callTool({ name: 'asking__ask', arguments: {} })))).toMatchObject({
    code: -32_601,
    message: 'The client of this chat does not support elicitation/create.',
  });
});

test('while calls of two clients are under way, nobody is asked for the other', async () => {
  const program = await overHttp(world({ asking: ASKING }), ['--approve', 'all']);
  const [anna, ben] = [await client(program, 'asking', 'Anna'), await client(program, 'asking', 'Ben')];
  const abort = new AbortController();
  const hanging = anna.callTool({ name: 'asking__hang', arguments: {} }, undefined, { signal: abort.signal });
  hanging.catch(() => undefined);
  const answer = await ben.callTool({ name: 'asking__ask', arguments: {} });
  expect(textOf(answer)).toContain('Several chats use this server now');
  abort.abort();
  await expect
    .poll(async () => textOf(await ben.callTool({ name: 'asking__cancelled', arguments: {} })))
    .toBe('1');
  expect(textOf(await ben.callTool({ name: 'asking__ask', arguments: {} }))).toContain('"name":"Ben"');
});

test('a server gets the workspace as its root, and of the metadata what is not between client and us', async () => {
  const of = world({ asking: ASKING });
  const program = await overHttp(of, ['--approve', 'all']);
  const anna = await client(program, 'asking', 'Anna');
  const roots = JSON.parse(textOf(await anna.callTool({ name: 'asking__roots', arguments: {} })));
  expect(roots.roots).toMatchObject([{ uri: `file://${of.folder}/workspace`, name: 'workspace' }]);
  const _meta = { traceparent: '00-1', 'vscode.conversationId': 'chat' };
  await anna.callTool({ name: 'mcp_activate', arguments: { name: 'asking' }, _meta });
  const seen = JSON.parse(textOf(await anna.callTool({ name: 'asking__meta', arguments: {}, _meta })));
  expect(seen).toEqual({ traceparent: '00-1', progressToken: expect.anything() });
});

test('an address that must be opened first is told to the client in its own form', async () => {
  const program = await overHttp(world({ asking: ASKING }), ['--approve', 'all']);
  const anna = await client(program, 'asking', 'Anna');
  await expect(anna.callTool({ name: 'asking__open', arguments: {} })).rejects.toMatchObject({
    code: -32_042,
    data: { elicitations: [{ url: 'https://example.com/' }] },
  });
});

test('a long text is cut, and its client reads the rest', async () => {
  const program = await overHttp(world({ asking: ASKING }), ['--approve', 'all']);
  const [anna, ben] = [await client(program, 'asking', 'Anna'), await client(program, 'asking', 'Ben')];
  const result = await anna.callTool({ name: 'asking__long', arguments: {} });
  expect(textOf(result)).toBe('é'.repeat(32_256));
  const link = (result.content as { readonly type: string; readonly uri: string }[]).find(
    ({ type }) => type === 'resource_link',
  );
  const { contents } = await anna.readResource({ uri: `${link?.uri}?offset=99990` });
  expect(contents).toMatchObject([{ text: 'é'.repeat(10) }]);
  await expect(anna.readResource({ uri: `${link?.uri}?offset=abc` })).rejects.toMatchObject({
    code: -32_602,
  });
  // The same program on another connection, but another chat: what is kept is not for it.
  await expect(ben.readResource({ uri: link?.uri ?? '' })).rejects.toMatchObject({ code: -32_002 });
});

test('resources and prompts of a server come and go with its activation, and updates arrive', async () => {
  const program = await overHttp(world({ fixture: FIXTURE }), ['--approve', 'all']);
  const anna = await client(program, 'fixture', 'Anna');
  const names = async () => (await anna.listPrompts()).prompts.map(({ name }) => name);
  expect(await names()).toContain('fixture__test_simple_prompt');
  const updated = new Promise(resolve => {
    anna.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
  });
  await anna.subscribeResource({ uri: 'test://watched-resource' });
  expect(await updated).toBe('test://watched-resource');
  await anna.callTool({ name: 'mcp_deactivate', arguments: { name: 'fixture' } });
  expect(await names()).toEqual(['work_together', 'write_plan']);
  await expect(anna.readResource({ uri: 'test://static-text' })).rejects.toMatchObject({ code: -32_002 });
});

test('whoever waits for a slow start is told that it goes on', async () => {
  const slow = script(`setTimeout(() => { ${TINY} }, 2_500);`);
  const program = await overHttp(world({ slow }), ['--approve', 'all']);
  const { agent } = await program.agent();
  const told: unknown[] = [];
  const request = { method: 'tools/call', params: { name: 'mcp_activate', arguments: { name: 'slow' } } };
  await agent.client.request(request, ResultSchema, { onprogress: progress => void told.push(progress) });
  // A busy machine needs longer, and then there is more to tell.
  expect(told[0]).toEqual({ progress: 2, message: 'Starting "slow": 2 s.' });
});

test('a request in which nothing is asked does not keep a question from the chat it belongs to', async () => {
  const silent = script(`
    const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    let call;
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      const { id, method, params, result, error } = JSON.parse(line);
      if (method === undefined) return send({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result ?? error) }] } });
      // It never answers that it heard of the subscription, and asks while it owes the answer.
      if (method === 'resources/subscribe' || id === undefined) return;
      if (method === 'tools/call') {
        call = id;
        return send({ id: 'q', method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } } });
      }
      const results = {
        initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {}, resources: { subscribe: true } }, serverInfo: { name: 's', version: '1' } },
        'tools/list': { tools: [{ name: 'ask', inputSchema: { type: 'object' } }] },
        'resources/list': { resources: [{ uri: 'a://b', name: 'b' }] },
        'resources/templates/list': { resourceTemplates: [] },
      };
      send({ id, result: results[method] ?? {} });
    });`);
  const program = await overHttp(world({ silent }), ['--approve', 'all']);
  const anna = await client(program, 'silent', 'Anna');
  anna.subscribeResource({ uri: 'a://b' }).catch(() => undefined);
  await anna.listResources();
  expect(textOf(await anna.callTool({ name: 'silent__ask', arguments: {} }))).toContain('"name":"Anna"');
});
