import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { resourceWorld } from '../../../test/support/resourceWorld';
import type { Toolbox } from '../../core/toolbox/toolbox';
import { serveConnection } from '../mcpServer';
import { fitOlderClient } from './olderContent';

const TEXT = { type: 'text', text: 'See:' };
const LINK = {
  type: 'resource_link',
  uri: 'demo://1',
  name: 'one',
  mimeType: 'text/plain',
  description: 'The first',
  annotations: { priority: 1 },
};
const AUDIO = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const LINK_IN_WORDS = {
  type: 'text',
  text: 'Resource "one" (text/plain): demo://1\nThe first',
  annotations: { priority: 1 },
};
const AUDIO_IN_WORDS = {
  type: 'text',
  text: '[Audio (audio/wav), which your client is too old to take.]',
};

/** What a client gets of an answer, after that version was agreed on. */
async function gotten(version: string, result: Readonly<Record<string, unknown>>): Promise<unknown> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const messages: JSONRPCMessage[] = [];
  theirs.onmessage = message => messages.push(message);
  await theirs.start();
  fitOlderClient(ours);
  const greeting = { protocolVersion: version, capabilities: {}, serverInfo: { name: 'us', version: '1' } };
  await ours.send({ jsonrpc: '2.0', id: 0, result: greeting });
  await ours.send({ jsonrpc: '2.0', id: 1, result });
  expect(messages[0]).toMatchObject({ result: greeting });
  return (messages[1] as { readonly result?: unknown }).result;
}

test.each([
  ['2024-10-07', [TEXT, LINK_IN_WORDS, AUDIO_IN_WORDS]],
  ['2024-11-05', [TEXT, LINK_IN_WORDS, AUDIO_IN_WORDS]],
  ['2025-03-26', [TEXT, LINK_IN_WORDS, AUDIO]],
  ['2025-06-18', [TEXT, LINK, AUDIO]],
  ['2025-11-25', [TEXT, LINK, AUDIO]],
])('a client of %s gets kinds of content that it knows', async (version, content) => {
  const result = { content: [TEXT, LINK, AUDIO], structuredContent: { a: 1 } };
  expect(await gotten(version, result)).toEqual({ content, structuredContent: { a: 1 } });
});

test('so do the messages of a prompt', async () => {
  const messages = [{ role: 'user', content: LINK }];
  expect(await gotten('2025-03-26', { messages })).toEqual({
    messages: [{ role: 'user', content: LINK_IN_WORDS }],
  });
});

test('an answer that has neither stays as it is', async () => {
  expect(await gotten('2024-11-05', { tools: [] })).toEqual({ tools: [] });
});

test('a connection fits its answers to the version that its client asked for', async () => {
  const core = await resourceWorld();
  const answer: Toolbox['answer'] = () => Promise.resolve({ content: [LINK] });
  const toolbox = Object.assign(Object.create(core.toolbox) as Toolbox, { answer });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serveConnection({ core: { ...core, toolbox }, log: core.log, version: '1' }, ours, 'window');
  const client = new Client({ name: 'old', version: '1' });
  const send = theirs.send.bind(theirs);
  theirs.send = async message => {
    const isFirst = 'method' in message && message.method === 'initialize';
    await send(
      isFirst ? { ...message, params: { ...message.params, protocolVersion: '2025-03-26' } } : message,
    );
  };
  await client.connect(theirs);
  expect(await client.callTool({ name: 'any' })).toMatchObject({ content: [LINK_IN_WORDS] });
});
