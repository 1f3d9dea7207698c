import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { gatewayWorld } from '../../../../test/support/gatewayWorld';
import { client, settle } from '../../../../test/support/testCore';

const [anna, ben, carl] = [client('anna'), client('ben'), client('carl')];
const [a, b] = [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }];

async function rootsWorld() {
  const world = await gatewayWorld({
    entries: [entryOf('files'), entryOf('mail', { isolation: 'session' })],
  });
  const { roots } = world.gateway;
  roots.set('anna', Promise.resolve([a]));
  roots.set('ben', Promise.resolve([b]));
  const asked = (name: string) =>
    Promise.all(
      [...world.servers.running]
        .filter(({ server }) => server === name)
        .map(async ({ hooks }) => await hooks.roots?.()),
    );
  return { ...world, roots, asked };
}

test('tells a shared server the roots of the clients that use it, and nobody else', async () => {
  const { activate, asked, gateway } = await rootsWorld();
  await activate(anna, 'files');
  expect(await asked('files')).toEqual([[a]]);
  await activate(ben, 'files');
  expect(await asked('files')).toEqual([[a, b]]);
  await gateway.deactivate(anna, 'files');
  expect(await asked('files')).toEqual([[b]]);
});

test('tells a server of one session the roots of its own client, also while it is coming up', async () => {
  const { activate, asked, servers } = await rootsWorld();
  servers.servers.get('mail')!.startsWith = async hooks => {
    expect(await hooks.roots?.()).toEqual([a]);
  };
  await activate(anna, 'mail');
  delete servers.servers.get('mail')!.startsWith;
  await activate(ben, 'mail');
  expect(await asked('mail')).toEqual([[a], [b]]);
});

test('knows no roots where no client tells any, or the one that did has gone', async () => {
  const { activate, asked, roots } = await rootsWorld();
  await activate(carl, 'files');
  expect(await asked('files')).toEqual([undefined]);
  await activate(anna, 'files');
  roots.remove('anna');
  expect(await asked('files')).toEqual([undefined]);
  roots.set('anna', Promise.resolve(undefined));
  expect(await asked('files')).toEqual([undefined]);
});

test('tells servers that the roots of a client changed, and that another client has come', async () => {
  const { activate, roots, servers } = await rootsWorld();
  await activate(anna, 'files');
  await activate(anna, 'mail');
  expect(servers.rootsChanges).toEqual([]);
  roots.set('anna', Promise.resolve([b]));
  await settle();
  expect(servers.rootsChanges).toEqual(['files', 'mail']);
  roots.set('ben', Promise.resolve([a]));
  await settle();
  expect(servers.rootsChanges).toEqual(['files', 'mail']);
  await activate(ben, 'files');
  await settle();
  expect(servers.rootsChanges).toEqual(['files', 'mail', 'files']);
});
