import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { ConnectionHalves } from '../clients/connectionHalves';
import { ModernDoor, type ModernDoorParts } from './modernDoor';
import { ModernPipe } from './modernStdio';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

/** What stands behind a door: it greets and answers when it is let, and hears whatever is asked. */
function behind(most: number) {
  const heard: string[] = [];
  const gates = { greet: Promise.withResolvers<undefined>(), answer: Promise.withResolvers<undefined>() };
  let count = 0;
  const clock = new StoppedClock();
  const halves = new ConnectionHalves(clock);
  const parts: ModernDoorParts = {
    clock,
    ids: { next: () => `id-${++count}` },
    most,
    join: (client, surface) => halves.join(client, surface, `c${++count}`),
    runsAsTask: name => name === 'long',
    async serve(transport: Transport) {
      await gates.greet.promise;
      let isOpen = true;
      transport.onclose = () => (isOpen = false);
      const answerTo = async ({ id, method }: JSONRPCRequest): Promise<void> => {
        if (method === 'tools/call') await gates.answer.promise;
        if (isOpen) await transport.send({ jsonrpc: '2.0', id, result: { tools: [] } });
      };
      transport.onmessage = message => {
        if ('method' in message) heard.push(message.method);
        if (isJSONRPCRequest(message)) void answerTo(message);
      };
    },
  };
  return {
    parts,
    heard,
    greet: () => gates.greet.resolve(undefined),
    answer: () => gates.answer.resolve(undefined),
  };
}

function request(id: number, method: string, params = {}): JSONRPCRequest {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: META } };
}

/** The answer that a request gets. */
async function asked(door: ModernDoor, session: string, sent: JSONRPCRequest): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  await door.take(
    sent,
    { surface: 'all', session },
    { tell: () => undefined, answer: resolve, onGone: () => undefined },
  );
  return await promise;
}

test('a client that is greeted keeps its place, whoever else comes', async () => {
  const { parts, greet } = behind(1);
  const door = new ModernDoor(parts);
  const both = [asked(door, 'a', request(1, 'tools/list')), asked(door, 'b', request(2, 'tools/list'))];
  greet();
  for (const answer of await Promise.all(both)) expect(answer).toContain('"tools"');
  await door.close();
});

test('a client whose call begins a task keeps its place, whoever else comes', async () => {
  const { parts, heard, greet, answer } = behind(1);
  greet();
  const door = new ModernDoor(parts);
  const call = asked(door, 'a', request(1, 'tools/call', { name: 'long' }));
  await expect.poll(() => heard).toContain('tools/call');
  await asked(door, 'b', request(2, 'tools/list'));
  answer();
  expect(await call).not.toContain('closed');
  await door.close();
});

test('whoever waits for the beginning of a task, or for a greeting, is answered when the door is closed', async () => {
  const { parts, heard, greet } = behind(5);
  greet();
  const door = new ModernDoor(parts);
  const call = asked(door, 'a', request(1, 'tools/call', { name: 'long' }));
  await expect.poll(() => heard).toContain('tools/call');
  await door.close();
  expect(await call).toContain('The connection was closed');

  const slow = behind(5);
  const other = new ModernDoor(slow.parts);
  const first = asked(other, 'a', request(1, 'tools/list'));
  await delay(0);
  await other.close();
  slow.greet();
  expect(await first).toContain('The connection was closed');
});

test('over stdio, a first request that is taken back while its client is greeted is not answered, and stops', async () => {
  const { parts, heard, greet } = behind(5);
  const said: string[] = [];
  const pipe = new ModernPipe(parts, json => said.push(json));
  pipe.take(request(1, 'tools/call', { name: 'quick' }));
  expect(pipe.cancelled({ requestId: 1 })).toBe(true);
  greet();
  await expect.poll(() => heard).toContain('notifications/cancelled');
  await pipe.close();
  expect(said).toEqual([]);
});
