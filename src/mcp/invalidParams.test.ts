import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { resourceWorld } from '../../test/support/resourceWorld';
import { settle } from '../../test/support/testCore';
import { serveConnection } from './mcpServer';

/** What a connection answers to one request. */
async function answerTo(method: string, params?: Record<string, unknown>): Promise<unknown> {
  const core = await resourceWorld();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const messages: JSONRPCMessage[] = [];
  theirs.onmessage = message => messages.push(message);
  await theirs.start();
  await serveConnection({ core, log: core.log, version: '1' }, ours, 'window');
  await theirs.send({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) });
  await settle();
  return messages.find(message => 'id' in message && message.id === 1);
}

test.each([
  ['initialize', undefined, /^Invalid params: params: /],
  [
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {} },
    /^Invalid params: params\.clientInfo: /,
  ],
  ['tools/call', undefined, /^Invalid params: params: /],
  ['tools/call', {}, /^Invalid params: params\.name: /],
  ['tools/call', { name: 'mcp_info', arguments: [] }, /^Invalid params: params\.arguments: [^[{]*\.$/],
  ['resources/read', {}, /^Invalid params: params\.uri: /],
  ['prompts/get', {}, /^Invalid params: params\.name: /],
])('%s with %j is answered as invalid params, in words', async (method, params, message) => {
  expect(await answerTo(method, params)).toMatchObject({
    error: { code: -32_602, message: expect.stringMatching(message) as unknown },
  });
});

test('a request that fits is answered as ever', async () => {
  expect(await answerTo('ping')).toMatchObject({ result: {} });
  expect(await answerTo('nope')).toMatchObject({ error: { code: -32_601 } });
});
