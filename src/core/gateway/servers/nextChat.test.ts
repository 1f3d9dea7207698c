import { expect, test } from 'vitest';
import { idOf } from '../../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';

const thread = { ...ben, session: anna.session, isConversation: false };

test('the first chat that comes has what was wished for, and only that one', async () => {
  const { gateway, servers } = await gatewayWorld();
  gateway.nextChat.add(idOf('files'));
  gateway.nextChat.add(idOf('web'));
  gateway.nextChat.remove(idOf('web'));
  expect(gateway.nextChat.servers()).toEqual(['files']);
  gateway.enter(anna);
  await expect.poll(() => servers.names).toEqual(['files']);
  gateway.enter(ben);
  expect(gateway.nextChat.servers()).toEqual([]);
  const active = new Map(gateway.sessions().map(({ id, activations }) => [id, [...activations.keys()]]));
  expect(active.get(anna.session)).toEqual(['files']);
  expect(active.get(ben.session)).toEqual([]);
});

test('a session that is no chat takes nothing, and what cannot start is no obstacle', async () => {
  const { gateway, servers, log } = await gatewayWorld();
  servers.add('files', { tools: [], startFailure: 'No.' });
  gateway.nextChat.add(idOf('files'));
  gateway.nextChat.add(idOf('web'));
  gateway.enter(thread);
  expect(gateway.nextChat.servers()).toHaveLength(2);
  gateway.enter(ben);
  await expect.poll(() => servers.names).toEqual(['web']);
  await expect
    .poll(() => log.lines.some(line => JSON.stringify(line).includes('could not be turned on')))
    .toBe(true);
});
