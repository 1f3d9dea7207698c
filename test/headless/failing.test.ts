import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { script, world } from './world';

/**
 * Says its key and exits where the file FAIL is there: at its start, or when `fail` is called. `hang` never answers, and `add` adds a
 * tool, says so and answers.
 */
const FRAIL = `
const { existsSync } = require('node:fs');
const leave = () => { console.error('db locked by ' + process.env.API_KEY); process.exit(3); };
const tools = ['read', 'fail', 'hang', 'add'];
const send = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const call = name => {
    if (name === 'hang') return undefined;
    if (name === 'fail') leave();
    if (name === 'add') { tools.push('added'); send({ method: 'notifications/tools/list_changed' }); }
    return { content: [{ type: 'text', text: 'did ' + name }] };
  };
  const result = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'frail', version: '2.4.0' } }),
    'tools/list': () => ({ tools: tools.map(name => ({ name, inputSchema: { type: 'object' } })) }),
    'tools/call': () => call(params.name),
  }[method]?.();
  if (result !== undefined) send({ id, result });
});
if (existsSync(process.env.FAIL)) leave();`;

const KEY = 'sk-verysecretvalue1234';

/** A world with that server as `db`, and a way to make its starts fail. */
function frailWorld() {
  const of = world({});
  const file = join(of.folder, 'fail');
  const db = script(FRAIL, { FAIL: file, API_KEY: KEY });
  writeFileSync(of.serversFile, JSON.stringify({ servers: { db } }));
  const fail = (isFailing: boolean): void =>
    isFailing ? writeFileSync(file, '') : rmSync(file, { force: true });
  return { of, fail };
}

test('a call that the user cancels is no error of ours', async () => {
  const { of } = frailWorld();
  const { agent, stderr } = await overStdio(of, ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'db' });
  const cancelled = new AbortController();
  const call = agent.client.callTool({ name: 'db__hang', arguments: {} }, undefined, {
    signal: cancelled.signal,
  });
  await agent.toolNames(); // Behind the call on the same connection: the program has it.
  cancelled.abort('Not any more.');
  await expect(call).rejects.toThrow('Not any more.');
  expect((await agent.call('db__read')).text).toBe('did read');
  expect(stderr()).not.toContain('A tool failed');
});

test('a plan that the user cancels is no error of ours either, nor are the calls of its leaves', async () => {
  const { of } = frailWorld();
  const { agent, stderr } = await overStdio(of, ['--approve', 'all', '--enable-bt']);
  await agent.call('mcp_activate', { name: 'db' });
  const cancelled = new AbortController();
  const tree = { id: 'p', root: { type: 'task', tool: 'db__hang' } };
  const plan = agent.client.callTool({ name: 'plan_run_bt', arguments: { tree, run_id: 'r' } }, undefined, {
    signal: cancelled.signal,
  });
  plan.catch(() => undefined);
  const state = async (): Promise<unknown> => (await agent.call('plan_status', { run_id: 'r' })).structured;
  await expect.poll(state).toMatchObject({ runs: [{ running: ['db__hang'] }] });
  cancelled.abort('Not any more.');
  await expect.poll(state).toMatchObject({ runs: [{ state: 'cancelled' }] });
  expect((await agent.call('db__read')).text).toBe('did read');
  expect(stderr()).not.toContain('A tool failed');
});

test('a known server that dies stays active, and every way to it tells why, until it works again', async () => {
  const { of, fail } = frailWorld();
  const first = await overStdio(of, ['--approve', 'all']);
  await first.agent.call('mcp_activate', { name: 'db' });
  await first.agent.client.close();

  fail(true);
  const { agent, stderr } = await overStdio(of, ['--approve', 'all']);
  expect((await agent.call('mcp_activate', { name: 'db' })).structured['state']).toBe('cached');
  const refused = await agent.call('db__read');
  expect([refused.code, refused.text]).toEqual([
    'start-failed',
    '"db" did not start. It exited with code 3. Last output: db locked by •••. ' +
      'It stays active in this session: call again when that is fixed, or mcp_deactivate with name "db".',
  ]);
  const generic = await agent.call('mcp_call_tool', { server: 'db', tool: 'read' });
  expect(generic.text).toContain('It exited with code 3. Last output: db locked by •••');
  expect(await agent.toolNames()).toContain('db__read');

  const again = await agent.call('mcp_activate', { name: 'db' });
  expect(again.structured).toMatchObject({ already_active: true });
  expect(again.text).toContain(
    'Warning: It failed: "db" did not start. It exited with code 3. Last output: db locked',
  );
  const brief = await agent.call('mcp_environment', { status: 'active' });
  expect(brief.text).toContain('! db: failed: "db" did not start. It exited with code 3.');
  expect(JSON.stringify(brief.structured)).toContain('It exited with code 3.');
  const full = await agent.call('mcp_environment', { detail: 'full' });
  expect(full.structured['servers']).toContainEqual(
    expect.objectContaining({
      name: 'db',
      status: 'active',
      health: 'error',
      failure: expect.stringContaining('It exited with code 3. Last output: db locked by •••'),
    }),
  );
  expect((await agent.call('mcp_info')).structured['servers']).toEqual({
    running: 0,
    failed: [{ name: 'db', why: expect.stringContaining('It exited with code 3.') }],
  });

  fail(false);
  expect((await agent.call('db__read')).text).toBe('did read');
  expect((await agent.call('mcp_environment', { detail: 'full' })).text).not.toContain('failed');
  expect(
    [refused, generic, again, brief, full].map(each => JSON.stringify(each)).join() + stderr(),
  ).not.toContain(KEY);
});

test('mcp_deactivate cancels a call under way first, and says so, also to the one who called', async () => {
  const { of } = frailWorld();
  const { agent } = await overStdio(of, ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'db' });
  const call = agent.call('db__hang');
  await agent.toolNames(); // Behind the call on the same connection: the program has it.
  const off = await agent.call('mcp_deactivate', { name: 'db' });
  expect(off.text).toBe(
    'Cancelled 1 running call of "db". "db" is off; 4 tools removed. Still active: none.',
  );
  expect(off.structured).toMatchObject({ server: 'db', calls_cancelled: 1 });
  const ended = await call;
  expect([ended.code, ended.text]).toEqual([
    'deactivated',
    '"db" was turned off in this session while "hang" was under way: the call was cancelled. Call mcp_activate with name "db" to use it again.',
  ]);
});

test('a tool can be called at once after its server added it', async () => {
  const { of } = frailWorld();
  const { agent } = await overStdio(of, ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'db' });
  await agent.call('db__add');
  expect((await agent.call('db__added')).text).toBe('did added');
});

test('a start that fails names what its entry asks for and does not get', async () => {
  const { of, fail } = frailWorld();
  fail(true);
  const { servers } = JSON.parse(readFileSync(of.serversFile, 'utf8'));
  writeFileSync(of.serversFile, JSON.stringify({ servers: { db: { ...servers.db, sandboxEnabled: true } } }));
  const { agent } = await overStdio(of, ['--approve', 'all']);
  const { code, text } = await agent.call('mcp_activate', { name: 'db' });
  expect(code).toBe('start-failed');
  expect(text).toMatch(
    /It is not active\. Its entry has a problem: .*servers\.json:1:\d+: "db": sandboxEnabled is not read: .* Tell the user\./,
  );
});
