import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { type TokenIssuer, tokenIssuer } from '../support/tokenIssuer';
import { Agent, agreeing } from './clients';
import { callOf, endpointOf, INITIALIZE, PING } from './endpoints';
import { realServer, script, TINY, world } from './world';

const READ = 'switchyard:read';
const WORK = 'switchyard:read switchyard:work';
const ADMINISTER = `${WORK} switchyard:administer`;

/** A server whose calls run until they are cancelled. */
const HANGING = script(
  TINY.replace(`'tools/call': { content: [{ type: 'text', text: 'pong' }] },`, '').replace(
    'if (id !== undefined)',
    `if (id !== undefined && method !== 'tools/call')`,
  ),
);

type Door = Awaited<ReturnType<typeof endpointOf>>;

/** What the answer says of what a message with this token lacks; null where it lacks nothing. */
async function lacked(door: Door, token: string, body: unknown): Promise<string | null> {
  const answer = await door.post(`Bearer ${token}`, body);
  const challenge = answer.headers.get('www-authenticate');
  expect([answer.status === 403, await answer.text()]).toEqual([challenge !== null, expect.any(String)]);
  return /error="insufficient_scope", scope="([^"]*)"/.exec(challenge ?? '')?.[1] ?? null;
}

test('nobody finds the session of somebody else, nor their own with other scopes', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({}), by);
  const ada = await by.sign();
  const session = { 'mcp-session-id': await door.open(ada) };
  const status = async (more: Parameters<TokenIssuer['sign']>[0]) =>
    (await door.post(`Bearer ${await by.sign(more)}`, PING, session)).status;
  expect(await status({})).toBe(200);
  expect(await status({ sub: 'bob' })).toBe(404);
  expect(await status({ scope: READ })).toBe(404);
  expect(await status({ scope: ADMINISTER })).toBe(404);
  // Scopes of others, in another order or twice, are the same ones.
  expect(await status({ scope: `email ${WORK.split(' ').toReversed().join(' ')} ${READ}` })).toBe(200);
  const headers = { authorization: `Bearer ${await by.sign({ sub: 'bob' })}`, ...session };
  for (const method of ['GET', 'DELETE'])
    expect((await fetch(door.url, { method, headers })).status).toBe(404);
  expect(await status({})).toBe(200);
});

test('each tool needs its scope, in both eras, and the answer says what to sign in for', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({}), by, '--allow-restore');
  const [read, work] = [await by.sign({ scope: READ }), await by.sign({ scope: WORK })];
  const cases: readonly (readonly [token: string, tool: string, wanted: string | null])[] = [
    [read, 'mcp_environment', null],
    [read, 'mcp_activate', WORK],
    [read, 'mcp_call_tool', WORK],
    [read, 'restore_task', `${READ} switchyard:restore`],
    [read, 'child_create', `${READ} switchyard:administer`],
    [work, 'mcp_activate', null],
    [work, 'restore_task', `${WORK} switchyard:restore`],
    [work, 'bb_delete', ADMINISTER],
    [work, 'logs_tail', ADMINISTER],
    [work, 'child_create', ADMINISTER],
  ];
  for (const [token, tool, wanted] of cases) {
    expect([tool, await lacked(door, token, callOf(tool))]).toEqual([tool, wanted]);
    const modern = await door.ask(token, 'tools/call', { name: tool, arguments: {} });
    expect([tool, modern.status === 403]).toEqual([tool, wanted !== null]);
    await modern.text();
  }
});

test('who may only read sees shared state with the tools of its modules, and turns nothing else on', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({ tiny: script(TINY) }), by, '--approve', 'all');
  const { agent: ada } = await door.agent(await by.sign());
  await ada.call('mcp_activate', { name: 'blackboard' });
  await ada.call('bb_set', { key: 'team:plan', value: 'Tidy up' });
  const read = await by.sign({ sub: 'bob', scope: READ });
  const { agent: bob } = await door.agent(read);
  for (const [name, tool, input] of [
    ['blackboard', 'bb_get', { key: 'team:plan' }],
    ['plans', 'plan_status', {}],
    ['resources', 'resources_read', { uri: 'sc://blackboard/team' }],
  ] as const) {
    expect([name, (await bob.call('mcp_activate', { name, wait_for_previous: true })).isError]).toEqual([
      name,
      false,
    ]);
    expect([tool, (await bob.call(tool, input)).isError]).toEqual([tool, false]);
  }
  expect((await bob.call('mcp_deactivate', { server: 'plans' })).isError).toBe(false);
  const modern = async (name: string, input: object) =>
    await door.ask(read, 'tools/call', { name, arguments: input });
  await (await modern('mcp_activate', { name: 'blackboard' })).text();
  expect(await (await modern('bb_get', { key: 'team:plan' })).text()).toContain('Tidy up');
  for (const [tool, input, wanted] of [
    ['bb_set', { key: 'team:plan', value: 1 }, WORK],
    ['mcp_activate', { name: 'tiny' }, WORK],
    ['mcp_activate', { name: 'blackboard', server: 'tiny' }, WORK],
    ['mcp_activate', {}, WORK],
  ] as const)
    expect([tool, await lacked(door, read, callOf(tool, input))]).toEqual([tool, wanted]);
});

