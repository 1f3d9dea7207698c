import { expect, test } from 'vitest';
import { entryOf, http, secret, stdio } from '../../../../test/support/catalogWorld';
import { textResult } from '../../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../../test/support/testCore';
import { NOTHING_GIVEN } from './launchDecision';

test('switches a server on, lets it be used, and switches it off again', async () => {
  const { activate, call, listed, gateway, servers } = await gatewayWorld();
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
  const { gateway, activate, listed } = await gatewayWorld();
  const seen: string[][] = [];
  gateway.onToolListChanged(async () => void seen.push(listed()));
  await activate(anna, 'files').then(() => seen.push(['answered']));
  expect(seen).toEqual([['files__read', 'files__write'], ['answered']]);
});

test('lets a chat use only what it switched on itself, and says what mends it', async () => {
  const { activate, call, gateway } = await gatewayWorld();
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
  const { activate, gateway, servers } = await gatewayWorld();
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
  const { activate, gateway, servers } = await gatewayWorld({
    entries: [entryOf('files', { isolation: 'session' })],
  });
  await activate(anna, 'files');
  await activate(ben, 'files');
  expect(servers.names).toEqual(['files', 'files']);
  await gateway.deactivate(anna, 'files');
  await settle();
  expect(servers.names).toEqual(['files']);
});

