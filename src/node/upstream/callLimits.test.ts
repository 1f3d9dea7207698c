import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { memorySignIns } from '../../../test/support/signInWorld';
import type { CallerClient } from '../../core/gateway/upstream/upstream';
import type { SessionId } from '../../shared/ids';
import { CALL_LIMITS, type CallLimits } from './sdkConnection';
import { SdkConnector } from './sdkConnector';

/** A server whose tools never answer: `silent` says nothing, `busy` tells of progress all the time. */
const HANGING = `
let cancelled = 0;
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/cancelled') cancelled += 1;
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'hanging', version: '1' } }),
    'tools/list': () => ({ tools: ['silent', 'busy', 'cancelled'].map(name => ({ name, inputSchema: { type: 'object' } })) }),
    'tools/call': () => {
      if (params.name === 'cancelled') return { content: [{ type: 'text', text: String(cancelled) }] };
      const { progressToken } = params._meta;
      if (params.name === 'busy') setInterval(() => send({ method: 'notifications/progress', params: { progressToken, progress: 1 } }), 20).unref();
      return undefined;
    },
  };
  const result = id === undefined ? undefined : results[method]?.();
  if (result !== undefined) send({ id, result });
});`;

async function connected(script: string, limits: CallLimits) {
  const connector = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1',
    workspaceFolder: undefined,
    log: new KeptLog(),
    limits,
  });
  const launch = {
    type: 'stdio',
    command: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: tmpdir(),
  } as const;
  const hooks = { onClosed: () => undefined, onToolsChanged: () => undefined, onNotice: () => undefined };
  const connection = await connector.connect(idOf('hanging'), launch, hooks, new AbortController().signal);
  onTestFinished(() => connection.close());
  return connection;
}

async function hanging(limits: { readonly idleMs: number; readonly maxMs: number }) {
  const connection = await connected(HANGING, { ...limits, taskMaxMs: limits.maxMs });
  return (tool: string, options: { readonly idleMs?: number } = {}) =>
    connection.callTool(tool, {}, { signal: new AbortController().signal, ...options });
}

test.each([
  ['silent', { idleMs: 100, maxMs: 60_000 }],
  ['busy', { idleMs: 5_000, maxMs: 300 }],
])(
  'a call of %s that hangs ends with words, is cancelled at the server, and harms no other',
  async (tool, limits) => {
    const call = await hanging(limits);
    await expect(call(tool)).rejects.toMatchObject({
      code: 'upstream-timeout',
      message: `"hanging" did not answer "${tool}" in time; the call was cancelled. Try again, or with less.`,
    });
    const count = () => call('cancelled', { idleMs: 60_000 });
    await expect.poll(count).toEqual({ content: [{ type: 'text', text: '1' }] });
  },
);

test('progress keeps a call alive beyond the time in which it may be silent', async () => {
  // It tells fifty times a second: on a busy machine it may be silent for one, not for two.
  const call = await hanging({ idleMs: 2_000, maxMs: 3_000 });
  const startedMs = performance.now();
  await expect(call('busy')).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect(performance.now() - startedMs).toBeGreaterThan(2_900);
});

test('the time that a call brings counts more, also than the time in which any call may last, and is named', async () => {
  const call = await hanging({ idleMs: 50, maxMs: 100 });
  const startedMs = performance.now();
  await expect(call('silent', { idleMs: 400 })).rejects.toMatchObject({
    code: 'upstream-timeout',
    message:
      '"hanging" did not answer "silent" within 0.4 s, the "timeout" of its entry; the call was cancelled. Try again, or with less.',
  });
  expect(performance.now() - startedMs).toBeGreaterThan(350);
  await expect(call('busy', { idleMs: 2_000 })).rejects.toMatchObject({
    message: '"hanging" did not answer "busy" in time; the call was cancelled. Try again, or with less.',
  });
});

/** A server that asks as soon as it is called, and never answers. */
const ASKING = `
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'asking', version: '1' } } });
  if (method === 'tools/call' && params.name === 'ask') send({ id: 'question', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
});`;

test('what was asked for a call that is given up is withdrawn, while another call of the chat goes on', async () => {
  const connection = await connected(ASKING, CALL_LIMITS);
  const asked = Promise.withResolvers<AbortSignal>();
  const client: CallerClient = {
    session: 'anna' as SessionId,
    ask: async (_method, _params, signal) => {
      asked.resolve(signal);
      return await new Promise(() => undefined);
    },
    tell: () => undefined,
  };
  const [other, given] = [new AbortController(), new AbortController()];
  const calls = [
    connection.callTool('wait', {}, { signal: other.signal, client }),
    connection.callTool('ask', {}, { signal: given.signal, client }),
  ];
  const question = await asked.promise;
  given.abort(new Error('Given up'));
  await expect(calls[1]).rejects.toThrow('Given up');
  expect(question.aborted).toBe(true);
  other.abort(new Error('Over'));
  await expect(calls[0]).rejects.toThrow('Over');
});
