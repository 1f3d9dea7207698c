import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { memorySignIns } from '../../../test/support/signInWorld';
import type { Progress, UpstreamConnection } from '../../core/gateway/upstream/upstream';
import { SdkConnector } from './sdkConnector';

/** A server whose only tools run as tasks: one ends after three looks at it, one never. */
const TASKS = `
const looks = new Map(), waiting = new Map(); let last = 0, cancelled = 0;
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const tool = name => ({ name, inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } });
const task = (taskId, status, statusMessage) => ({ taskId, status, statusMessage, ttl: null, createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z', pollInterval: 200 });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } }, serverInfo: { name: 'tasks', version: '1' } }),
    'tools/list': () => ({ tools: [tool('count'), tool('endless'), { name: 'cancelled', inputSchema: { type: 'object' } }] }),
    'tools/call': () => {
      if (params.name === 'cancelled') return { content: [{ type: 'text', text: String(cancelled) }] };
      if (params.task === undefined) return undefined;
      const taskId = params.name + (last += 1);
      return { task: task(taskId, 'working') };
    },
    'tasks/get': () => {
      const seen = (looks.get(params.taskId) ?? 0) + 1;
      looks.set(params.taskId, seen);
      if (seen === 3 && params.taskId.startsWith('count'))
        setImmediate(() => send({ id: waiting.get(params.taskId), result: { content: [{ type: 'text', text: 'Counted.' }] } }));
      return task(params.taskId, 'working', 'Look ' + seen);
    },
    'tasks/result': () => void waiting.set(params.taskId, id),
    'tasks/cancel': () => { cancelled += 1; return task(params.taskId, 'cancelled'); },
  };
  const result = results[method]?.();
  if (result !== undefined) send({ id, result });
});`;

async function connected(): Promise<UpstreamConnection> {
  const connector = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1',
    workspaceFolder: undefined,
    log: new KeptLog(),
  });
  const launch = {
    type: 'stdio',
    command: process.execPath,
    args: ['-e', TASKS],
    env: {},
    cwd: tmpdir(),
  } as const;
  const hooks = { onClosed: () => undefined, onToolsChanged: () => undefined, onNotice: () => undefined };
  const connection = await connector.connect(idOf('tasks'), launch, hooks, new AbortController().signal);
  onTestFinished(() => connection.close());
  await connection.listTools(new AbortController().signal);
  return connection;
}

test('a tool that runs as a task is called like any other, and says how far it is', async () => {
  const connection = await connected();
  const told: Progress[] = [];
  const result = await connection.callTool(
    'count',
    {},
    { signal: new AbortController().signal, onProgress: progress => void told.push(progress) },
  );
  expect(result).toEqual({ content: [{ type: 'text', text: 'Counted.' }] });
  expect(told.map(({ message }) => message).slice(0, 2)).toEqual(['Look 1', 'Look 2']);
});

test('cancelling the call cancels the task', async () => {
  const connection = await connected();
  const abort = new AbortController();
  const { promise: isRunning, resolve: onProgress } = Promise.withResolvers<unknown>();
  const calling = connection.callTool('endless', {}, { signal: abort.signal, onProgress });
  await isRunning;
  abort.abort(new Error('never mind'));
  await expect(calling).rejects.toThrow('never mind');
  const count = async () =>
    await connection.callTool('cancelled', {}, { signal: new AbortController().signal });
  expect(await count()).toEqual({ content: [{ type: 'text', text: '1' }] });
});
