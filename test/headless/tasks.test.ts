import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  TaskStatusNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from './clients';
import { realServer, world } from './world';

/** A token as services give them, made here so that no scanner takes this file for a leak. */
const token = ['ghp', 'Qq7'.repeat(12)].join('_');

const RELATED = 'io.modelcontextprotocol/related-task';

/** The fault server, whose every tool runs as a task too. */
const TASKS = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../support/faultServer.mjs'), 'tasks'],
  requiredEnv: ['API_KEY'],
};
/** The same without tasks, though its tools say that they run as such. */
const PLAIN = { command: TASKS.command, args: TASKS.args.slice(0, 1) };

/** The program with both, and what an agent of it does. */
async function program() {
  const of = world({ tasks: TASKS, plain: PLAIN, everything: realServer('everything') });
  return await overHttp(of, ['--approve', 'all'], { API_KEY: token });
}

/** A client that is asked for a name and says its own, with a server switched on. */
async function clientOf(
  { url, token: key }: Awaited<ReturnType<typeof program>>,
  name: string,
  ...servers: readonly string[]
) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  const asked: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params);
    return { action: 'accept', content: { name, interpretation: 'snake' } };
  });
  const told: (readonly [string, string])[] = [];
  client.setNotificationHandler(
    TaskStatusNotificationSchema,
    ({ params }) => void told.push([params.taskId, params.status]),
  );
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  for (const server of servers) await client.callTool({ name: 'mcp_activate', arguments: { name: server } });
  const begin = async (tool: string, input: Readonly<Record<string, unknown>> = {}, ttl = 60_000) => {
    const params = { name: tool, arguments: { ...input }, task: { ttl } };
    return (await client.request({ method: 'tools/call', params }, CreateTaskResultSchema)).task;
  };
  const { tasks } = client.experimental;
  const result = async (id: string) => await tasks.getTaskResult(id, CallToolResultSchema);
  const call = async (tool: string) => textOf(await client.callTool({ name: tool, arguments: {} }));
  return { client, asked, told, begin, tasks, result, call };
}

const textOf = (result: unknown): string =>
  (result as { readonly content: { readonly text?: string }[] }).content[0]?.text ?? '';

test('says what it does of tasks, and which tools run as such', async () => {
  const { client } = await clientOf(await program(), 'Anna', 'tasks', 'plain', 'everything');
  expect(client.getServerCapabilities()?.tasks).toEqual({
    list: {},
    cancel: {},
    requests: { tools: { call: {} } },
  });
  const { tools } = await client.listTools();
  const support = (name: string) => tools.find(tool => tool.name === name)?.execution?.taskSupport;
  // Its server runs it as a task only; we run it either way.
  expect(support('everything__simulate-research-query')).toBe('optional');
  expect(support('tasks__echo')).toBe('optional');
  expect(support('plain__echo')).toBeUndefined();
  expect(support('everything__echo')).toBeUndefined();
  expect(support('mcp_call_tool')).toBeUndefined();
});

test("runs a real server's task tool to its end, with a question on the way", async () => {
  const { client, asked, tasks, told } = await clientOf(await program(), 'Anna', 'everything');
  await client.listTools(); // The client looks there which tools run as tasks.
  const name = 'everything__simulate-research-query';
  const stream = tasks.callToolStream(
    { name, arguments: { topic: 'python', ambiguous: true } },
    CallToolResultSchema,
  );
  const seen: string[] = [];
  let id = '';
  let text = '';
  for await (const message of stream) {
    if (message.type === 'taskCreated') id = message.task.taskId;
    if (message.type === 'taskStatus') seen.push(message.task.status);
    if (message.type === 'result') text = textOf(message.result);
    if (message.type === 'error') throw message.error;
  }
  expect(text).toContain('Research Report: python (snake)');
  expect(seen).toContain('input_required');
  expect(asked).toMatchObject([{ _meta: { [RELATED]: { taskId: id } } }]);
  expect(await tasks.getTask(id)).toMatchObject({ status: 'completed', statusMessage: expect.anything() });
  expect(told).toContainEqual([id, 'completed']);
  // A client that knows nothing of tasks calls it like any other.
  const plainly = await client.callTool({ name, arguments: { topic: 'python', ambiguous: true } });
  expect(textOf(plainly)).toContain('Research Report: python (snake)');
  expect([plainly._meta, asked[1]]).toEqual([
    undefined,
    expect.not.objectContaining({ _meta: expect.anything() }),
  ]);
});

test("has ids of our own everywhere, never the server's", async () => {
  const { asked, begin, result, tasks } = await clientOf(await program(), 'Anna', 'tasks');
  const { taskId: id } = await begin('tasks__ask');
  const answer = await result(id);
  expect(JSON.parse(textOf(answer))).toEqual({
    action: 'accept',
    content: { name: 'Anna', interpretation: 'snake' },
    // The client's answer goes back under the name that its server knows.
    _meta: { [RELATED]: { taskId: "the server's own 0" } },
  });
  expect(answer._meta).toEqual({ [RELATED]: { taskId: id } });
  expect(id).toMatch(/^[\da-f-]{32,}$/);
  expect(JSON.stringify([asked, await tasks.getTask(id), await tasks.listTasks()])).not.toContain(
    "server's own",
  );
});

