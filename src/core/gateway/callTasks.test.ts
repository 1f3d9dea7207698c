import { expect, test } from 'vitest';
import { entryOf } from '../../../test/support/catalogWorld';
import { textResult, toolNamed } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { client, noSignal, settle } from '../../../test/support/testCore';
import { Refusal } from '../support/refusal';
import type { TaskNotice } from './callTasks';
import type { Caller } from './sessions';
import type { CallerClient, CallOptions, ToolResult } from './upstream';

/** A call that the server works on until the test lets it end. */
interface Work {
  readonly options: CallOptions;
  end(result: ToolResult): void;
  fail(error: Error): void;
}

const NO_SUCH = { code: -32_602, message: expect.stringContaining('There is no task of this id here') };

/** A server whose `read` runs as a task if it is wished to, whose `write` never does. */
async function world(options: Parameters<typeof gatewayWorld>[0] = {}) {
  const made = await gatewayWorld(options);
  const { gateway, servers } = made;
  const works: Work[] = [];
  const files = servers.servers.get('files')!;
  files.tools = [{ ...toolNamed('read'), execution: { taskSupport: 'required' } }, 'write'];
  files.answer = async (_tool, _input, given) => {
    const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
    works.push({ options: given, end: resolve, fail: reject });
    given.signal.addEventListener('abort', () => reject(given.signal.reason), { once: true });
    given.task?.onState({ pollMs: 300, message: 'Reading' });
    return await promise;
  };
  await made.activate(anna, 'files');
  const notices: TaskNotice[] = [];
  gateway.tasks.onNotice(notice => void notices.push(notice));
  const begin = async (caller: Caller = anna, ttlMs?: number, more: Partial<CallOptions> = {}) =>
    await gateway.callAsTask(caller, 'files__read', {}, ttlMs, { signal: noSignal(), ...more });
  const idOf = async (caller?: Caller, ttlMs?: number) => String((await begin(caller, ttlMs))['taskId']);
  const statusOf = (id: string, caller: Caller = anna) => gateway.tasks.get(caller, id)['status'];
  const resultOf = async (id: string, caller: Caller = anna, more: Partial<CallOptions> = {}) =>
    await gateway.tasks.result(caller, id, { signal: noSignal(), ...more });
  return { ...made, works, notices, tasks: gateway.tasks, begin, idOf, statusOf, resultOf };
}

