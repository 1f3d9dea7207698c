import { expect, test } from 'vitest';
import { entryOf, http, secret, stdio } from '../../../test/support/catalogWorld';
import { textResult } from '../../../test/support/fakeServers';
import { chat, client, noSignal, settle, testCore } from '../../../test/support/testCore';
import type { Caller } from './sessions';

const anna = chat('anna');
const ben = chat('ben');

/** A world with a few servers that all work. */
async function world(options: Parameters<typeof testCore>[0] = {}) {
  const names = ['files', 'web', 'mail', 'maps', 'notes', 'music', 'chess', 'clock', 'paint'];
  const core = await testCore({ entries: names.map(name => entryOf(name)), ...options });
  for (const name of names) core.servers.add(name, { tools: ['read', 'write'] });
  const { gateway } = core;
  return {
    ...core,
    activate: (caller: Caller, name: string) => gateway.activate(caller, name, 'agent', noSignal()),
    call: (caller: Caller, name: string, input: unknown = {}) =>
      gateway.call(caller, name, input, { signal: noSignal() }),
    listed: (connection = 'window', host = 'Visual Studio Code') =>
      gateway.toolsSeenOn(connection, host).map(tool => tool.name),
  };
}

test('switches a server on, lets it be used, and switches it off again', async () => {
  const { activate, call, listed, gateway, servers } = await world();
  const report = await activate(anna, 'files');
  expect(report).toMatchObject({ alreadyActive: false, start: 'started' });
  expect(report.tools.map(tool => tool.exposedName)).toEqual(['files__read', 'files__write']);
  expect(listed()).toEqual(['files__read', 'files__write']);
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  await gateway.deactivate(anna, 'files');
  await settle();
  expect(listed()).toEqual([]);
  expect(servers.names).toEqual([]);
});

test('tells every client of the new list before the answer goes out', async () => {
  const { gateway, activate, listed } = await world();
  const seen: string[][] = [];
  gateway.onToolListChanged(async () => void seen.push(listed()));
  await activate(anna, 'files').then(() => seen.push(['answered']));
  expect(seen).toEqual([['files__read', 'files__write'], ['answered']]);
});

test('lets a chat use only what it switched on itself, and says what mends it', async () => {
  const { activate, call, gateway } = await world();
  await activate(anna, 'files');
  await expect(call(ben, 'files__read')).rejects.toThrow(
    '"files" is not active in this session. Call mcp_activate with name "files" first.',
  );
  await activate(ben, 'files');
  await gateway.deactivate(anna, 'files');
  expect(await call(ben, 'files__read')).toEqual(textResult('read'));
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'not-active-here' });
});

test('shares one process among sessions and ends it with the last of them', async () => {
  const { activate, gateway, servers } = await world();
  await Promise.all([activate(anna, 'files'), activate(ben, 'files')]);
  expect(servers.starts).toBe(1);
  await gateway.deactivate(anna, 'files');
  await settle();
  expect(servers.names).toEqual(['files']);
  await gateway.deactivate(ben, 'files');
  await settle();
  expect(servers.names).toEqual([]);
});

test('gives each session a process of its own where the entry wants it', async () => {
  const { activate, gateway, servers } = await world({ entries: [entryOf('files', { isolation: 'session' })] });
  await activate(anna, 'files');
  await activate(ben, 'files');
  expect(servers.names).toEqual(['files', 'files']);
  await gateway.deactivate(anna, 'files');
  await settle();
  expect(servers.names).toEqual(['files']);
});

test('refuses the sixth activation within 60 s with the seconds to wait, then lets it through', async () => {
  const { activate, gateway, clock } = await world();
  for (const name of ['files', 'web', 'mail', 'maps', 'notes']) {
    await activate(anna, name);
    clock.advance(5_000);
  }
  await gateway.deactivate(anna, 'files');
  await expect(activate(anna, 'music')).rejects.toThrow(
    'Rate limit exceeded: 5 activations per 60 s. Try again in 35 s.',
  );
  await activate(ben, 'music');
  clock.advance(35_000);
  await expect(activate(anna, 'music')).resolves.toMatchObject({ alreadyActive: false });
});

