import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import { resourceWorld } from '../../test/support/resourceWorld';
import { settle } from '../../test/support/testCore';
import type { Toolbox } from '../core/toolbox/toolbox';
import { serveConnection } from './mcpServer';

test('a client that goes away cancels its calls', async () => {
  const core = await resourceWorld();
  const signals: AbortSignal[] = [];
  const answer: Toolbox['answer'] = async (_caller, _tool, _input, { signal }) => {
    signals.push(signal);
    return await new Promise(() => undefined);
  };
  const toolbox = Object.assign(Object.create(core.toolbox) as Toolbox, { answer });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serveConnection({ core: { ...core, toolbox }, log: core.log, version: '1' }, ours, 'window');
  const client = new Client({ name: 'any', version: '1' });
  await client.connect(theirs);
  client.callTool({ name: 'any' }).catch(() => undefined);
  await settle();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await client.close();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
