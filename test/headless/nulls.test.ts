import { expect, test } from 'vitest';
import { overHttp, type Started, start } from './clients';
import { callOf } from './endpoints';
import { world } from './world';

/** As clients write what they leave out that turn every field of a type into JSON. */
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: { roots: null, sampling: null, elicitation: null, experimental: null },
  clientInfo: { name: 'test', title: null, version: '1' },
  _meta: null,
};

/** Requests with `null` for what may be left out. */
const REQUESTS: readonly (readonly [method: string, params: unknown])[] = [
  ['ping', null],
  ['tools/list', null],
  ['tools/list', { cursor: null }],
  ['tools/call', { name: 'mcp_environment', arguments: null }],
  ['tools/call', { name: 'mcp_environment', arguments: {}, task: null, _meta: null }],
  ['tools/call', { name: 'mcp_environment', arguments: {}, _meta: { progressToken: null } }],
  ['resources/list', { cursor: null }],
  ['prompts/list', { cursor: null, _meta: { progressToken: null } }],
  ['prompts/get', { name: 'work_together', arguments: { goal: 'Tidy', role: null } }],
  [
    'completion/complete',
    {
      ref: { type: 'ref/prompt', name: 'work_together' },
      argument: { name: 'role', value: 'l' },
      context: null,
    },
  ],
];

const message = (id: number, method: string, params: unknown) => ({ jsonrpc: '2.0', id, method, params });

async function answerOf(started: Started, id: number): Promise<Readonly<Record<string, unknown>>> {
  const line = await started.line(text => (JSON.parse(text) as { id?: unknown }).id === id);
  return JSON.parse(line) as Readonly<Record<string, unknown>>;
}

test('null for what a request may leave out is as good as leaving it out, over stdio', async () => {
  const started = start([...world({}).options, '--stdio']);
  started.send(message(0, 'initialize', INITIALIZE));
  expect(await answerOf(started, 0)).toHaveProperty('result.serverInfo');
  for (const [i, [method, params]] of REQUESTS.entries()) {
    started.send(message(i + 1, method, params));
    const answer = await answerOf(started, i + 1);
    expect([method, params, answer['error']]).toEqual([method, params, undefined]);
  }
});

test('and over HTTP, in both eras', async () => {
  const { url, token } = await overHttp(world({}));
  const post = async (body: unknown, more: Readonly<Record<string, string>> = {}) =>
    await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        ...more,
      },
      body: JSON.stringify(body),
    });
  const opened = await post(message(0, 'initialize', INITIALIZE));
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  expect([opened.status, session]).toEqual([200, { 'mcp-session-id': expect.stringMatching(/./) }]);
  for (const [method, params] of REQUESTS) {
    const answer = await post(message(1, method, params), session);
    expect([method, params, answer.status, await answer.text()]).toEqual([
      method,
      params,
      200,
      expect.stringContaining('"result"'),
    ]);
  }
  const prefix = 'io.modelcontextprotocol/';
  const modern = {
    name: 'mcp_environment',
    arguments: null,
    requestState: null,
    inputResponses: null,
    _meta: {
      [`${prefix}protocolVersion`]: '2026-07-28',
      [`${prefix}clientInfo`]: null,
      [`${prefix}clientCapabilities`]: { roots: null, elicitation: null },
      [`${prefix}logLevel`]: null,
      progressToken: null,
    },
  };
  const answer = await post(message(1, 'tools/call', modern), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'mcp_environment',
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"result"')]);
});

test('null inside the arguments of a tool is the tool’s to read', async () => {
  const started = start([...world({}).options, '--stdio']);
  started.send(message(0, 'initialize', INITIALIZE));
  await answerOf(started, 0);
  started.send({ ...callOf('start_workflow', { name: null }), id: 1 });
  expect(await answerOf(started, 1)).toHaveProperty('result.isError', true);
});