test('a call inside a call needs its scope too, and so do a server’s tools, resources and prompts', async () => {
  const by = await tokenIssuer();
  const of = world({ every: realServer('everything') });
  const flags = ['--approve', 'every', '--core', 'every', '--allow-restore'];
  const door = await endpointOf(of, by, ...flags);
  const [work, read] = [await by.sign(), await by.sign({ scope: READ })];
  const { agent: ada } = await door.agent(work);
  expect(
    (await ada.call('mcp_call_tool', { tool: 'every__echo', arguments: { message: 'Hi' } })).text,
  ).toContain('Hi');
  for (const tool of ['restore_task', 'restore-task'])
    expect((await ada.call('mcp_call_tool', { tool, arguments: { task_id: 'x' } })).code).toBe(
      'missing-scope',
    );
  const { agent: bob } = await door.agent(read);
  expect(await bob.toolNames()).toContain('every__echo');
  expect((await bob.call('every__echo', { message: 'Hi' })).code).toBe('missing-scope');
  const uri = 'demo://resource/static/document/features.md';
  const messages = [
    { ...PING, method: 'resources/read', params: { uri } },
    { ...PING, method: 'resources/subscribe', params: { uri } },
    { ...PING, method: 'prompts/get', params: { name: 'every__simple-prompt' } },
  ];
  for (const message of messages)
    expect([message.method, await lacked(door, read, message)]).toEqual([message.method, WORK]);
  expect((await ada.client.readResource({ uri })).contents).toHaveLength(1);
  await expect(bob.client.readResource({ uri })).rejects.toMatchObject({
    code: 403,
    message: expect.stringContaining('The access token lacks the scope switchyard:work'),
  });
});

test('each sees and cancels their own calls and servers only, also who administers', async () => {
  const by = await tokenIssuer();
  const flags = ['--approve', 'slow', '--enable-cancellation'];
  const door = await endpointOf(world({ slow: HANGING }), by, ...flags);
  const { agent: ada } = await door.agent(await by.sign());
  const others = [{ sub: 'bob' }, { sub: 'root', scope: ADMINISTER }, { scope: ADMINISTER }];
  await ada.call('mcp_activate', { name: 'slow' });
  await ada.call('mcp_activate', { name: 'operations' });
  const hangs = ada.call('mcp_call_tool', { tool: 'slow__ping' });
  const rows = async (agent: Agent) =>
    (await agent.call('op_list', { include_ended: true })).structured['operations'] as readonly {
      readonly id: string;
      readonly name: string;
    }[];
  const running = async () => (await rows(ada)).find(({ name }) => name === 'mcp_call_tool');
  await expect.poll(running).toBeDefined();
  const id = (await running())?.id ?? '';
  for (const other of others) {
    const { agent } = await door.agent(await by.sign(other));
    await agent.call('mcp_activate', { name: 'operations' });
    expect(await rows(agent)).not.toContainEqual(expect.objectContaining({ name: 'mcp_call_tool' }));
    expect((await agent.call('op_cancel', { op_id: id })).text).toContain('E-CANCEL-NOTFOUND');
    expect((await agent.call('slow__ping')).code).toBe('not-active-here');
    const { structured } = await agent.call('mcp_environment', { status: 'active' });
    expect(JSON.stringify(structured['servers'])).not.toContain('slow');
  }
  expect((await ada.call('op_cancel', { op_id: id })).structured).toMatchObject({ ok: true });
  expect((await hangs).code).toBe('cancelled');
});

