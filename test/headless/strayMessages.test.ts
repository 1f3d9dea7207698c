import { expect, test } from 'vitest';
import { overHttp } from './clients';
import { script, world } from './world';

/** `wait` is answered when somebody calls `release`, which says how many cancellations the server heard of. */
const WAITING = script(`
const waiting = []; let cancelled = 0;
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const text = words => ({ content: [{ type: 'text', text: words }] });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/cancelled') cancelled += 1;
  if (id === undefined) return;
  if (method === 'tools/call' && params.name === 'wait') return void waiting.push(id);
  if (method === 'tools/call') for (const each of waiting.splice(0)) send({ id: each, result: text('released') });
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'waiting', version: '1' } }),
    'tools/list': () => ({ tools: ['wait', 'release'].map(name => ({ name, inputSchema: { type: 'object' } })) }),
    'tools/call': () => text(String(cancelled)),
  };
  send({ id, result: results[method]?.() ?? {} });
});`);

test("nobody cancels another client's call, nor anything with an id that is finished or never was", async () => {
  const program = await overHttp(world({ waiting: WAITING }), ['--approve', 'all']);
  const [anna, ben] = [(await program.agent()).agent, (await program.agent()).agent];
  for (const agent of [anna, ben]) await agent.call('mcp_activate', { name: 'waiting' });
  const call = anna.call('waiting__wait');
  await anna.toolNames(); // Behind the call on the same connection: the program has it.

  // Among these are the ids of all that Anna asked for, of what Ben asked for, and of nothing.
  for (const requestId of [...Array.from({ length: 50 }, (_, id) => id), '1', '__proto__', -1, 1e308]) {
    await ben.client.notification({ method: 'notifications/cancelled', params: { requestId } });
    await ben.client.notification({
      method: 'notifications/progress',
      params: { progressToken: requestId, progress: 1 },
    });
  }

  expect((await ben.call('waiting__release')).text).toBe('0');
  expect((await call).text).toBe('released');
});
