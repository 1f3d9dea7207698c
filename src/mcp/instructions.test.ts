import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, onTestFinished, test } from 'vitest';
import { entryOf } from '../../test/support/catalogWorld';
import { testCore } from '../../test/support/testCore';
import { serveConnection } from './mcpServer';

test('names the servers in the instructions without reading what those that never ran will list', async () => {
  let asked = 0;
  const toolIndex = {
    servers() {
      asked++;
      return new Map();
    },
  };
  const core = await testCore({ entries: [entryOf('payments')], from: 'registry', toolIndex });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serveConnection({ core, log: core.log, version: '1' }, ours, 'window');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(theirs);
  onTestFinished(() => client.close());
  await client.listTools();
  expect(client.getInstructions()).toMatch(/14 others, 14 can start here.*\n.*dev-tools 1/);
  expect(asked).toBe(0);
  core.gateway.environment();
  expect(asked).toBeGreaterThan(0);
});
