import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolRequestSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { ProtocolError } from '../core/gateway/upstream/protocolError';
import { settle } from '../../test/support/testCore';
import { type PlainCallParams, PlainCalls } from './plainCalls';
import type { RequestExtra } from './requestExtra';

type Handler = (params: PlainCallParams, extra: RequestExtra) => Promise<object>;

/** A connection whose calls come here; what the SDK's server is left with answers "SDK". */
async function world(answer: Handler) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const got: JSONRPCMessage[] = [];
  theirs.onmessage = message => got.push(message);
  const server = new Server({ name: 'own', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [{ type: 'text', text: 'SDK' }] }));
  await server.connect(ours);
  const calls = new PlainCalls(server, answer);
  calls.takeFrom(ours);
  await theirs.start();
  onTestFinished(async () => await server.close());
  const says = async (message: object) => {
    await theirs.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
    await settle();
  };
  const call = async (id: number | string, params: object = { name: 'a' }) =>
    await says({ id, method: 'tools/call', params });
  return { calls, got, says, call };
}

const never: Handler = () => new Promise(() => undefined);

test('answers a plain call with its own result, whatever its id', async () => {
  const { call, got } = await world(async params => ({ content: [], params }));
  const params = { name: 'a', arguments: { x: 1 }, _meta: { progressToken: 1 } };
  await call(0, params);
  await call('one', params);
  const result = { content: [], params };
  expect(got).toEqual([0, 'one'].map(id => ({ jsonrpc: '2.0', id, result })));
});

test.each([
  ['a task', { name: 'a', task: { ttl: 1 } }],
  [
    'a call that belongs to a task',
    { name: 'a', _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } },
  ],
  ['arguments that are a list', { name: 'a', arguments: [] }],
  ['no name', {}],
])('leaves %s to the server of the SDK', async (_what, params) => {
  let isCalled = false;
  const { call, got } = await world(async () => {
    isCalled = true;
    return {};
  });
  await call(1, params);
  expect([isCalled, got.length]).toEqual([false, 1]);
});

test.each([
  [
    'a protocol error',
    new ProtocolError(-32_602, 'No such tool', { name: 'a' }),
    { code: -32_602, message: 'No such tool', data: { name: 'a' } },
  ],
  ['any other error', new Error('Odd'), { code: -32_603, message: 'Odd' }],
  [
    'an error of the system',
    Object.assign(new Error('Gone'), { code: 'ENOENT' }),
    { code: -32_603, message: 'Gone' },
  ],
  ['what is no error', undefined, { code: -32_603, message: 'Internal error' }],
])('answers %s as the SDK does', async (_what, thrown, error) => {
  const { call, got } = await world(async () => {
    throw thrown;
  });
  await call(1);
  expect(got).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
});

test('a call that is taken back is told the reason and gets no answer, also where its id is 0', async () => {
  const reasons: unknown[] = [];
  const { call, says, got } = await world(
    async (_params, { signal }) =>
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        }),
      ),
  );
  await call(0);
  await call(1);
  for (const requestId of [0, 1, 2])
    await says({ method: 'notifications/cancelled', params: { requestId, reason: `No ${requestId}` } });
  expect([reasons, got]).toEqual([['No 0', 'No 1'], []]);
});

test('what it tells and asks meanwhile goes with the call, and nothing after it was taken back', async () => {
  let extra: RequestExtra | undefined;
  const { call, says, got } = await world(async (_params, given) => {
    extra = given;
    return await new Promise(() => undefined);
  });
  await call(1, { name: 'a', _meta: { progressToken: 7 } });
  const told = { method: 'notifications/progress', params: { progressToken: 7, progress: 1 } } as const;
  await extra?.sendNotification(told);
  await says({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await extra?.sendNotification(told);
  expect([got, extra?._meta]).toEqual([[{ jsonrpc: '2.0', ...told }], { progressToken: 7 }]);
});

test('where the connection ends, its calls do', async () => {
  const signals: AbortSignal[] = [];
  const { call, calls } = await world(async (params, { signal }) => {
    signals.push(signal);
    return await never(params, { signal } as RequestExtra);
  });
  await call(1);
  await call(2);
  calls.close();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
