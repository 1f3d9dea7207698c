import type { Client } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from './clients';
import { ModernAgent, modernOverHttp } from './modernClients';
import { CURIOUS } from './curious';
import { script, world } from './world';

/** Says how far it is, three times; answers with the names of its metadata once it is told to go on. */
const COUNTING = script(`
let waiting;
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const tell = (id, text) => send({ id, result: { content: [{ type: 'text', text }] } });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (params?.name === 'go') { tell(waiting.id, Object.keys(waiting.meta).join()); tell(id, 'gone'); return; }
  if (params?.name === 'count') {
    const { progressToken } = params._meta;
    waiting = { id, meta: params._meta };
    for (const progress of [1, 2, 3]) send({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } });
    return;
  }
  const result = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'n', version: '1' } },
    'tools/list': { tools: ['count', 'go'].map(name => ({ name, inputSchema: { type: 'object' } })) },
  }[method];
  send({ id, result: result ?? {} });
});`);

const start = async () =>
  await overHttp(world({ curious: CURIOUS, counting: COUNTING }), ['--approve', 'all']);

type Capabilities = ConstructorParameters<typeof ModernAgent>[0];
type Program = Awaited<ReturnType<typeof start>>;

/** A client of the newer era with the curious server on; `answer` is what its person says. */
async function curious(capabilities: Capabilities, answer: Parameters<typeof answers>[1], program?: Program) {
  const agent = new ModernAgent(capabilities);
  const asked = answers(agent.client, answer);
  await modernOverHttp(program ?? (await start()), agent);
  await agent.call('mcp_activate', { name: 'curious' });
  const ask = async (method: string, params: object, times = 1) =>
    await agent.call('curious__ask', { method, params, times });
  return { agent, asked, ask };
}

function answers(client: Client, answer: { readonly action: 'accept' | 'decline' | 'cancel' }) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push({ ...params });
    return answer;
  });
  return asked;
}

const FORM = { message: 'Your name', requestedSchema: { type: 'object', properties: {} } };

test('a question of an older server ends the request, and the answer goes on with it', async () => {
  const { asked, ask } = await curious({ elicitation: { form: {} } }, { action: 'accept' });
  const { text } = await ask('elicitation/create', FORM, 2);
  expect(asked).toMatchObject([
    { message: 'The server "curious" asks: Your name' },
    { message: 'The server "curious" asks: Your name' },
  ]);
  expect(text).toBe('[{"action":"accept"},{"action":"accept"}]');
});

test('a client that did not say that it can be asked is not asked', async () => {
  const agent = await modernOverHttp(await start());
  await agent.call('mcp_activate', { name: 'curious' });
  const { text } = await agent.call('curious__ask', { method: 'elicitation/create', params: FORM });
  expect(text).toContain('The client of this chat does not support elicitation/create.');
});

test('an address that an older server wants opened is a question too', async () => {
  const elicitations = [
    { mode: 'url', elicitationId: 'e1', url: 'https://example.com/in', message: 'Sign in' },
  ];
  const { agent, asked } = await curious({ elicitation: { form: {}, url: {} } }, { action: 'decline' });
  await expect(agent.call('curious__open', { elicitations })).rejects.toThrow('was not opened');
  expect(asked).toEqual([
    { mode: 'url', url: 'https://example.com/in', message: 'The server "curious" asks: Sign in' },
  ]);
  const other = new ModernAgent();
  await modernOverHttp(await start(), other);
  await other.call('mcp_activate', { name: 'curious' });
  await expect(other.call('curious__open', { elicitations })).rejects.toMatchObject({ code: -32_021 });
});

test('progress reaches the client, and nothing of what is between it and us reaches the server', async () => {
  const agent = await modernOverHttp(await start());
  await agent.call('mcp_activate', { name: 'counting' });
  const told: number[] = [];
  let gone: Promise<unknown> | undefined;
  const onprogress = ({ progress }: { readonly progress: number }): void => {
    told.push(progress);
    if (progress === 3) gone = agent.call('counting__go');
  };
  const result = await agent.client.callTool({ name: 'counting__count', arguments: {} }, { onprogress });
  await gone;
  expect(told).toEqual([1, 2, 3]);
  expect(result.content).toEqual([{ type: 'text', text: 'progressToken' }]);
});

