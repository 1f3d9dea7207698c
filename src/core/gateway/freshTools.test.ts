import { expect, test, vi } from 'vitest';
import { textResult } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../test/support/testCore';

test('calls a tool at once that its server has just added, by either way, and lists it', async () => {
  const { activate, call, servers, listed, toolbox, gateway } = await gatewayWorld();
  await activate(anna, 'files');
  servers.changeTools('files', ['read', 'fresh']);
  expect(await call(anna, 'files__fresh')).toEqual(textResult('fresh'));
  expect(listed()).toEqual(['files__read', 'files__fresh']);

  servers.changeTools('files', ['read', 'fresh', 'fresher']);
  const options = { signal: noSignal() };
  expect(await toolbox.call(anna, { server: 'files', tool: 'fresher' }, {}, options)).toEqual(
    textResult('fresher'),
  );

  servers.changeTools('files', ['read', 'freshest']);
  const names = (await gateway.toolsOf(anna, 'files', noSignal())).map(({ definition }) => definition.name);
  expect(names).toEqual(['read', 'freshest']);
});

test('waits for the listing that is under way, and asks a server that said nothing new for none', async () => {
  const { activate, call, servers, clock } = await gatewayWorld();
  await activate(anna, 'files');
  const before = servers.listings;
  await expect(call(anna, 'files__fresh')).rejects.toMatchObject({ code: 'unknown-tool' });
  expect(servers.listings).toBe(before);

  const slow = Promise.withResolvers<void>();
  const server = servers.servers.get('files')!;
  server.listing = async () => {
    await slow.promise;
    delete server.listing;
    return [{ name: 'fresh', inputSchema: { type: 'object' } }];
  };
  servers.changeTools('files', ['fresh']);
  clock.advance(300);
  await settle();
  const called = call(anna, 'files__fresh');
  slow.resolve();
  expect(await called).toEqual(textResult('fresh'));
  expect(servers.listings).toBe(before + 1);
});

test('lists nothing anew for a chat that did not switch the server on', async () => {
  const { activate, call, servers } = await gatewayWorld();
  await activate(anna, 'files');
  const before = servers.listings;
  servers.changeTools('files', ['fresh']);
  await expect(call(ben, 'files__fresh')).rejects.toMatchObject({ code: 'not-active-here' });
  expect(servers.listings).toBe(before);
});

test('keeps nothing of a listing that is over, however often a server says that its tools changed', async () => {
  const { activate, servers, clock } = await gatewayWorld();
  await activate(anna, 'files');
  const listens = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const stops = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  try {
    for (let i = 0; i < 20; i += 1) {
      servers.changeTools('files', [`fresh${i}`]);
      clock.advance(2_300);
      await settle();
    }
    expect(servers.listings).toBeGreaterThan(20);
    expect(listens).toHaveBeenCalled();
    expect(stops.mock.calls.length).toBe(listens.mock.calls.length);
  } finally {
    listens.mockRestore();
    stops.mockRestore();
  }
});