test('counts neither what was active already nor what failed', async () => {
  const { activate, servers } = await world();
  servers.servers.get('web')!.startFailure = 'It exited with code 1.';
  await activate(anna, 'files');
  for (let i = 0; i < 10; i++) {
    expect(await activate(anna, 'files')).toMatchObject({ alreadyActive: true });
    await expect(activate(anna, 'web')).rejects.toMatchObject({ code: 'start-failed' });
  }
  await expect(activate(anna, 'mail')).resolves.toBeDefined();
});

test('gives the last place to one of two who ask together', async () => {
  const { activate } = await world({ settings: { maxPerMinute: 1 } });
  const outcomes = await Promise.allSettled([activate(anna, 'files'), activate(anna, 'web')]);
  expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected']);
});

test('allows 8 servers at once and names the one to let go', async () => {
  const { activate, call, clock } = await world({ settings: { maxPerMinute: 100 } });
  for (const name of ['files', 'web', 'mail', 'maps', 'notes', 'music', 'chess', 'clock']) {
    await activate(anna, name);
    clock.advance(1_000);
  }
  await call(anna, 'files__read');
  await expect(activate(anna, 'paint')).rejects.toThrow(
    '8 servers are active in this session, the most allowed. Call mcp_deactivate first, e.g. for "web", which was not used for the longest time.',
  );
});

test('protects core servers and what a session did not switch on', async () => {
  const { activate, call, gateway, listed } = await world({ settings: { coreServers: ['mail'] } });
  await expect(gateway.deactivate(anna, 'mail')).rejects.toThrow('Cannot deactivate "mail": it is a core server.');
  await expect(gateway.deactivate(anna, 'orchestrator')).rejects.toMatchObject({ code: 'core-server' });
  await activate(ben, 'files');
  await expect(gateway.deactivate(anna, 'files')).rejects.toMatchObject({ code: 'not-active-here' });
  expect(await activate(anna, 'mail')).toMatchObject({ alreadyActive: true });
  expect(await gateway.toolsOf(anna, 'mail', noSignal())).toHaveLength(2);
  expect(listed()).toContain('mail__read');
  expect(await call(anna, 'mail__read')).toEqual(textResult('read'));
});

test('names the missing key, the missing program, the disabled server and the nearest name', async () => {
  const { activate, asked } = await world({
    entries: [
      entryOf('sentry', { needs: [secret('SENTRY_AUTH_TOKEN')] }),
      entryOf('semgrep', { launch: stdio('semgrep') }),
      entryOf('old', { disabledBy: 'user' }),
    ],
  });
  await expect(activate(anna, 'sentry')).rejects.toThrow('Missing SENTRY_AUTH_TOKEN.');
  await expect(activate(anna, 'semgrep')).rejects.toThrow('The program "semgrep" was not found (searched /usr/bin, /bin)');
  await expect(activate(anna, 'old')).rejects.toMatchObject({ code: 'server-disabled' });
  await expect(activate(anna, 'sentri')).rejects.toThrow('No server is called "sentri". Did you mean "sentry"?');
  for (const name of ['__proto__', 'constructor', 'toString', '']) {
    await expect(activate(anna, name)).rejects.toMatchObject({ code: 'unknown-server' });
  }
  expect(asked).toEqual([]);
});

test('leaves nothing half active when a start fails, and says why', async () => {
  const { activate, listed, gateway, servers } = await world();
  servers.servers.get('web')!.startFailure = 'It exited with code 1.';
  await expect(activate(anna, 'web')).rejects.toThrow('"web" did not start. It exited with code 1.');
  expect(listed()).toEqual([]);
  expect(gateway.session(anna.session)?.activations.size).toBe(0);
  expect(gateway.health('web' as never)).toEqual({ state: 'error', reason: '"web" did not start. It exited with code 1.' });
});