test('clients that their configuration tells apart have sessions of their own', async () => {
  const program = await start();
  const [one, other, same] = await Promise.all(
    ['one', 'other', 'one'].map(session =>
      modernOverHttp(program, new ModernAgent(), { 'switchyard-session': session }),
    ),
  );
  await one?.call('mcp_activate', { name: 'counting' });
  expect(await same?.toolNames()).toContain('counting__count');
  expect(await other?.toolNames()).not.toContain('counting__count');
});

/** Posts one request as it is. */
async function post({ url, token }: Program, body: object, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const { error, result } = (await answer.json()) as {
    readonly error?: { readonly code: number };
    readonly result?: Readonly<Record<string, unknown>>;
  };
  return { status: answer.status, code: error?.code, result };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

test('what headers and body say has to agree', async () => {
  const program = await start();
  const request = (method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: META },
  });
  const list = request('tools/list');
  expect(await post(program, list, HEADERS)).toMatchObject({
    status: 200,
    result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
  });
  const { 'mcp-protocol-version': version } = HEADERS;
  const cases: readonly [object, Readonly<Record<string, string>>, number, number][] = [
    [list, {}, 400, -32_020],
    [list, { 'mcp-protocol-version': version }, 400, -32_020],
    [list, { ...HEADERS, 'mcp-method': 'tools/call' }, 400, -32_020],
    [list, { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }, 400, -32_020],
    [{ ...list, params: {} }, { ...HEADERS, 'mcp-protocol-version': '2099-01-01' }, 400, -32_022],
    [{ ...list, params: {} }, HEADERS, 400, -32_602],
    [request('ping'), { ...HEADERS, 'mcp-method': 'ping' }, 404, -32_601],
    [request('tools/call', { name: 'mcp_info' }), { ...HEADERS, 'mcp-method': 'tools/call' }, 400, -32_020],
  ];
  for (const [body, headers, status, code] of cases)
    expect(await post(program, body, headers), JSON.stringify(headers)).toMatchObject({ status, code });
  const named = { ...HEADERS, 'mcp-method': 'tools/call', 'mcp-name': '=?base64?bWNwX2luZm8=?=' };
  const called = await post(program, request('tools/call', { name: 'mcp_info', arguments: {} }), named);
  expect(called).toMatchObject({ status: 200, result: { resultType: 'complete' } });
});

test('a requestState that is not one of the request is refused', async () => {
  const program = await start();
  const { agent } = await curious({ elicitation: { form: {} } }, { action: 'accept' }, program);
  onTestFinished(() => agent.client.close());
  const call = (params: object) => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: {
      name: 'curious__ask',
      arguments: { method: 'elicitation/create', params: FORM },
      _meta: {
        ...META,
        'io.modelcontextprotocol/clientInfo': { name: 'modern-test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      },
      ...params,
    },
  });
  const headers = { ...HEADERS, 'mcp-method': 'tools/call', 'mcp-name': 'curious__ask' };
  const { result } = await post(program, call({}), headers);
  expect(result).toMatchObject({ resultType: 'input_required' });
  const requestState = String(result?.['requestState']);
  const [key = ''] = Object.keys(result?.['inputRequests'] ?? {});
  const inputResponses = { [key]: { action: 'accept' } };
  const bad = await post(program, call({ requestState: `${requestState}x`, inputResponses }), headers);
  expect(bad.code).toBe(-32_602);
  const missing = await post(program, call({ requestState, inputResponses: {} }), headers);
  expect(missing.result).toMatchObject({ resultType: 'input_required', inputRequests: { [key]: {} } });
  const again = { requestState: missing.result?.['requestState'], inputResponses };
  expect((await post(program, call(again), headers)).result).toMatchObject({ resultType: 'complete' });
  // Nobody has to answer: whoever calls again is asked again.
  for (const _time of [1, 2])
    expect((await post(program, call({}), headers)).result).toMatchObject({ resultType: 'input_required' });
});
