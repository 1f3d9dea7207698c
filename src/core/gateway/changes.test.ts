import { expect, test } from 'vitest';
import { entryOf, MemorySource, secret, stdio } from '../../../test/support/catalogWorld';
import { textResult } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../test/support/testCore';

test('starts nothing for a caller who has left already', async () => {
  const { gateway, servers, person } = await gatewayWorld();
  const abort = new AbortController();
  person.answer = async () => {
    abort.abort(new Error('cancelled'));
    return true;
  };
  await expect(gateway.activate(anna, 'files', 'agent', abort.signal)).rejects.toThrow('cancelled');
  await settle();
  expect(servers.starts).toBe(0);
});

test('goes on for the one who stays when the other of two who asked together leaves', async () => {
  const { gateway, activate, servers } = await gatewayWorld();
  servers.servers.get('files')!.isSlow = true;
  const abort = new AbortController();
  const leaving = gateway.activate(anna, 'files', 'person', abort.signal);
  const staying = activate(anna, 'files');
  await settle();
  abort.abort(new Error('cancelled'));
  await expect(leaving).rejects.toThrow('cancelled');
  await settle();
  servers.finishStarts();
  await settle();
  servers.finishStarts();
  expect((await staying).tools).toHaveLength(2);
});

test('stops a server that is taken out of the catalog while it runs', async () => {
  const { activate, call, source, servers, listed } = await gatewayWorld();
  await activate(anna, 'files');
  source.change([entryOf('web')]);
  await settle();
  expect(servers.names).toEqual([]);
  expect(listed()).toEqual([]);
  await expect(call(anna, 'files__read')).rejects.toThrow(
    '"files" was turned off, because it was removed from the catalog. Call mcp_environment to see which servers there are.',
  );
  await expect(call(ben, 'files__read')).rejects.toThrow('There is no tool "files__read".');
});

test('starts a server whose command was edited by the new one, after asking, and not before it is needed', async () => {
  const { activate, call, source, servers, asked, listed } = await gatewayWorld();
  await activate(anna, 'files');
  source.change([entryOf('files', { launch: stdio('npx', ['files', '--new']) })]);
  await settle();
  expect([servers.names, listed()]).toEqual([[], []]);
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  expect(asked.map(({ text }) => text.split('\n')[0])).toEqual(['npx files', 'npx files --new']);
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([{ args: ['files', '--new'] }]);
});

test('starts a server by its new command at once where nobody has to be asked, and lists it whole', async () => {
  const given = { names: 'all', launches: new Set<string>(), workspace: false } as const;
  const { activate, source, servers, listed, call, asked } = await gatewayWorld({ given });
  await activate(anna, 'files');
  await activate(ben, 'files');
  source.change([entryOf('files', { launch: stdio('npx', ['files', '--new']) })]);
  await settle();
  expect([servers.names, listed()]).toEqual([['files'], ['files__read', 'files__write']]);
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([{ args: ['files', '--new'] }]);
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  expect([servers.starts, asked]).toEqual([2, []]);
});

test('asks about a new command when the server is switched on again by whoever has it on, and lists it whole', async () => {
  const { activate, gateway, source, servers, listed, asked, person } = await gatewayWorld();
  await activate(anna, 'files');
  source.change([entryOf('files', { launch: stdio('npx', ['files', '--new']) })]);
  await settle();
  person.answer = async () => false;
  await expect(activate(anna, 'files')).rejects.toMatchObject({ code: 'launch-not-approved' });
  expect([servers.names, listed(), asked.length]).toEqual([[], [], 2]);
  person.answer = async () => true;
  const again = await gateway.activate(anna, 'files', 'person', noSignal());
  expect([again.alreadyActive, again.tools.length]).toEqual([true, 2]);
  expect([servers.names, listed()]).toEqual([['files'], ['files__read', 'files__write']]);
});

test('starts a server anew with a key that was corrected', async () => {
  const entry = entryOf('files', { launch: stdio('npx', ['files']), needs: [secret('API_KEY')] });
  const { activate, call, credentials, servers } = await gatewayWorld({ entries: [entry] });
  credentials.set('files', 'API_KEY', 'wrong-key');
  await activate(anna, 'files');
  credentials.set('files', 'API_KEY', 'right-key');
  await settle();
  expect(servers.names).toEqual([]);
  await call(anna, 'files__read');
  expect([...servers.running].map(({ launch }) => launch)).toMatchObject([{ env: { API_KEY: 'right-key' } }]);
});