test('begins working, says what its server says, and ends with what the call gave', async () => {
  const { begin, clock, tasks, works, resultOf, notices } = await world();
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

test('lists a tool that runs as a task as one that may, and one that does not without a word', async () => {
  const { activate, gateway } = await world();
  await activate(client('lone'), 'files');
  const support = (connection: string, host: string) =>
    gateway
      .toolsSeenOn(connection, host)
      .filter(({ name }) => name.startsWith('files'))
      .map(({ name, execution }) => [name, execution?.['taskSupport']]);
  expect(support('lone', 'lone')).toEqual([
    ['files__read', 'optional'],
    ['files__write', undefined],
  ]);
  // VS Code would begin tasks and never cancel one: it calls them as it calls others.
  expect(support('window', anna.host)).toEqual([
    ['files__read', undefined],
    ['files__write', undefined],
  ]);
});

test('refuses a tool that knows no tasks in the words of the protocol, and calls nothing', async () => {
  const { gateway, servers } = await world();
  await expect(
    gateway.callAsTask(anna, 'files__write', {}, undefined, { signal: noSignal() }),
  ).rejects.toMatchObject({
    code: -32_601,
    message: expect.stringContaining('Call it again without "task"'),
  });
  expect(servers.calls).toEqual([]);
});

test('a task is nothing to anybody else: not to see, to read, to cancel, or to tell from one that never was', async () => {
  const { idOf, tasks, works, resultOf, statusOf } = await world();
  const id = await idOf();
  const stranger = client('other');
  for (const other of [ben, stranger]) {
    for (const asked of [id, 'never was']) {
      expect(() => tasks.get(other, asked)).toThrow(expect.objectContaining(NO_SUCH));
      expect(() => tasks.cancel(other, asked)).toThrow(expect.objectContaining(NO_SUCH));
      await expect(resultOf(asked, other)).rejects.toMatchObject(NO_SUCH);
    }
    expect(tasks.list(other, undefined)).toEqual({ tasks: [] });
  }
  expect(works[0]?.options.signal.aborted).toBe(false);
  expect(statusOf(id)).toBe('working');
});

test("a host that names no chat when it asks for a task is its chat's connection, or nobody", async () => {
  const { idOf, statusOf, tasks } = await world();
  const id = await idOf();
  expect(statusOf(id, client('window'))).toBe('working');
  expect(tasks.list(client('window'), undefined).tasks).toHaveLength(1);
  expect(() => tasks.get(client('another window'), id)).toThrow(expect.objectContaining(NO_SUCH));
});

test('tells of a status the connection whose chat it is, and nobody else', async () => {
  const { idOf, works, notices } = await world();
  await idOf();
  works[0]?.end(textResult('x'));
  await settle();
  expect(['window', 'other'].map(connection => notices[0]?.isFor({ connection, host: anna.host }))).toEqual([
    true,
    false,
  ]);
});

test('cancelling stops it at its server, once, and it stays cancelled', async () => {
  const { begin, statusOf, tasks, works, resultOf } = await world();
  const asker = { session: anna.session, ask: () => Promise.reject(new Error()), tell: () => undefined };
  const id = String((await begin(anna, undefined, { client: asker }))['taskId']);
  const waited = resultOf(id);
  const { client: own, signal } = works[0]!.options;
  const question = own?.ask('elicitation/create', {}, signal);
  expect(tasks.cancel(anna, id)).toMatchObject({ status: 'cancelled' });
  expect(works[0]?.options.signal.aborted).toBe(true);
  works[0]?.end(textResult('late'));
  await expect(question).rejects.toThrow('The task was cancelled');
  await expect(waited).rejects.toThrow('The task was cancelled');
  expect(statusOf(id)).toBe('cancelled');
  expect(() => tasks.cancel(anna, id)).toThrow(expect.objectContaining({ code: -32_602 }));
});

test('fails with its server, with the words of an ordinary call, and where the tool says so', async () => {
  const { idOf, tasks, works, resultOf } = await world();
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
  const { idOf, tasks, works } = await world();
  const id = await idOf();
  works[0]?.fail(new TypeError('secret is not a function'));
  await settle();
  expect(tasks.get(anna, id)).toMatchObject({
    status: 'failed',
    statusMessage: 'It failed inside Switchyard.',
  });
});

test('what fails before its server took it on leaves no task', async () => {
  const { begin, servers, tasks } = await world();
  const files = servers.servers.get('files')!;
  const { answer } = files;
  files.answer = () => Promise.reject(new Refusal('upstream-failed', 'no'));
  for (let count = 0; count < 65; count += 1) await expect(begin()).rejects.toThrow('no');
  expect(tasks.list(anna, undefined).tasks).toEqual([]);
  files.answer = answer!;
  expect(await begin()).toMatchObject({ status: 'working' });
});

test('a server that answers at once gives a task that is done', async () => {
  const { begin, servers, resultOf, statusOf } = await world();
  servers.servers.get('files')!.answer = async () => textResult('at once');
  const task = await begin();
  expect(task).toMatchObject({ status: 'working' });
  expect(await resultOf(String(task['taskId']))).toEqual(textResult('at once'));
  expect(statusOf(String(task['taskId']))).toBe('completed');
});

test('passes every check of an ordinary call before its server hears of it', async () => {
  const entries = [entryOf('files', { requireApproval: 'always' })];
  const { activate, askedCalls, gateway, person, works, idOf, begin } = await world({ entries });
  person.answerCall = async () => 'no';
  await expect(begin()).rejects.toMatchObject({ code: 'call-rejected' });
  expect(askedCalls).toHaveLength(1);
  person.answerCall = async () => 'once';
  const options = { signal: noSignal() };
  await expect(
    gateway.callAsTask(anna, 'files__read', { text: 7 }, undefined, options),
  ).rejects.toMatchObject({
    code: 'invalid-arguments',
  });
  await expect(begin(ben)).rejects.toMatchObject({ code: 'not-active-here' });
  await activate(ben, 'files');
  await idOf(ben);
  expect(works).toHaveLength(1);
});

test('withholds a tool that changed from tasks too', async () => {
  const { begin, clock, servers, works } = await world();
  servers.changeTools('files', [
    { ...toolNamed('read'), description: 'Another tool now', execution: { taskSupport: 'optional' } },
  ]);
  clock.advance(1_000);
  await settle();
  await expect(begin()).rejects.toMatchObject({ code: 'tool-withheld' });
  expect(works).toEqual([]);
});

test('a long result is cut as that of a call is, once, and its chat reads the rest', async () => {
  const { gateway, idOf, works, resultOf } = await world({ settings: { maxResultBytes: 10 } });
  const id = await idOf();
  works[0]?.end(textResult('0123456789 and more'));
  const result = await resultOf(id);
  const [first, , link] = result['content'] as { readonly text?: string; readonly uri?: string }[];
  expect(first?.text).toBe('0123456789');
  expect(gateway.keptResult({ connection: 'window', host: anna.host }, link?.uri ?? '')).toBe(
    '0123456789 and more',
  );
  expect(await resultOf(id)).toEqual(result);
});

test('ends with its time, wherever it is, and the wish for a time is bounded', async () => {
  const { begin, clock, idOf, resultOf, statusOf, tasks, works } = await world();
  expect(await begin(anna, Number.MAX_SAFE_INTEGER)).toMatchObject({ ttl: 7_200_000 });
  expect(await begin(anna, -5)).toMatchObject({ ttl: 1_000 });
  const id = await idOf(anna, 60_000);
  const waited = resultOf(id);
  clock.advance(59_999);
  expect(statusOf(id)).toBe('working');
  clock.advance(1);
  await expect(waited).rejects.toThrow('The task has expired.');
  expect(works[2]?.options.signal.aborted).toBe(true);
  expect(() => tasks.get(anna, id)).toThrow(expect.objectContaining(NO_SUCH));
  clock.advance(7_200_000);
  expect(tasks.list(anna, undefined).tasks).toEqual([]);
});

test('its time counts from when its server took it on, however long a person thought before', async () => {
  const entries = [entryOf('files', { requireApproval: 'always' })];
  const { begin, clock, person, statusOf } = await world({ entries });
  person.answerCall = async () => {
    clock.advance(60_000);
    return 'once';
  };
  const task = await begin(anna, 10_000);
  expect(task).toMatchObject({ status: 'working', createdAt: '2026-01-01T12:01:00.000Z' });
  clock.advance(9_999);
  expect(statusOf(String(task['taskId']))).toBe('working');
});

test('ends with its session, and a chat whose task runs is not idle', async () => {
  const { clock, gateway, idOf, activate, tasks, works, statusOf } = await world();
  const id = await idOf(anna, 7_200_000);
  clock.advance(7_100_000);
  expect(statusOf(id)).toBe('working');
  const lone = client('lone');
  await activate(lone, 'files');
  await idOf(lone);
  await gateway.connectionClosed('lone');
  expect(works[1]?.options.signal.aborted).toBe(true);
  expect(tasks.list(lone, undefined).tasks).toEqual([]);
  expect(works[0]?.options.signal.aborted).toBe(false);
});

test('fails where its chat switches the server off, though others use it', async () => {
  const { activate, gateway, idOf, statusOf, works } = await world();
  await activate(ben, 'files');
  const [annas, bens] = [await idOf(anna), await idOf(ben)];
  await gateway.deactivate(anna, 'files');
  expect(statusOf(annas)).toBe('failed');
  expect(works[0]?.options.signal.aborted).toBe(true);
  expect(statusOf(bens, ben)).toBe('working');
});

test('lists its tasks page by page, and bounds how many there are', async () => {
  const { begin, idOf, tasks, works } = await world();
  const ids: string[] = [];
  for (let count = 0; count < 64; count += 1) ids.push(await idOf());
  await expect(begin()).rejects.toMatchObject({ code: 'too-many-tasks' });
  const seen: unknown[] = [];
  for (let cursor: string | undefined; ;) {
    const page = tasks.list(anna, cursor);
    expect(page.tasks.length).toBeLessThanOrEqual(25);
    for (const task of page.tasks) seen.push(task['taskId']);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(seen).toEqual(ids);
  for (const cursor of ['', '0', '-1', '65', 'x', '__proto__'])
    expect(() => tasks.list(anna, cursor)).toThrow(expect.objectContaining({ code: -32_602 }));
  // The oldest that is done makes room.
  works[3]?.end(textResult('done'));
  await settle();
  const newest = await idOf();
  expect(() => tasks.get(anna, ids[3]!)).toThrow(expect.objectContaining(NO_SUCH));
  expect(tasks.get(anna, newest)).toMatchObject({ status: 'working' });
});

test('keeps 64 MiB of results at most, the newest of them', async () => {
  const { idOf, statusOf, tasks, works } = await world({ settings: { maxResultBytes: 0 } });
  const big = textResult('x'.repeat(30 * 1_048_576));
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push(await idOf());
    works[count]?.end(big);
    await settle();
  }
  expect(() => tasks.get(anna, ids[0]!)).toThrow(expect.objectContaining(NO_SUCH));
  expect(ids.slice(1).map(id => statusOf(id))).toEqual(['completed', 'completed']);
});

test('asks the client that comes for the result, with our own name of the task, and says so meanwhile', async () => {
  const { begin, statusOf, works, resultOf, notices } = await world();
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
  const { begin, clock, statusOf, works } = await world();
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
  const { begin, works, resultOf } = await world();
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
  const { begin, works } = await world();
  const abort = new AbortController();
  await begin(anna, undefined, { signal: abort.signal });
  abort.abort();
  expect(works[0]?.options.signal.aborted).toBe(false);
});

test('a request that is given up before its server took it on gives up the call', async () => {
  const { begin, servers, works } = await world();
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
