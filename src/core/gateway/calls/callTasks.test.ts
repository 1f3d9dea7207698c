import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { textResult, toolNamed } from '../../../../test/support/fakeServers';
import { anna, ben } from '../../../../test/support/gatewayWorld';
import { taskWorld } from '../../../../test/support/taskWorld';
import { client, noSignal, settle } from '../../../../test/support/testCore';
import { Refusal } from '../../support/refusal';

const NO_SUCH = { code: -32_602, message: expect.stringContaining('There is no task with this ID') };

test('lists a tool that runs as a task as one that may, and one that does not without a word', async () => {
  const { activate, gateway } = await taskWorld();
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
  const { toolbox, servers } = await taskWorld();
  await expect(
    toolbox.begin(anna, 'files__write', {}, undefined, { signal: noSignal() }),
  ).rejects.toMatchObject({
    code: -32_601,
    message: expect.stringContaining('Call it again without "task"'),
  });
  expect(servers.calls).toEqual([]);
});

test('a task is nothing to anybody else: not to see, to read, to cancel, or to tell from one that never was', async () => {
  const { idOf, tasks, works, resultOf, statusOf } = await taskWorld();
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
  const { idOf, statusOf, tasks } = await taskWorld();
  const id = await idOf();
  expect(statusOf(id, client('window'))).toBe('working');
  expect(tasks.list(client('window'), undefined).tasks).toHaveLength(1);
  const thread = { ...client('window'), session: ben.session };
  expect(() => tasks.get(thread, id)).toThrow(expect.objectContaining(NO_SUCH));
  expect(() => tasks.get(client('another window'), id)).toThrow(expect.objectContaining(NO_SUCH));
});

test('tells of a status the connection whose chat it is, and nobody else', async () => {
  const { idOf, works, notices } = await taskWorld();
  await idOf();
  works[0]?.end(textResult('x'));
  await settle();
  expect(['window', 'other'].map(connection => notices[0]?.isFor({ connection, host: anna.host }))).toEqual([
    true,
    false,
  ]);
});

test('cancelling stops it at its server, once, and it stays cancelled', async () => {
  const { begin, statusOf, tasks, works, resultOf } = await taskWorld();
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

test('what fails before its server took it on leaves no task', async () => {
  const { begin, servers, tasks } = await taskWorld();
  const files = servers.servers.get('files')!;
  const { answer } = files;
  files.answer = () => Promise.reject(new Refusal('upstream-failed', 'no'));
  for (let count = 0; count < 65; count += 1) await expect(begin()).rejects.toThrow('no');
  expect(tasks.list(anna, undefined).tasks).toEqual([]);
  files.answer = answer!;
  expect(await begin()).toMatchObject({ status: 'working' });
});

test('passes every check of an ordinary call before its server hears of it', async () => {
  const entries = [entryOf('files', { requireApproval: 'always' })];
  const { activate, askedCalls, toolbox, person, works, idOf, begin } = await taskWorld({ entries });
  person.answerCall = async () => 'no';
  await expect(begin()).rejects.toMatchObject({ code: 'call-rejected' });
  expect(askedCalls).toHaveLength(1);
  person.answerCall = async () => 'once';
  const options = { signal: noSignal() };
  await expect(toolbox.begin(anna, 'files__read', { text: 7 }, undefined, options)).rejects.toMatchObject({
    code: 'invalid-arguments',
  });
  await expect(begin(ben)).rejects.toMatchObject({ code: 'not-active-here' });
  await activate(ben, 'files');
  await idOf(ben);
  expect(works).toHaveLength(1);
});

test('withholds a tool that changed from tasks too', async () => {
  const { begin, clock, servers, works } = await taskWorld();
  servers.changeTools('files', [
    { ...toolNamed('read'), description: 'Another tool now', execution: { taskSupport: 'optional' } },
  ]);
  clock.advance(1_000);
  await settle();
  await expect(begin()).rejects.toMatchObject({ code: 'tool-withheld' });
  expect(works).toEqual([]);
});

test('a long result is cut as that of a call is, once, and its chat reads the rest', async () => {
  const { gateway, idOf, works, resultOf } = await taskWorld({ settings: { maxResultBytes: 2_048 } });
  const id = await idOf();
  const whole = `${'x'.repeat(1_024)} and more ${'y'.repeat(1_024)}`;
  works[0]?.end(textResult(whole));
  const result = await resultOf(id);
  const [first, , link] = result['content'] as { readonly text?: string; readonly uri?: string }[];
  expect(first?.text).toBe('x'.repeat(1_024));
  expect(gateway.results.read(link?.uri ?? '', [anna.session])).toBe(whole);
  expect(await resultOf(id)).toEqual(result);
});

test('ends with its time, wherever it is, and the wish for a time is bounded', async () => {
  const { begin, clock, idOf, resultOf, statusOf, tasks, works } = await taskWorld();
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
  const { begin, clock, person, statusOf } = await taskWorld({ entries });
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
  const { clock, gateway, idOf, activate, tasks, works, statusOf } = await taskWorld();
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
  const { activate, gateway, idOf, statusOf, works } = await taskWorld();
  await activate(ben, 'files');
  const [annas, bens] = [await idOf(anna), await idOf(ben)];
  await gateway.deactivate(anna, 'files');
  expect(statusOf(annas)).toBe('failed');
  expect(works[0]?.options.signal.aborted).toBe(true);
  expect(statusOf(bens, ben)).toBe('working');
});

test('lists its tasks page by page, and bounds how many there are', async () => {
  const { begin, idOf, tasks, works } = await taskWorld();
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
  const { idOf, statusOf, tasks, works } = await taskWorld({ settings: { maxResultBytes: 0 } });
  // About as much as one answer holds.
  const big = textResult('x'.repeat(5.5 * 1_048_576));
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    ids.push(await idOf());
    works[count]?.end(big);
    await settle();
  }
  expect(() => tasks.get(anna, ids[0]!)).toThrow(expect.objectContaining(NO_SUCH));
  expect(new Set(ids.slice(1).map(id => statusOf(id)))).toEqual(new Set(['completed']));
});
