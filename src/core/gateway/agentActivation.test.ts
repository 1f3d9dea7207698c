import { expect, test } from 'vitest';
import { entryOf, secret } from '../../../test/support/catalogWorld';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal } from '../../../test/support/testCore';

test('an agent that may not switch servers on is told which setting says so, and a person still may', async () => {
  const { activate, gateway, servers, asked } = await gatewayWorld({ settings: { mayAgentActivate: false } });
  await expect(activate(anna, 'files')).rejects.toMatchObject({
    code: 'activation-not-allowed',
    message:
      '"files" was not activated: the setting switchyard.activation.allowAgent doesn\'t let agents turn servers on. ' +
      'Ask the user to do it with the command "Switchyard: Toggle MCP Server…".',
  });
  expect([servers.starts, asked.length]).toEqual([0, 0]);

  const [session] = gateway.sessions();
  if (session === undefined) throw new Error('Asking made no session.');
  await gateway.activateFor(session, 'files', noSignal());
  expect(await activate(anna, 'files')).toMatchObject({ alreadyActive: true });
});

test('an agent that lacks a key is news with the names of the keys; a person who lacks one knows', async () => {
  const { activate, gateway, bus } = await gatewayWorld({
    entries: [entryOf('sentry', { needs: [secret('TOKEN')] })],
  });
  const news: unknown[] = [];
  bus.subscribe(({ kind, payload, session }) => {
    if (kind === 'credentialsMissing') news.push({ payload, session });
  });
  await expect(activate(anna, 'sentry')).rejects.toMatchObject({ code: 'missing-credentials' });
  expect(news).toEqual([{ payload: { server: 'sentry', keys: ['TOKEN'] }, session: anna.session }]);
  const [session] = gateway.sessions();
  if (session === undefined) throw new Error('Asking made no session.');
  await expect(gateway.activateFor(session, 'sentry', noSignal())).rejects.toMatchObject({
    code: 'missing-credentials',
  });
  expect(news).toHaveLength(1);
});
