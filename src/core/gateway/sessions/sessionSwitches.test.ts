import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';
import { settle } from '../../../../test/support/testCore';
import type { Caller } from './sessions';

async function switchWorld(...entries: Parameters<typeof entryOf>[]) {
  const world = await gatewayWorld({
    entries: [entryOf('files'), entryOf('web'), ...entries.map(given => entryOf(...given))],
  });
  for (const caller of [anna, ben]) world.gateway.enter(caller);
  const sessionOf = (caller: Caller) => world.gateway.session(caller.session)!;
  return {
    ...world,
    switchFor: (caller: Caller, name: string, isOn: boolean | undefined) =>
      world.gateway.switchFor(sessionOf(caller), name, isOn),
    statusOf: (caller: Caller, name: string) =>
      world.gateway.environment(caller.session).find(({ id }) => id === name)?.status,
  };
}

test('a server that a person switched off for one chat ends there, is refused there, and goes on in others', async () => {
  const { activate, call, switchFor, statusOf, events } = await switchWorld();
  await activate(anna, 'files');
  await activate(ben, 'files');

  await switchFor(anna, 'files', false);

  expect([statusOf(anna, 'files'), statusOf(ben, 'files')]).toEqual(['disabled', 'active']);
  await expect(activate(anna, 'files')).rejects.toMatchObject({
    code: 'server-disabled',
    message: '"files" is switched off by the user for this chat. Only the user can enable it again.',
  });
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'not-active-here' });
  await call(ben, 'files__read');
  expect(events.filter(({ kind }) => kind === 'serverSwitched').map(({ payload }) => payload)).toEqual([
    { server: 'files', isOn: false },
  ]);

  await switchFor(anna, 'files', undefined);
  await activate(anna, 'files');
  expect(statusOf(anna, 'files')).toBe('active');
});

test('a server that is off everywhere is on in the one chat for which a person says so', async () => {
  const { activate, switchFor, statusOf, switches } = await switchWorld();
  switches.set('files', false);
  await expect(activate(anna, 'files')).rejects.toMatchObject({ code: 'server-disabled' });

  await switchFor(anna, 'files', true);

  expect([statusOf(anna, 'files'), statusOf(ben, 'files')]).toEqual(['available', 'disabled']);
  await activate(anna, 'files');
  await expect(activate(ben, 'files')).rejects.toMatchObject({ code: 'server-disabled' });
});

test('a switch for everywhere takes running activations along, but not where a chat has its own', async () => {
  const { activate, switchFor, statusOf, switches } = await switchWorld();
  await switchFor(ben, 'files', true);
  await activate(anna, 'files');
  await activate(ben, 'files');

  switches.set('files', false);
  await settle();
  expect([statusOf(anna, 'files'), statusOf(ben, 'files')]).toEqual(['disabled', 'active']);

  switches.set('files', undefined);
  await settle();
  expect(statusOf(anna, 'files')).toBe('available');
});

test('what a policy keeps away and what is core cannot be switched', async () => {
  const { switchFor, settings, statusOf } = await switchWorld(['gone', { disabledBy: 'policy' }]);
  settings.coreServers = ['web'];
  await expect(switchFor(anna, 'gone', true)).rejects.toMatchObject({ code: 'server-disabled' });
  await expect(switchFor(anna, 'web', false)).rejects.toMatchObject({ code: 'core-server' });
  await expect(switchFor(anna, 'nobody', false)).rejects.toMatchObject({ code: 'unknown-server' });
  expect([statusOf(anna, 'gone'), statusOf(anna, 'web')]).toEqual(['disabled', 'active']);
});

test('a policy that comes later counts more than what a person switched on for a chat', async () => {
  const { switchFor, source, statusOf } = await switchWorld();
  await switchFor(anna, 'files', true);
  source.change([entryOf('files', { disabledBy: 'policy' })]);
  await settle();
  expect(statusOf(anna, 'files')).toBe('disabled');
});

test('a server that is switched off while it starts is not active afterwards', async () => {
  const { activate, switchFor, statusOf, servers } = await switchWorld();
  servers.servers.get('files')!.isSlow = true;
  const starting = activate(anna, 'files');
  await settle();
  await switchFor(anna, 'files', false);
  servers.finishStarts();
  await expect(starting).rejects.toMatchObject({ code: 'server-disabled' });
  await settle();
  expect([statusOf(anna, 'files'), servers.names]).toEqual(['disabled', []]);
});