test('keeps an activation that followed at once on a deactivation', async () => {
  const first = await gatewayWorld();
  await first.activate(anna, 'files');
  const { activate, gateway, servers, listed } = await gatewayWorld({ log: first.store.log });
  servers.servers.get('files')!.isSlow = true;
  await activate(anna, 'files');
  await gateway.deactivate(anna, 'files');
  await activate(anna, 'files');
  await settle();
  servers.finishStarts();
  await settle();
  expect(listed()).toEqual(['files__read', 'files__write']);
});

test('starts nothing any more once it is stopped', async () => {
  const { activate, gateway, person, servers } = await gatewayWorld();
  let answer = (_isYes: boolean): void => undefined;
  person.answer = () => new Promise(resolve => (answer = resolve));
  const waiting = activate(anna, 'files');
  await settle();
  await gateway.stop();
  answer(true);
  await expect(waiting).rejects.toMatchObject({ code: 'stopped' });
  expect(servers.starts).toBe(0);
});

test('does not take a session for idle while its person is being asked', async () => {
  const { activate, call, clock, person } = await gatewayWorld();
  let answer = (_isYes: boolean): void => undefined;
  person.answer = () => new Promise(resolve => (answer = resolve));
  const waiting = activate(anna, 'files');
  await settle();
  clock.advance(45 * 60_000);
  answer(true);
  await waiting;
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
});

test('lists the tools for both of two sessions that start processes of their own at once', async () => {
  const { activate } = await gatewayWorld({ entries: [entryOf('files', { isolation: 'session' })] });
  const reports = await Promise.all([activate(anna, 'files'), activate(ben, 'files')]);
  expect(reports.map(({ tools }) => tools.length)).toEqual([2, 2]);
});

test('neither lists nor starts a core server that the user has switched off', async () => {
  const { call, gateway, servers, listed } = await gatewayWorld({
    entries: [entryOf('mail', { disabledBy: 'user' })],
    settings: { coreServers: ['mail'] },
  });
  await expect(gateway.toolsOf(anna, 'mail', noSignal())).rejects.toMatchObject({ code: 'server-disabled' });
  await expect(call(anna, 'mail__read')).rejects.toMatchObject({ code: 'server-disabled' });
  expect([listed(), servers.starts]).toEqual([[], 0]);
});

test('lists nothing of the old command of a server that was off when its entry was edited', async () => {
  const { activate, gateway, source, servers, listed } = await gatewayWorld();
  await activate(anna, 'files');
  await gateway.deactivate(anna, 'files');
  servers.add('files', { tools: ['fresh'] });
  source.change([entryOf('files', { launch: stdio('npx', ['files', '--new']) })]);
  await settle();
  expect(await activate(anna, 'files')).toMatchObject({ start: 'started' });
  expect(listed()).toEqual(['files__fresh']);
});

test('the server of the registry that stood behind an own entry is not on when that entry goes', async () => {
  const shipped = new MemorySource('registry', entryOf('files', { launch: stdio('npx', ['shipped']) }));
  const own = entryOf('files');
  const { activate, call, gateway, source, servers } = await gatewayWorld({
    entries: [own],
    sources: [shipped],
  });
  await activate(anna, 'files');
  source.change([]);
  await settle();
  expect(servers.names).toEqual([]);
  const [row] = gateway.environment(anna.session).filter(({ id }) => id === 'files');
  expect(row).toMatchObject({ status: 'available' });
  await expect(call(anna, 'files__read')).rejects.toThrow('"files" is not active in this session.');
  // The other way round, the person who writes an entry of their own goes on with that one.
  await activate(anna, 'files');
  source.change([own]);
  await settle();
  expect(gateway.environment(anna.session).find(({ id }) => id === 'files')).toMatchObject({
    status: 'active',
  });
});

test('a bare name that two active servers have is said as that, with the names to call', async () => {
  const { activate, call, servers } = await gatewayWorld();
  for (const name of ['files', 'web']) {
    servers.servers.get(name)!.tools = ['render', name];
    await activate(anna, name);
  }
  await expect(call(anna, 'render')).rejects.toMatchObject({
    code: 'unknown-tool',
    message:
      'Several active servers have a tool "render". Call one of them by its full name: "files__render", "web__render".',
  });
});