test('refuses the sixth activation within 60 s with the seconds to wait, then lets it through', async () => {
  const { activate, gateway, clock } = await gatewayWorld();
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

test('does not count modules of ours, which start nothing', async () => {
  const native = ['one', 'two', 'three'].map(id => entryOf(id, { launch: { type: 'native' } }));
  const { activate } = await gatewayWorld({
    settings: { maxPerMinute: 1 },
    entries: [entryOf('files'), entryOf('web'), ...native],
  });
  for (const { id } of native) await activate(anna, id);
  await activate(anna, 'files');
  await expect(activate(anna, 'web')).rejects.toMatchObject({ code: 'rate-limited' });
});

test('counts neither what was active already nor what failed', async () => {
  const { activate, servers } = await gatewayWorld();
  servers.servers.get('web')!.startFailure = 'It exited with code 1.';
  await activate(anna, 'files');
  for (let i = 0; i < 5; i++) {
    expect(await activate(anna, 'files')).toMatchObject({ alreadyActive: true });
    await expect(activate(anna, 'web')).rejects.toMatchObject({ code: 'start-failed' });
  }
  await expect(activate(anna, 'mail')).resolves.toBeDefined();
});

test('gives the last place to one of two who ask together', async () => {
  const { activate } = await gatewayWorld({ settings: { maxPerMinute: 1 } });
  const outcomes = await Promise.allSettled([activate(anna, 'files'), activate(anna, 'web')]);
  expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected']);
});

test('allows 8 servers at once and names the one to let go', async () => {
  const { activate, call, clock } = await gatewayWorld({ settings: { maxPerMinute: 100 } });
  for (const name of ['files', 'web', 'mail', 'maps', 'notes', 'music', 'chess', 'clock']) {
    await activate(anna, name);
    clock.advance(1_000);
  }
  await call(anna, 'files__read');
  await expect(activate(anna, 'paint')).rejects.toThrow(
    '8 servers are active in this session, the maximum. Call mcp_deactivate first, e.g. for "web", the least recently used.',
  );
});

test('protects core servers and what a session did not switch on', async () => {
  const { activate, call, gateway, listed } = await gatewayWorld({ settings: { coreServers: ['mail'] } });
  await expect(gateway.deactivate(anna, 'mail')).rejects.toThrow(
    'Can\'t deactivate "mail": it is a core server.',
  );
  await expect(gateway.deactivate(anna, 'orchestrator')).rejects.toMatchObject({ code: 'core-server' });
  await activate(ben, 'files');
  await expect(gateway.deactivate(anna, 'files')).rejects.toMatchObject({ code: 'not-active-here' });
  expect(await activate(anna, 'mail')).toMatchObject({ alreadyActive: true });
  expect(await gateway.toolsOf(anna, 'mail', noSignal())).toHaveLength(2);
  expect(listed()).toContain('mail__read');
  expect(await call(anna, 'mail__read')).toEqual(textResult('read'));
});

test('starts a core server whose tools are unknown when an agent asks for it, and tells every client', async () => {
  const { activate, gateway, listed, servers } = await gatewayWorld({ settings: { coreServers: ['mail'] } });
  let told = 0;
  gateway.onToolListChanged(async () => void told++);
  expect(listed()).toEqual([]);
  const report = await activate(anna, 'mail');
  expect(report.tools.map(tool => tool.exposedName)).toEqual(['mail__read', 'mail__write']);
  expect(listed('another connection', 'another host')).toEqual(['mail__read', 'mail__write']);
  expect([told, servers.starts]).toEqual([1, 1]);
});

test('starts a server in the folder the user works in, and says so', async () => {
  const entries = [entryOf('files', { launch: stdio('node', ['files.js']) })];
  const { activate, asked, servers } = await gatewayWorld({ entries });
  await activate(anna, 'files');
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([{ cwd: '/work' }]);
  expect(asked[0]?.text).toContain('in folder /work');
});

test('starts a package runner apart from the workspace, and says so', async () => {
  const { activate, asked, servers } = await gatewayWorld();
  await activate(anna, 'files');
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([{ startsIn: 'own-folder' }]);
  expect(asked[0]?.text).toBe(runnerText('files'));
});

/** What is asked about `npx` with this package. */
function runnerText(name: string, ...args: readonly string[]): string {
  return [
    ['npx', name, ...args].join(' '),
    'in a Switchyard folder outside the workspace',
    `npm package ${name}`,
    'no exact version: the code may change without asking you',
  ].join('\n');
}

test('lets a flag that says yes count for the run it was given to, and no longer', async () => {
  const given = { ...NOTHING_GIVEN, names: new Set(['files']) };
  const first = await gatewayWorld({ given });
  await first.activate(anna, 'files');
  await first.activate(ben, 'files');
  expect(first.asked).toEqual([]);
  const second = await gatewayWorld({ log: first.store.log });
  second.person.answer = async () => false;
  await expect(second.activate(anna, 'files')).rejects.toMatchObject({ code: 'launch-not-approved' });
});

test('names the missing key, the missing program, the disabled server and the nearest name', async () => {
  const { activate, asked } = await gatewayWorld({
    entries: [
      entryOf('sentry', { needs: [secret('SENTRY_AUTH_TOKEN')] }),
      entryOf('semgrep', { launch: stdio('semgrep') }),
      entryOf('old', { disabledBy: 'user' }),
    ],
  });
  await expect(activate(anna, 'sentry')).rejects.toThrow('Missing SENTRY_AUTH_TOKEN.');
  await expect(activate(anna, 'semgrep')).rejects.toThrow(
    'The program "semgrep" was not found (searched /usr/bin, /bin)',
  );
  await expect(activate(anna, 'old')).rejects.toMatchObject({ code: 'server-disabled' });
  await expect(activate(anna, 'sentri')).rejects.toThrow(
    'There is no server "sentri". Did you mean "sentry"?',
  );
  for (const name of ['__proto__', 'constructor', 'toString', '']) {
    await expect(activate(anna, name)).rejects.toMatchObject({ code: 'unknown-server' });
  }
  expect(asked).toEqual([]);
});

test('asks a person once per launch, again when the launch changes, and remembers over a restart', async () => {
  const first = await gatewayWorld();
  await first.activate(anna, 'files');
  await first.activate(ben, 'files');
  expect(first.asked.map(({ server, text, isChanged }) => ({ server, text, isChanged }))).toEqual([
    { server: 'files', text: runnerText('files'), isChanged: false },
  ]);
  const second = await gatewayWorld({ log: first.store.log });
  await second.activate(anna, 'files');
  expect(second.asked).toEqual([]);
  second.source.change([entryOf('files', { launch: stdio('npx', ['files', '--all']) })]);
  await settle();
  await second.activate(ben, 'files');
  expect(second.asked).toMatchObject([{ text: runnerText('files', '--all'), isChanged: true }]);
});

test('asks before it connects to an address, with the names of secrets and never their values', async () => {
  const { activate, asked, credentials } = await gatewayWorld({
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
  const { activate, asked } = await gatewayWorld();
  await Promise.all([activate(anna, 'files'), activate(ben, 'files')]);
  expect(asked).toHaveLength(1);
});

test('takes a no for this session: an agent may not ask twice, a person may change their mind', async () => {
  const { activate, asked, person, gateway, servers } = await gatewayWorld();
  person.answer = async () => false;
  await expect(activate(anna, 'files')).rejects.toMatchObject({ code: 'launch-not-approved' });
  await expect(activate(anna, 'files')).rejects.toThrow(
    'The user declined to start "files" in this session.',
  );
  expect(asked).toHaveLength(1);
  expect(servers.starts).toBe(0);
  person.answer = async () => true;
  await gateway.activateFor(gateway.session(anna.session)!, 'files', noSignal());
  expect(await gateway.activate(anna, 'files', 'agent', noSignal())).toMatchObject({ alreadyActive: true });
});

test('works on when the journal cannot be written, and asks again only after a restart', async () => {
  const { activate, call, store, asked } = await gatewayWorld();
  store.readOnlyReason = 'Nothing can be recorded: the disk is read-only.';
  await activate(anna, 'files');
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  await activate(ben, 'files');
  expect(asked).toHaveLength(1);
  const restarted = await gatewayWorld({ log: store.log });
  await restarted.activate(anna, 'files');
  expect(restarted.asked).toHaveLength(1);
});

test('starts exactly what was approved, even when the entry changes while the person thinks', async () => {
  const { activate, person, source, servers, asked } = await gatewayWorld();
  person.answer = async () => {
    source.change([entryOf('files', { launch: stdio('npx', ['something-else']) })]);
    return true;
  };
  await activate(anna, 'files');
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([
    { command: 'npx', args: ['files'] },
  ]);
  servers.crash('files');
  await gatewayCall();
  expect(asked.map(({ text }) => text)).toEqual([runnerText('files'), runnerText('something-else')]);

  async function gatewayCall(): Promise<void> {
    person.answer = async () => true;
    await activate(ben, 'files');
  }
});