test('asks only who administers what may start here, and who calls whether their own call may run', async () => {
  const by = await tokenIssuer();
  const of = world({ tiny: { ...script(TINY), require_approval: 'always' } });
  const door = await endpointOf(of, by);
  const [ada, root] = [agreeing(), agreeing()];
  await door.agent(await by.sign(), ada.agent);
  await door.agent(await by.sign({ sub: 'root', scope: ADMINISTER }), root.agent);
  expect((await ada.agent.call('mcp_activate', { name: 'tiny' })).code).toBe('launch-not-approved');
  expect([ada.asked, root.asked]).toEqual([[], []]);
  expect((await root.agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
  expect(root.asked).toEqual([expect.stringContaining('Start the MCP server "tiny"?')]);
  // Approved once, by who may, it is approved for everybody.
  expect((await ada.agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
  expect((await ada.agent.call('tiny__ping')).text).toBe('pong');
  expect(ada.asked).toEqual([expect.stringContaining('Run the tool "ping"')]);
  expect(root.asked).toHaveLength(1);
});

test('two users of the newer era with the same client and the same names share nothing but what is everybody’s', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({ tiny: script(TINY) }), by, '--approve', 'tiny');
  const [ada, bob] = [await by.sign(), await by.sign({ sub: 'bob' })];
  const call = async (token: string, name: string, args = {}) =>
    await (await door.ask(token, 'tools/call', { name, arguments: args })).text();
  expect(await call(ada, 'mcp_activate', { name: 'tiny' })).toContain('"state":"started"');
  expect(await call(ada, 'tiny__ping')).toContain('pong');
  expect(await call(bob, 'tiny__ping')).toContain('not-active-here');
  // With other scopes, nor does ada.
  expect(await call(await by.sign({ scope: ADMINISTER }), 'tiny__ping')).toContain('not-active-here');
  expect(await call(await by.sign(), 'tiny__ping')).toContain('pong');
  expect((await door.ask('x'.repeat(43), 'tools/list')).status).toBe(401);
});

test('folders that a client names let no server out of the workspace', async () => {
  const by = await tokenIssuer();
  const of = world({ files: realServer('filesystem', '${workspaceFolder}') });
  const door = await endpointOf(of, by, '--approve', 'files');
  const agent = new Agent({ roots: { listChanged: true } });
  let asked = 0;
  agent.client.setRequestHandler(ListRootsRequestSchema, () => {
    asked++;
    return { roots: [{ uri: 'file:///' }] };
  });
  await door.agent(await by.sign(), agent);
  expect((await agent.call('mcp_activate', { name: 'files' })).isError).toBe(false);
  await agent.client.sendRootsListChanged();
  const { text } = await agent.call('files__list_allowed_directories');
  expect([text.trim().split('\n').slice(1), asked]).toEqual([[`${of.folder}/workspace`], 0]);
  expect((await agent.call('files__read_text_file', { path: '/etc/hostname' })).isError).toBe(true);
});

test('one user takes no more than their share of sessions, and nobody else’s', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({ tiny: script(TINY) }), by, '--approve', 'tiny');
  const ada = await by.sign();
  const sessions = await Promise.all(Array.from({ length: 32 }, async () => await door.open(ada)));
  expect(new Set(sessions).size).toBe(32);
  const late = await door.post(`Bearer ${ada}`, INITIALIZE);
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await late.text()).toContain('Too many clients are connected (32)');
  expect(await door.open(await by.sign({ sub: 'bob' }))).not.toBe('');
  // Clients of the newer era wait for nobody: the one that is quiet longest is forgotten.
  const call = async (client: string, name: string, args = {}) =>
    await (await door.ask(ada, 'tools/call', { name, arguments: args }, client)).text();
  await call('first', 'mcp_activate', { name: 'tiny' });
  for (let other = 0; other < 31; other++) await call(`other ${other}`, 'mcp_environment');
  expect(await call('first', 'tiny__ping')).toContain('pong');
  for (let other = 0; other < 32; other++) await call(`other ${other}`, 'mcp_environment');
  expect(await call('first', 'tiny__ping')).toContain('not-active-here');
});

test('a task says who signed in to record it, in both eras', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({}), by);
  const [ada, bob] = [await by.sign({ sub: 'ada' }), await by.sign({ sub: 'bob' })];
  const { agent } = await door.agent(ada);
  const { structured } = await agent.call('start_workflow', { name: 'Work' });
  const workflow = structured['workflow_id'];
  const begin = (name: string) => ({ workflow_id: workflow, name, goal: name });
  expect((await agent.call('start_task', begin('Of Ada'))).code).toBeUndefined();
  const modern = await door.ask(bob, 'tools/call', { name: 'start_task', arguments: begin('Of Bob') });
  expect(modern.status).toBe(200);
  await modern.text();
  const uri = `sc://workflows/${String(workflow)}`;
  const { contents } = await agent.client.readResource({ uri });
  const [content] = contents;
  const text = content !== undefined && 'text' in content ? content.text : '';
  expect(text).toMatch(/Of Ada[^]*Recorded by: ada\n[^]*Of Bob[^]*Recorded by: bob\n/);
});
