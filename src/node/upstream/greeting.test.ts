import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { InitializeResultSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServerId } from '../../shared/ids';
import { GreetedTransport, validGreeting, withCompletions } from './greeting';

const server = 'odd' as ServerId;
const good = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'x', version: '1' },
};

test('leaves a valid greeting as it is', () => {
  expect(validGreeting(server, good)).toBe(good);
});

test.each([
  [{ ...good, serverInfo: { name: 'x', version: 2.5 } }, { serverInfo: { name: 'x', version: '2.5' } }],
  [{ ...good, serverInfo: undefined }, { serverInfo: { name: 'odd', version: '0' } }],
  [{ ...good, capabilities: null }, { capabilities: { tools: {} } }],
  [
    { ...good, capabilities: { tools: true, resources: { subscribe: 'yes' }, prompts: false } },
    { capabilities: { tools: {}, resources: {} } },
  ],
  [{ ...good, instructions: 5 }, {}],
  [
    { capabilities: {}, serverInfo: 'x' },
    { protocolVersion: '2024-11-05', capabilities: {} },
  ],
])('mends %j', (greeting, mended) => {
  expect(validGreeting(server, greeting)).toMatchObject(mended);
});

test('takes an older server that has arguments for one that may complete them, which it had no way to say', () => {
  const older = { ...good, protocolVersion: '2024-11-05' };
  const capabilities = { prompts: {} };
  expect(withCompletions({ ...older, capabilities })['capabilities']).toEqual({
    prompts: {},
    completions: {},
  });
  expect(withCompletions(older)).toBe(older);
  expect(withCompletions({ ...good, capabilities })['capabilities']).toBe(capabilities);
});

test('whatever a server says of itself, clients take it', () => {
  const greeting = fc.record(
    {
      protocolVersion: fc.jsonValue(),
      capabilities: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('tools', 'tasks', 'resources', 'experimental', 'x'), fc.jsonValue()),
      ),
      serverInfo: fc.jsonValue(),
      instructions: fc.jsonValue(),
      _meta: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(greeting, given => InitializeResultSchema.safeParse(validGreeting(server, given)).success),
  );
});

test('cancels what is not answered, and nothing else', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const heard: unknown[] = [];
  far.onmessage = message => {
    if (!('method' in message)) return;
    if (message.method === 'notifications/cancelled') heard.push(message.params?.['requestId']);
    const result = message.method === 'initialize' ? good : { tools: [] };
    if ('id' in message && message.method !== 'ping')
      void far.send({ jsonrpc: '2.0', id: message.id, result });
  };
  const client = new Client({ name: 'x', version: '1' });
  const off = new AbortController();
  await client.connect(new GreetedTransport(server, near), { signal: off.signal });
  await client.listTools({}, { signal: off.signal });
  const pinged = client.ping({ signal: off.signal });
  off.abort('It was turned off.');
  await expect(pinged).rejects.toThrow('turned off');
  expect(heard).toEqual([2]);
});
