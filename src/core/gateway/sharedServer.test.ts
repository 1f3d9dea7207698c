import { expect, test } from 'vitest';
import { textResult } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../test/support/testCore';

test('starts a server for the chat that still wants it when the chat that asked first gives up', async () => {
  const { gateway, activate, call, servers } = await gatewayWorld();
  servers.servers.get('files')!.isSlow = true;
  const abort = new AbortController();
  const first = gateway.activate(anna, 'files', 'agent', abort.signal);
  await settle();
  const second = activate(ben, 'files');
  second.catch(() => undefined);
  await settle();
  abort.abort(new Error('cancelled'));
  await expect(first).rejects.toThrow('cancelled');
  servers.finishStarts();

  expect(await second).toMatchObject({ start: 'started' });
  expect(servers.starts).toBe(1);
  expect(await call(ben, 'files__read')).toEqual(textResult('read'));
  await gateway.deactivate(ben, 'files');
  await settle();
  expect(servers.names).toEqual([]);
});

test('leaves no server running for a chat that a person forgot while it was being turned on', async () => {
  const { gateway, servers } = await gatewayWorld();
  gateway.enter(anna);
  const session = gateway.session(anna.session)!;
  servers.servers.get('files')!.isSlow = true;
  const turnedOn = gateway.activateFor(session, 'files', noSignal());
  turnedOn.catch(() => undefined);
  await settle();
  await gateway.endSession(session, 'forgotten');
  servers.finishStarts();
  await settle();
  expect(servers.names).toEqual([]);
  await expect(turnedOn).rejects.toMatchObject({ code: 'deactivated' });
});