test('answers questions of two chats at once, each in its own', async () => {
  const running = await program();
  const [anna, ben] = [await clientOf(running, 'Anna', 'tasks'), await clientOf(running, 'Ben', 'tasks')];
  const [annas, bens] = [await anna.begin('tasks__ask'), await ben.begin('tasks__ask')];
  expect(textOf(await ben.result(bens.taskId))).toContain('"name":"Ben"');
  expect(textOf(await anna.result(annas.taskId))).toContain('"name":"Anna"');
  expect([anna.asked.length, ben.asked.length]).toEqual([1, 1]);
});

test("another chat gets of a task what it gets of one that never was, also by the server's own name", async () => {
  const running = await program();
  const [anna, ben] = [await clientOf(running, 'Anna', 'tasks'), await clientOf(running, 'Ben', 'tasks')];
  const { taskId: id } = await anna.begin('tasks__hang');
  const failure = async (asked: Promise<unknown>) => await asked.then(() => 'none', String);
  const unknown = await failure(ben.tasks.getTask('never was'));
  expect(unknown).toContain('-32602');
  for (const asked of [id, "the server's own 0"]) {
    expect(await failure(ben.tasks.getTask(asked))).toBe(unknown);
    expect(await failure(ben.result(asked))).toBe(unknown);
    expect(await failure(ben.tasks.cancelTask(asked))).toBe(unknown);
  }
  expect((await ben.tasks.listTasks()).tasks).toEqual([]);
  expect(await anna.tasks.getTask(id)).toMatchObject({ status: 'working' });
});

test('cancels a task at its server', async () => {
  const { begin, call, result, tasks, told } = await clientOf(await program(), 'Anna', 'tasks');
  const { taskId: id } = await begin('tasks__hang');
  expect(await tasks.cancelTask(id)).toMatchObject({ taskId: id, status: 'cancelled' });
  await expect.poll(async () => await call('tasks__cancelledTasks')).toBe('1');
  await expect(tasks.cancelTask(id)).rejects.toMatchObject({ code: -32_602 });
  await expect(result(id)).rejects.toThrow('The task was cancelled');
  expect(told).toEqual([[id, 'cancelled']]);
});

test('the tasks of a client that goes away are cancelled at their server', async () => {
  const running = await program();
  const [anna, ben] = [await clientOf(running, 'Anna', 'tasks'), await clientOf(running, 'Ben', 'tasks')];
  await anna.begin('tasks__hang');
  await (anna.client.transport as StreamableHTTPClientTransport).terminateSession();
  await expect.poll(async () => await ben.call('tasks__cancelledTasks')).toBe('1');
});

test('a server that ends fails its tasks, with the words that a call would have got', async () => {
  const { begin, result, tasks } = await clientOf(await program(), 'Anna', 'tasks');
  const { taskId: hanging } = await begin('tasks__hang');
  const { taskId: id } = await begin('tasks__confess', { code: 7 });
  for (const each of [hanging, id]) {
    const answer = await result(each);
    expect([answer.isError, textOf(answer)]).toEqual([
      true,
      expect.stringContaining('It exited with code 7'),
    ]);
    expect(textOf(answer)).toContain('bad key •••');
    expect(answer._meta).toMatchObject({
      [RELATED]: { taskId: each },
      'switchyard/error': { code: 'upstream-closed' },
    });
    expect(await tasks.getTask(each)).toMatchObject({ status: 'failed' });
  }
});

test('masks a secret in what a server says of its task', async () => {
  const { begin, tasks } = await clientOf(await program(), 'Anna', 'tasks');
  const { taskId } = await begin('tasks__hang');
  expect(await tasks.getTask(taskId)).toMatchObject({ statusMessage: 'working with •••' });
});

test('cuts a long result, and keeps the rest for its chat', async () => {
  const running = await program();
  const [anna, ben] = [await clientOf(running, 'Anna', 'tasks'), await clientOf(running, 'Ben', 'tasks')];
  const { taskId } = await anna.begin('tasks__big', { size: 100_000 });
  const { content } = await anna.result(taskId);
  expect(content[0]).toMatchObject({ text: 'x'.repeat(64_512) });
  const link = content.find(({ type }) => type === 'resource_link');
  const uri = link?.type === 'resource_link' ? link.uri : '';
  const { contents } = await anna.client.readResource({ uri: `${uri}?offset=99990` });
  expect(contents).toMatchObject([{ text: 'x'.repeat(10) }]);
  await expect(ben.client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
});

test('lists tasks page by page', async () => {
  const { begin, tasks } = await clientOf(await program(), 'Anna', 'tasks');
  const begun: string[] = [];
  for (let count = 0; count < 30; count += 1) begun.push((await begin('tasks__hang')).taskId);
  const first = await tasks.listTasks();
  const second = await tasks.listTasks(first.nextCursor);
  expect([...first.tasks, ...second.tasks].map(({ taskId }) => taskId)).toEqual(begun);
  expect([first.tasks.length, second.nextCursor]).toEqual([25, undefined]);
  await expect(tasks.listTasks('no cursor')).rejects.toMatchObject({ code: -32_602 });
});

test('refuses what does not run as a task as the protocol says, and what a call is refused for with the same words', async () => {
  const { begin } = await clientOf(await program(), 'Anna', 'tasks', 'plain');
  for (const tool of ['mcp_environment', 'plain__echo'])
    await expect(begin(tool)).rejects.toMatchObject({
      code: -32_601,
      message: expect.stringContaining(`"${tool}" can't run as a task. Call it again without "task"`),
    });
  await expect(begin('tasks__nothing')).rejects.toMatchObject({
    code: -32_602,
    data: { code: 'unknown-tool' },
  });
  await expect(begin('everything__echo')).rejects.toMatchObject({ code: -32_602 });
});
