import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addBuiltInTools } from '../../src/mcp/builtInModules';
import { FEATURES, flagOf } from '../../src/modules/featureToggles';
import { serveConnection } from '../../src/mcp/mcpServer';
import type { ModuleManifest } from '../../src/mcp/toolkit/defineModule';
import { PROGRAM } from '../support/nativeCalls';
import { testCore } from '../support/testCore';

// The one list of modules, with one more in it: nothing else knows of it.
vi.mock('../../src/modules/allModules', async load => {
  const { tallyModule } = await import('../support/tallyModule');
  const { ALL_MODULES } = await load<{ ALL_MODULES: readonly ModuleManifest[] }>();
  return { ALL_MODULES: [...ALL_MODULES, tallyModule] };
});

async function connected(core: Awaited<ReturnType<typeof testCore>>) {
  addBuiltInTools(core, PROGRAM);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serveConnection({ core, log: core.log, version: '1' }, ours, 'window');
  const client = new Client({ name: 'a', version: '1' });
  await client.connect(theirs);
  onTestFinished(() => client.close());
  return async (name: string, given: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name, arguments: given }));
}

test('a module that is only in the list is found, switched on, used, read, told of and kept', async () => {
  const core = await testCore();
  const call = await connected(core);
  expect(await call('mcp_discover', { intent: 'count how often sheep jumped a fence' })).toContain('tally');
  await call('mcp_activate', { name: 'tally' });
  await call('mcp_activate', { name: 'resources' });
  await call('tally_count', { name: 'ewe', note: 'SECRET' });
  expect(await call('tally_read', { name: 'ewe' })).toContain('"count":1');
  expect(await call('resources_read', { uri: 'sc://tally/ewe' })).toContain('"count":1');
  const events = await call('events_subscribe', { cats: ['tally'] });
  expect(events).toContain('"data":{"name":"ewe"}');
  expect(events).not.toContain('SECRET');

  const again = await connected(await testCore({ log: core.store.log }));
  await again('mcp_activate', { name: 'tally' });
  expect(await again('tally_read', { name: 'ewe' })).toContain('"count":1');
});

test('its toggle is there without a word elsewhere', () => {
  expect(FEATURES.map(flagOf)).toContain('enable-tally');
});
