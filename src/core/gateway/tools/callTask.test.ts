import { expect, test } from 'vitest';
import { textResult } from '../../../../test/support/fakeServers';
import { anna } from '../../../../test/support/gatewayWorld';
import { taskWorld } from '../../../../test/support/taskWorld';
import { noSignal, settle } from '../../../../test/support/testCore';
import { Refusal } from '../../support/refusal';
import type { CallerClient } from '../upstream/upstream';

test('begins working, says what its server says, and ends with what the call gave', async () => {
  const { begin, clock, tasks, works, resultOf, notices } = await taskWorld();
  const task = await begin();
  expect(task).toEqual({
    taskId: expect.any(String),
    status: 'working',
    statusMessage: 'Reading',
    createdAt: '2026-01-01T12:00:00.000Z',
    lastUpdatedAt: '2026-01-01T12:00:00.000Z',
    ttl: 3_600_000,
    pollInterval: 300,
  });
  const id = String(task['taskId']);
  const waited = resultOf(id);
  clock.advance(5_000);
  works[0]?.options.task?.onState({ pollMs: 300, message: 'Half\nway' });
  expect(tasks.get(anna, id)).toMatchObject({
    statusMessage: 'Half way',
    lastUpdatedAt: '2026-01-01T12:00:05.000Z',
  });
  works[0]?.end(textResult('All of it'));
  expect(await waited).toEqual(textResult('All of it'));
  expect(await resultOf(id)).toEqual(textResult('All of it'));
  expect(tasks.get(anna, id)).toMatchObject({ status: 'completed' });
  expect(notices.map(({ task: told }) => told['status'])).toEqual(['completed']);
});

test('fails with its server, with the words of an ordinary call, and where the tool says so', async () => {
  const { idOf, tasks, works, resultOf } = await taskWorld();
  const [crashed, refused] = [await idOf(), await idOf()];
  works[0]?.fail(new Refusal('upstream-closed', '"files" ended while "read" ran.'));
  works[1]?.end({ ...textResult('No such file'), isError: true });
  await expect(resultOf(crashed)).rejects.toThrow('"files" ended');
  expect(tasks.get(anna, crashed)).toMatchObject({
    status: 'failed',
    statusMessage: '"files" ended while "read" ran.',
  });
  expect(await resultOf(refused)).toMatchObject({ isError: true });
  expect(tasks.get(anna, refused)).toMatchObject({ status: 'failed', statusMessage: 'No such file' });
});

test('says nothing of what a bug says', async () => {
  const { idOf, tasks, works } = await taskWorld();
  const id = await idOf();
  works[0]?.fail(new TypeError('secret is not a function'));
  await settle();
  expect(tasks.get(anna, id)).toMatchObject({
    status: 'failed',
    statusMessage: 'It failed inside Switchyard.',
  });
});

test('a server that answers at once gives a task that is done', async () => {
  const { begin, servers, resultOf, statusOf } = await taskWorld();
  servers.servers.get('files')!.answer = async () => textResult('at once');
  const task = await begin();
  expect(task).toMatchObject({ status: 'working' });
  expect(await resultOf(String(task['taskId']))).toEqual(textResult('at once'));
  expect(statusOf(String(task['taskId']))).toBe('completed');
});

test('asks the client that comes for the result, with our own name of the task, and says so meanwhile', async () => {
  const { begin, statusOf, works, resultOf, notices } = await taskWorld();
  const asked: unknown[] = [];
  const asker: CallerClient = {
    session: anna.session,
    ask: async (method, params) => {
      asked.push([method, params]);
      return { action: 'accept' };
    },
    tell: (...told) => void asked.push(told),
  };
  const gone: CallerClient = {
    ...asker,
    ask: () => Promise.reject(new Error('This request was answered long ago.')),
  };
  const id = String((await begin(anna, undefined, { client: gone }))['taskId']);
  const own = works[0]?.options.client;
  const answer = own?.ask('elicitation/create', { message: 'Who?' }, noSignal());
  expect(statusOf(id)).toBe('input_required');
  const waited = resultOf(id, anna, { client: asker });
  expect(await answer).toEqual({ action: 'accept' });
  expect(statusOf(id)).toBe('working');
  expect(await own?.ask('sampling/createMessage', {}, noSignal())).toEqual({ action: 'accept' });
  own?.tell('notifications/elicitation/complete', { elicitationId: '1' });
  const related = { 'io.modelcontextprotocol/related-task': { taskId: id } };
  expect(asked).toEqual([
    ['elicitation/create', { message: 'Who?', _meta: related }],
    ['sampling/createMessage', { _meta: related }],
    ['notifications/elicitation/complete', { elicitationId: '1' }],
  ]);
  works[0]?.end(textResult('Hello'));
  await waited;
  const asking = ['input_required', 'working'];
  expect(notices.map(({ task }) => task['status'])).toEqual([...asking, ...asking, 'completed']);
});

test('asks a client that does not come for the result as it made the call, once it had the time to come', async () => {
  const { begin, clock, statusOf, works } = await taskWorld();
  const asked: string[] = [];
  const maker: CallerClient = {
    session: anna.session,
    ask: async method => {
      asked.push(method);
      return { action: 'decline' };
    },
    tell: () => undefined,
  };
  const id = String((await begin(anna, undefined, { client: maker }))['taskId']);
  const answer = works[0]?.options.client?.ask('elicitation/create', {}, noSignal());
  // Its server wants to be asked every 300 ms.
  clock.advance(1_599);
  await settle();
  expect([asked, statusOf(id)]).toEqual([[], 'input_required']);
  clock.advance(1);
  expect(await answer).toEqual({ action: 'decline' });
  expect([asked, statusOf(id)]).toEqual([['elicitation/create'], 'working']);
});

test('progress goes on after the task began, names it, and ends with it', async () => {
  const { begin, works, resultOf } = await taskWorld();
  const told: unknown[] = [];
  const id = String(
    (await begin(anna, undefined, { onProgress: progress => void told.push(progress) }))['taskId'],
  );
  const _meta = { 'io.modelcontextprotocol/related-task': { taskId: id } };
  works[0]?.options.onProgress?.({ progress: 1 });
  works[0]?.end(textResult('done'));
  await resultOf(id);
  works[0]?.options.onProgress?.({ progress: 2 });
  expect(told).toEqual([{ progress: 1, _meta }]);
});

test('the request that began it is over then: its end is not the end of the task', async () => {
  const { begin, works } = await taskWorld();
  const abort = new AbortController();
  await begin(anna, undefined, { signal: abort.signal });
  abort.abort();
  expect(works[0]?.options.signal.aborted).toBe(false);
});

test('a request that is given up before its server took it on gives up the call', async () => {
  const { begin, servers, works } = await taskWorld();
  const abort = new AbortController();
  const files = servers.servers.get('files')!;
  const { answer } = files;
  files.answer = async (tool, input, { task: _silent, ...options }) => await answer!(tool, input, options);
  const begun = begin(anna, undefined, { signal: abort.signal });
  await settle();
  abort.abort(new Error('never mind'));
  await expect(begun).rejects.toThrow('never mind');
  expect(works[0]?.options.signal.aborted).toBe(true);
});
