import { expect, test } from 'vitest';
import { entryOf, idOf, secret, stdio } from '../../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../../test/support/testCore';

test('a person stops a server, which stays on: the next call starts it again', async () => {
  const { gateway, servers, activate, call } = await gatewayWorld();
  await activate(anna, 'files');
  await gateway.servers.stop('files');
  expect(servers.names).toEqual([]);
  expect(gateway.health(idOf('files'))).toEqual({ state: 'idle' });
  expect(gateway.sessions()[0]?.activations.has(idOf('files'))).toBe(true);
  await call(anna, 'files__read');
  expect(servers.names).toEqual(['files']);
});

test('a person starts a failed server anew at once, whatever went wrong before', async () => {
  const { gateway, servers, activate } = await gatewayWorld();
  await activate(anna, 'files');
  servers.crash('files');
  expect(gateway.health(idOf('files')).state).toBe('error');
  await gateway.servers.restart('files', noSignal());
  expect(gateway.health(idOf('files'))).toEqual({ state: 'running' });
  const [works, fails] = [{ tools: ['read'] }, { tools: [], startFailure: 'It broke.' }];
  servers.add('files', fails);
  for (let time = 0; time < 8; time += 1)
    await expect(gateway.servers.restart('files', noSignal())).rejects.toThrow('It broke.');
  servers.add('files', works);
  await gateway.servers.restart('files', noSignal());
  const before = servers.starts;
  await gateway.servers.restart('files', noSignal());
  expect([servers.names, servers.starts]).toEqual([['files'], before + 1]);
});

test('each chat has its own process again where a server is not shared', async () => {
  const { gateway, servers, activate } = await gatewayWorld({
    entries: [entryOf('files', { isolation: 'session' })],
  });
  await activate(anna, 'files');
  await activate(ben, 'files');
  await gateway.servers.restart('files', noSignal());
  expect(servers.names).toEqual(['files', 'files']);
});

test('nothing starts that no chat has on, or whose new launch a person does not agree to', async () => {
  const world = await gatewayWorld();
  const { gateway, servers, activate, person, source } = world;
  await expect(gateway.servers.restart('files', noSignal())).rejects.toMatchObject({
    code: 'not-active-here',
  });
  await activate(anna, 'files');
  person.answer = async () => false;
  source.change([entryOf('files', { launch: stdio('npx', ['files', '--new']) })]);
  await settle();
  await expect(gateway.servers.restart('files', noSignal())).rejects.toMatchObject({
    code: 'launch-not-approved',
  });
  await expect(gateway.servers.restart('nothing', noSignal())).rejects.toMatchObject({
    code: 'unknown-server',
  });
  expect(servers.names).toEqual([]);
});

test('tells a launch and whether it is approved, without asking anybody', async () => {
  const { gateway, catalog, activate, asked } = await gatewayWorld({
    entries: [entryOf('files'), entryOf('keyed', { needs: [secret('API_KEY')] })],
  });
  const entry = catalog.require('files');
  expect(await gateway.servers.launchOf(entry)).toMatchObject({ isApproved: false });
  expect(asked).toEqual([]);
  await activate(anna, 'files');
  expect(await gateway.servers.launchOf(entry)).toMatchObject({ isApproved: true });
});
