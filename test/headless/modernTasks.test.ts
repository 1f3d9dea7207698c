import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overHttp } from './clients';
import { world } from './world';

/** The fault server, whose every tool runs as a task too. */
const TASKS = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../support/faultServer.mjs'), 'tasks'],
  requiredEnv: ['API_KEY'],
};

const token = ['ghp', 'Qq7'.repeat(12)].join('_');
const VERSION = '2026-07-28';

/** A client of the newer era that takes tasks, spoken by hand: the SDK's own has none. */
async function client() {
  const program = await overHttp(world({ tasks: TASKS }), ['--approve', 'all'], { API_KEY: token });
  let id = 0;
  return async (method: string, params: Readonly<Record<string, unknown>>, extensions: object) => {
    const answer = await fetch(program.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${program.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        'mcp-name': String(params['name'] ?? params['taskId']),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: ++id,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': VERSION,
            'io.modelcontextprotocol/clientInfo': { name: 'tasks', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, extensions },
          },
        },
      }),
    });
    return (await answer.json()) as {
      readonly result?: Readonly<Record<string, unknown>>;
      readonly error?: { readonly code: number };
    };
  };
}

const TAKES = { 'io.modelcontextprotocol/tasks': {} };

test('a call goes on as a task where the client takes one, and ends as its result', async () => {
  const send = await client();
  await send('tools/call', { name: 'mcp_activate', arguments: { name: 'tasks' } }, TAKES);
  const call = { name: 'tasks__echo', arguments: { text: 'Hi' } };
  const plain = await send('tools/call', call, {});
  expect(plain.result).toMatchObject({ resultType: 'complete' });

  const begun = await send('tools/call', call, TAKES);
  expect(begun.result).toMatchObject({
    resultType: 'task',
    status: 'working',
    ttlMs: expect.any(Number) as number,
  });
  const taskId = String(begun.result?.['taskId']);
  const state = async () => (await send('tasks/get', { taskId }, TAKES)).result;
  await expect.poll(state).toMatchObject({ status: 'completed' });
  const { content } = plain.result ?? {};
  expect(await state()).toMatchObject({ taskId, result: { resultType: 'complete', content } });
  expect((await send('tasks/get', { taskId: 'another' }, TAKES)).error?.code).toBe(-32_602);
});

test('a question of a task is a part of its state, and is answered with tasks/update', async () => {
  const send = await client();
  await send('tools/call', { name: 'mcp_activate', arguments: { name: 'tasks' } }, TAKES);
  const begun = await send('tools/call', { name: 'tasks__ask', arguments: {} }, TAKES);
  const taskId = String(begun.result?.['taskId']);
  const state = async () => (await send('tasks/get', { taskId }, TAKES)).result;
  await expect.poll(state).toMatchObject({ status: 'input_required' });
  const asked = (await state())?.['inputRequests'] ?? {};
  const [key = ''] = Object.keys(asked);
  expect(asked).toMatchObject({ [key]: { method: 'elicitation/create' } });
  const inputResponses = { [key]: { action: 'accept', content: { name: 'Ann' } } };
  const updated = await send('tasks/update', { taskId, inputResponses }, TAKES);
  expect(updated.result).toMatchObject({ resultType: 'complete' });
  await expect.poll(state).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(await state())).toContain('Ann');
});

test('a task is cancelled', async () => {
  const send = await client();
  await send('tools/call', { name: 'mcp_activate', arguments: { name: 'tasks' } }, TAKES);
  const begun = await send('tools/call', { name: 'tasks__hang', arguments: {} }, TAKES);
  const taskId = String(begun.result?.['taskId']);
  expect((await send('tasks/cancel', { taskId }, TAKES)).result).toMatchObject({ resultType: 'complete' });
  await expect
    .poll(async () => (await send('tasks/get', { taskId }, TAKES)).result)
    .toMatchObject({
      status: 'cancelled',
    });
});
