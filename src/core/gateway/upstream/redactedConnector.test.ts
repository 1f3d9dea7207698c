import { expect, test } from 'vitest';
import { entryOf, secret, stdio } from '../../../../test/support/catalogWorld';
import { textResult, toolNamed } from '../../../../test/support/fakeServers';
import { anna, gatewayWorld } from '../../../../test/support/gatewayWorld';
import { settle } from '../../../../test/support/testCore';
import { Refusal } from '../../support/refusal';
import { ProtocolError } from './protocolError';

/** A token as services give them, made here so that no scanner takes this file for a leak. */
const token = ['ghp', 'Zz9'.repeat(12)].join('_');

/** A world whose server `files` was given the token. */
async function worldWithToken() {
  const entry = entryOf('files', { launch: stdio('npx', ['files']), needs: [secret('API_KEY')] });
  const world = await gatewayWorld({ entries: [entry, entryOf('web')] });
  world.credentials.set('files', 'API_KEY', token);
  const server = world.servers.servers.get('files')!;
  return { ...world, server };
}

/** Everything that was written down. */
function written(world: Awaited<ReturnType<typeof worldWithToken>>): string {
  return JSON.stringify([world.store.log.rows, world.store.log.states, world.events, world.log.lines]);
}

test('masks the secrets of a server in why it did not start', async () => {
  const world = await worldWithToken();
  world.server.startFailure = `Bad key ${token}.`;
  await expect(world.activate(anna, 'files')).rejects.toThrow('"files" did not start. Bad key •••.');
  expect(world.gateway.health(entryOf('files').id)).toEqual({
    state: 'error',
    reason: '"files" did not start. Bad key •••.',
  });
  expect(written(world)).not.toContain(token);
});

test('masks them in refusals and in answers of tools that failed, and in good answers of the server that has them', async () => {
  const { activate, call, server, servers } = await worldWithToken();
  await activate(anna, 'files');
  server.answer = async () => ({
    ...textResult(`401 for ${token}`),
    isError: true,
    structuredContent: { token },
  });
  expect(await call(anna, 'files__read')).toEqual({
    ...textResult('401 for •••'),
    isError: true,
    structuredContent: { token: '•••' },
  });
  const encoded = Buffer.from(`x:${token}`).toString('base64');
  server.answer = () => Promise.reject(new Refusal('upstream-failed', `It said ${encoded}`, { said: token }));
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ details: { said: '•••' } });
  await expect(call(anna, 'files__read')).rejects.not.toThrow(encoded);
  server.answer = async () => textResult(`Your token is ${token}, or ${encoded}`);
  expect(await call(anna, 'files__read')).toEqual(textResult('Your token is •••, or eDpn•••'));
  // A file that is read and written back must not change on the way.
  await activate(anna, 'web');
  servers.servers.get('web')!.answer = async () => textResult(`TOKEN=${token}`);
  expect(await call(anna, 'web__read')).toEqual(textResult(`TOKEN=${token}`));
});

test('masks them in why a server ended', async () => {
  const world = await worldWithToken();
  await world.activate(anna, 'files');
  world.servers.crash('files', `It said ${token}.`);
  await settle();
  expect(world.gateway.health(entryOf('files').id)).toEqual({ state: 'error', reason: 'It said •••.' });
  expect(written(world)).not.toContain(token);
});

test('masks them in what a server lists, and writes none to the journal', async () => {
  const world = await worldWithToken();
  world.server.tools = [{ ...toolNamed('read'), description: `Uses ${token}` }];
  const { tools } = await world.activate(anna, 'files');
  expect(tools.map(({ definition }) => definition.description)).toEqual(['Uses •••']);
  const workflow = await world.workflows.startWorkflow(
    { name: `With ${token}`, description: null, plan: [], idempotencyKey: null },
    anna,
  );
  expect(workflow.name).toBe('With •••');
  expect(world.store.log.rows.length).toBeGreaterThan(0);
  expect(written(world)).not.toContain(token);
});

test("masks them in a server's log lines and in its errors of the protocol", async () => {
  const { activate, gateway, server, servers } = await worldWithToken();
  server.offers = { resources: true, logging: true };
  server.lists = { resources: [{ uri: 'a://b', name: 'b' }] };
  server.reply = () => {
    throw new ProtocolError(-32_002, `No ${token}`, { token });
  };
  await activate(anna, 'files');
  const view = { connection: 'window', host: 'Visual Studio Code' };
  const told: unknown[] = [];
  gateway.passthrough.notices.onNotice(notice => void told.push(notice));
  servers.tell('files', { type: 'log', level: 'info', data: { said: token } });
  expect(told).toMatchObject([{ type: 'log', data: { said: '•••' } }]);
  await expect(
    gateway.passthrough.read(view, 'a://b', { signal: new AbortController().signal }),
  ).rejects.toMatchObject({ code: -32_002, message: 'No •••', data: { token: '•••' } });
});

test('masks them in how the server wants to be used', async () => {
  const { activate, server } = await worldWithToken();
  server.instructions = `Send ${token} along.`;
  expect(await activate(anna, 'files')).toMatchObject({ instructions: 'Send ••• along.' });
});
