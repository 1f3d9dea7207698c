import { expect, test } from 'vitest';
import { entryOf, stdio } from '../../../test/support/catalogWorld';
import { textResult } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { client, noSignal, settle } from '../../../test/support/testCore';

test('leaves nothing half active when a start fails, and says why', async () => {
  const { activate, listed, gateway, servers } = await gatewayWorld();
  servers.servers.get('web')!.startFailure = 'It exited with code 1.';
  await expect(activate(anna, 'web')).rejects.toThrow('"web" did not start. It exited with code 1.');
  expect(listed()).toEqual([]);
  expect(gateway.session(anna.session)?.activations.size).toBe(0);
  expect(gateway.health('web' as never)).toEqual({
    state: 'error',
    reason: '"web" did not start. It exited with code 1.',
  });
});

test('ends a start that takes too long: 15 s for a program, 120 s for a package runner', async () => {
  const { activate, clock, servers } = await gatewayWorld({
    entries: [entryOf('files', { launch: stdio('node', ['files.js']) }), entryOf('web')],
  });
  servers.servers.get('files')!.isSlow = true;
  servers.servers.get('web')!.isSlow = true;
  const program = expect(activate(anna, 'files')).rejects.toThrow(
    `"files" didn't respond within 15 s and was stopped.`,
  );
  const runner = expect(activate(anna, 'web')).rejects.toThrow(`"web" didn't respond within 120 s`);
  await settle();
  clock.advance(15_000);
  await program;
  clock.advance(105_000);
  await runner;
});

test('stops waiting when the caller cancels, and nothing is active then', async () => {
  const { gateway, servers, listed } = await gatewayWorld();
  servers.servers.get('files')!.isSlow = true;
  const abort = new AbortController();
  const activation = gateway.activate(anna, 'files', 'agent', abort.signal);
  await settle();
  abort.abort(new Error('cancelled'));
  await expect(activation).rejects.toThrow('cancelled');
  servers.finishStarts();
  await settle();
  expect(listed()).toEqual([]);
  expect(servers.names).toEqual([]);
});

test('knows the tools of a server after a restart and lists them while it starts behind', async () => {
  const first = await gatewayWorld();
  await first.activate(anna, 'files');
  const second = await gatewayWorld({ log: first.store.log });
  second.servers.servers.get('files')!.isSlow = true;
  const report = await second.activate(anna, 'files');
  expect(report).toMatchObject({ start: 'cached' });
  expect(second.listed()).toEqual(['files__read', 'files__write']);
  const call = second.call(anna, 'files__read');
  await settle();
  second.servers.finishStarts();
  expect(await call).toEqual(textResult('read'));
});

test('a call waits for a core server whose tools are not known yet', async () => {
  const { call, servers } = await gatewayWorld({ settings: { coreServers: ['files'] } });
  servers.servers.get('files')!.isSlow = true;
  const calls = Promise.all([call(anna, 'files__read'), call(ben, 'files__read')]);
  await settle();
  servers.finishStarts();
  expect(await calls).toEqual([textResult('read'), textResult('read')]);
  expect(servers.starts).toBe(1);
});

test('forgets cached tools that another launch listed', async () => {
  const first = await gatewayWorld();
  await first.activate(anna, 'files');
  const second = await gatewayWorld({
    log: first.store.log,
    entries: [entryOf('files', { launch: stdio('npx', ['other']) })],
  });
  expect(await second.activate(anna, 'files')).toMatchObject({ start: 'started' });
});

test('starts a crashed server again with the next call', async () => {
  const { activate, call, servers, gateway } = await gatewayWorld();
  await activate(anna, 'files');
  servers.crash('files');
  expect(gateway.health('files' as never)).toMatchObject({
    state: 'error',
    reason: 'It exited with code 7.',
  });
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  expect(servers.starts).toBe(2);
});

test('lists a server again when it says that its tools changed', async () => {
  const { activate, listed, servers, events, clock } = await gatewayWorld();
  await activate(anna, 'files');
  servers.changeTools('files', ['read', 'search']);
  clock.advance(300);
  await settle();
  expect(listed()).toEqual(['files__read', 'files__search']);
  expect(events.filter(event => event.kind === 'toolsChanged').at(-1)?.payload).toEqual({
    server: 'files',
    added: ['search'],
    removed: ['write'],
    changed: [],
  });
});

test('calls by server and tool exactly what a call by name gives', async () => {
  const { activate, toolbox, servers } = await gatewayWorld();
  await activate(anna, 'files');
  const options = { signal: noSignal() };
  expect(await toolbox.call(anna, { server: 'files', tool: 'read' }, {}, options)).toEqual(
    textResult('read'),
  );
  expect(await toolbox.call(anna, { server: 'files', tool: 'files__read' }, {}, options)).toEqual(
    textResult('read'),
  );
  await expect(toolbox.call(ben, { server: 'files', tool: 'read' }, {}, options)).rejects.toMatchObject({
    code: 'not-active-here',
  });
  await expect(toolbox.call(anna, { server: 'files', tool: 'raed' }, {}, options)).rejects.toThrow(
    '"files" has no tool "raed". Did you mean "read"? Call mcp_list_tools to see its tools.',
  );
  expect(servers.calls).toEqual(['files.read', 'files.read']);
});