test('ends a start that takes too long: 15 s for a program, 120 s for a package runner', async () => {
  const { activate, clock, servers } = await world({
    entries: [entryOf('files', { launch: stdio('node', ['files.js']) }), entryOf('web')],
  });
  servers.servers.get('files')!.isSlow = true;
  servers.servers.get('web')!.isSlow = true;
  const program = expect(activate(anna, 'files')).rejects.toThrow('"files" did not answer within 15 s and was stopped.');
  const runner = expect(activate(anna, 'web')).rejects.toThrow('"web" did not answer within 120 s');
  await settle();
  clock.advance(15_000);
  await program;
  clock.advance(105_000);
  await runner;
});

test('stops waiting when the caller cancels, and nothing is active then', async () => {
  const { gateway, servers, listed } = await world();
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

test('asks a person once per launch, again when the launch changes, and remembers over a restart', async () => {
  const first = await world();
  await first.activate(anna, 'files');
  await first.activate(ben, 'files');
  expect(first.asked.map(({ server, text, isChanged }) => ({ server, text, isChanged }))).toEqual([
    { server: 'files', text: 'npx files', isChanged: false },
  ]);
  const second = await world({ log: first.store.log });
  await second.activate(anna, 'files');
  expect(second.asked).toEqual([]);
  second.source.change([entryOf('files', { launch: stdio('npx', ['files', '--all']) })]);
  await settle();
  await second.activate(ben, 'files');
  expect(second.asked).toMatchObject([{ text: 'npx files --all', isChanged: true }]);
});

test('asks before it connects to an address, with the names of secrets and never their values', async () => {
  const { activate, asked, credentials } = await world({
    entries: [
      entryOf('files', {
        launch: http('https://example.com/mcp', { Authorization: 'Bearer ${input:key}' }),
        needs: [secret('key')],
      }),
    ],
  });
  credentials.set('files', 'key', 'very-secret-value');
  await activate(anna, 'files');
  expect(asked[0]?.text).toContain('https://example.com/mcp');
  expect(asked[0]?.text).toContain('${input:key}');
  expect(asked[0]?.text).not.toContain('very-secret-value');
});

test('asks one person once when two chats want the same server together', async () => {
  const { activate, asked } = await world();
  await Promise.all([activate(anna, 'files'), activate(ben, 'files')]);
  expect(asked).toHaveLength(1);
});

test('takes a no for this session: an agent may not ask twice, a person may change their mind', async () => {
  const { activate, asked, person, gateway, servers } = await world();
  person.answer = async () => false;
  await expect(activate(anna, 'files')).rejects.toMatchObject({ code: 'launch-not-approved' });
  await expect(activate(anna, 'files')).rejects.toThrow('The user refused to start "files" in this session.');
  expect(asked).toHaveLength(1);
  expect(servers.starts).toBe(0);
  person.answer = async () => true;
  await gateway.activateFor(gateway.session(anna.session)!, 'files', noSignal());
  expect(await gateway.activate(anna, 'files', 'agent', noSignal())).toMatchObject({ alreadyActive: true });
});

test('knows the tools of a server after a restart and lists them while it starts behind', async () => {
  const first = await world();
  await first.activate(anna, 'files');
  const second = await world({ log: first.store.log });
  second.servers.servers.get('files')!.isSlow = true;
  const report = await second.activate(anna, 'files');
  expect(report).toMatchObject({ start: 'cached' });
  expect(second.listed()).toEqual(['files__read', 'files__write']);
  const call = second.call(anna, 'files__read');
  await settle();
  second.servers.finishStarts();
  expect(await call).toEqual(textResult('read'));
});

test('takes a cached activation back when the start behind it fails', async () => {
  const first = await world();
  await first.activate(anna, 'files');
  const second = await world({ log: first.store.log });
  second.servers.servers.get('files')!.startFailure = 'It exited with code 1.';
  await second.activate(anna, 'files');
  await settle();
  expect(second.listed()).toEqual([]);
  expect(second.events.filter(event => event.kind === 'serverDeactivated')).toMatchObject([
    { payload: { server: 'files', reason: '"files" did not start. It exited with code 1.' } },
  ]);
});

test('forgets cached tools that another launch listed', async () => {
  const first = await world();
  await first.activate(anna, 'files');
  const second = await world({ log: first.store.log, entries: [entryOf('files', { launch: stdio('npx', ['other']) })] });
  expect(await second.activate(anna, 'files')).toMatchObject({ start: 'started' });
});

test('starts a crashed server again with the next call', async () => {
  const { activate, call, servers, gateway } = await world();
  await activate(anna, 'files');
  servers.crash('files');
  expect(gateway.health('files' as never)).toMatchObject({ state: 'error', reason: 'It exited with code 7.' });
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  expect(servers.starts).toBe(2);
});

test('lists a server again when it says that its tools changed', async () => {
  const { activate, listed, servers, events } = await world();
  await activate(anna, 'files');
  servers.changeTools('files', ['read', 'search']);
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
  const { activate, gateway, servers } = await world();
  await activate(anna, 'files');
  const options = { signal: noSignal() };
  expect(await gateway.callOf(anna, 'files', 'read', {}, options)).toEqual(textResult('read'));
  expect(await gateway.callOf(anna, 'files', 'files__read', {}, options)).toEqual(textResult('read'));
  await expect(gateway.callOf(ben, 'files', 'read', {}, options)).rejects.toMatchObject({ code: 'not-active-here' });
  await expect(gateway.callOf(anna, 'files', 'raed', {}, options)).rejects.toThrow(
    '"files" has no tool "raed". Did you mean "read"? Call mcp_list_tools to see what it has.',
  );
  expect(servers.calls).toEqual(['files.read', 'files.read']);
});

test('refuses arguments against the schema without calling the server', async () => {
  const { activate, call, servers } = await world();
  await activate(anna, 'files');
  await expect(call(anna, 'files__read', { text: 7 })).rejects.toThrow(
    'The arguments do not fit "files__read": text must be string. Nothing was called.',
  );
  await expect(call(anna, 'files__read', { other: 1 })).rejects.toMatchObject({ code: 'invalid-arguments' });
  expect(servers.calls).toEqual([]);
});

test('lets through only the tools that the entry allows, whichever way they are called', async () => {
  const { activate, call, gateway, listed } = await world({ entries: [entryOf('files', { allowedTools: ['read'] })] });
  await activate(anna, 'files');
  expect(listed()).toEqual(['files__read']);
  await expect(call(anna, 'files__write')).rejects.toMatchObject({ code: 'unknown-tool' });
  await expect(gateway.callOf(anna, 'files', 'write', {}, { signal: noSignal() })).rejects.toMatchObject({
    code: 'unknown-tool',
  });
});

test('ends what was not used for 30 minutes, but nothing that is in use', async () => {
  const { activate, call, clock, listed, servers } = await world();
  let finish = (): void => undefined;
  servers.servers.get('web')!.answer = () => new Promise(resolve => (finish = () => resolve(textResult('late'))));
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
  const { activate, gateway, listed, servers } = await world();
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
  const { activate, listed, source, servers } = await world();
  await activate(anna, 'files');
  source.change([entryOf('files', { disabledBy: 'user' })]);
  await settle();
  expect(listed()).toEqual([]);
  source.change([]);
  await settle();
  expect(servers.names).toEqual([]);
});

test('works on when the journal can not be written, and asks again only after a restart', async () => {
  const { activate, call, store, asked } = await world();
  store.readOnlyReason = 'Nothing can be recorded: the disk is read-only.';
  await activate(anna, 'files');
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  await activate(ben, 'files');
  expect(asked).toHaveLength(1);
  const restarted = await world({ log: store.log });
  await restarted.activate(anna, 'files');
  expect(restarted.asked).toHaveLength(1);
});

test('starts exactly what was approved, even when the entry changes while the person thinks', async () => {
  const { activate, person, source, servers, asked } = await world();
  person.answer = async () => {
    source.change([entryOf('files', { launch: stdio('npx', ['something-else']) })]);
    return true;
  };
  await activate(anna, 'files');
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([{ command: 'npx', args: ['files'] }]);
  servers.crash('files');
  await gatewayCall();
  expect(asked.map(({ text }) => text)).toEqual(['npx files', 'npx something-else']);

  async function gatewayCall(): Promise<void> {
    person.answer = async () => true;
    await activate(ben, 'files');
  }
});