test('refuses arguments against the schema without calling the server', async () => {
  const { activate, call, servers } = await gatewayWorld();
  await activate(anna, 'files');
  await expect(call(anna, 'files__read', { text: 7 })).rejects.toThrow(
    'The arguments do not fit "files__read": text must be string. Nothing was called.',
  );
  await expect(call(anna, 'files__read', { other: 1 })).rejects.toMatchObject({ code: 'invalid-arguments' });
  expect(servers.calls).toEqual([]);
});

test('lets through only the tools that the entry allows, whichever way they are called', async () => {
  const { activate, call, toolbox, listed } = await gatewayWorld({
    entries: [entryOf('files', { allowedTools: ['read'] })],
  });
  await activate(anna, 'files');
  expect(listed()).toEqual(['files__read']);
  await expect(call(anna, 'files__write')).rejects.toMatchObject({ code: 'unknown-tool' });
  await expect(
    toolbox.call(anna, { server: 'files', tool: 'write' }, {}, { signal: noSignal() }),
  ).rejects.toMatchObject({
    code: 'unknown-tool',
  });
});

test('keeps back the tools that the entry excludes, whichever way they are called', async () => {
  const { activate, call, toolbox, listed } = await gatewayWorld({
    entries: [entryOf('files', { excludedTools: ['write'] })],
  });
  await activate(anna, 'files');
  expect(listed()).toEqual(['files__read']);
  await expect(call(anna, 'files__write')).rejects.toMatchObject({ code: 'unknown-tool' });
  await expect(
    toolbox.call(anna, { server: 'files', tool: 'write' }, {}, { signal: noSignal() }),
  ).rejects.toMatchObject({
    code: 'unknown-tool',
  });
});

test('ends what was not used for 30 minutes, but nothing that is in use', async () => {
  const { activate, call, clock, listed, servers } = await gatewayWorld();
  let finish = (): void => undefined;
  servers.servers.get('web')!.answer = () =>
    new Promise(resolve => (finish = () => resolve(textResult('late'))));
  await activate(anna, 'files');
  await activate(anna, 'web');
  const running = call(anna, 'web__read');
  await settle();
  clock.advance(29 * 60_000);
  expect(listed()).toHaveLength(4);
  clock.advance(2 * 60_000);
  await settle();
  expect(listed()).toEqual(['web__read', 'web__write']);
  finish();
  expect(await running).toEqual(textResult('late'));
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'not-active-here' });
});

test('ends the session of a closed connection, and keeps the chats that a host named', async () => {
  const { activate, gateway, listed, servers } = await gatewayWorld();
  const codex = client('codex');
  await activate(codex, 'files');
  await activate(anna, 'web');
  await gateway.connectionClosed('codex');
  await gateway.connectionClosed('window');
  await settle();
  expect(servers.names).toEqual(['web']);
  expect(listed('a new window connection')).toEqual(['web__read', 'web__write']);
  expect(listed('codex', 'codex')).toEqual([]);
});

test('takes activations away with the entry they stand on', async () => {
  const { activate, listed, source, servers } = await gatewayWorld();
  await activate(anna, 'files');
  source.change([entryOf('files', { disabledBy: 'user' })]);
  await settle();
  expect(listed()).toEqual([]);
  source.change([]);
  await settle();
  expect(servers.names).toEqual([]);
});

test('says which server to turn on also where its name begins with a digit', async () => {
  const { call, activate, servers } = await gatewayWorld({ entries: [entryOf('7zip')] });
  servers.add('7zip', { tools: ['list'] });
  await expect(call(anna, '_7zip__list')).rejects.toMatchObject({
    code: 'not-active-here',
    message: expect.stringContaining('Call mcp_activate with name "7zip" first.'),
  });
  await activate(anna, '7zip');
  expect(await call(anna, '_7zip__list')).toEqual(textResult('list'));
});

test('names to a model only the tools that it may call', async () => {
  const { activate, servers } = await gatewayWorld();
  servers.servers.get('files')!.tools = [
    { name: 'refresh', inputSchema: { type: 'object' }, _meta: { ui: { visibility: ['app'] } } },
    'read',
  ];
  const { tools, leftOut } = await activate(anna, 'files');
  expect(tools.map(({ exposedName }) => exposedName)).toEqual(['files__read']);
  expect(leftOut).toEqual([]);
});

test('leaves a server on whose resources are read again and again', async () => {
  const { activate, gateway, clock, servers } = await gatewayWorld();
  Object.assign(servers.servers.get('files')!, {
    offers: { resources: true },
    lists: { resources: [{ uri: 'a://b', name: 'b' }] },
  });
  await activate(anna, 'files');
  const view = { connection: 'window', host: 'Visual Studio Code' };
  for (let minutes = 0; minutes < 60; minutes += 10) {
    clock.advance(10 * 60_000);
    await settle();
    await gateway.passthrough.read(view, 'a://b', { signal: noSignal() });
  }
  expect(gateway.session(anna.session)?.activations.has('files' as never)).toBe(true);
});
