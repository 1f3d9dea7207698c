import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { textResult } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { settle } from '../../../test/support/testCore';

const LOCKED = 'It exited with code 1. Last output: db locked';
const SAID = `"files" did not start. ${LOCKED}`;

/** A world in which the tools of `files` are known from before, and every start of it fails. */
async function failingWorld() {
  const first = await gatewayWorld();
  await first.activate(anna, 'files');
  const world = await gatewayWorld({ log: first.store.log });
  const server = world.servers.servers.get('files')!;
  server.startFailure = LOCKED;
  return { ...world, mend: () => delete server.startFailure };
}

test('keeps a known server active whose start fails, and tells the reason to whoever calls next', async () => {
  const { activate, call, listed, events, mend, servers } = await failingWorld();
  expect(await activate(anna, 'files')).toMatchObject({ start: 'cached', warnings: [] });
  await settle();
  expect(listed()).toEqual(['files__read', 'files__write']);
  expect(events.filter(event => event.kind === 'serverDeactivated')).toEqual([]);
  await expect(call(anna, 'files__read')).rejects.toMatchObject({
    code: 'start-failed',
    message: `${SAID}. It stays active in this session: call again when that is fixed, or mcp_deactivate with name "files".`,
  });
  expect(servers.starts).toBe(2);

  mend();
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
});

test('tells the reason when it is activated again, here or in another chat, and in the environment', async () => {
  const { activate, gateway } = await failingWorld();
  await activate(anna, 'files');
  await settle();
  expect(await activate(anna, 'files')).toMatchObject({
    alreadyActive: true,
    warnings: [`It failed: ${SAID}. The next call of one of its tools restarts it.`],
  });
  expect(await activate(ben, 'files')).toMatchObject({
    start: 'cached',
    warnings: [
      `It failed: ${SAID}. It is restarting; the next call of one of its tools shows whether that succeeded.`,
    ],
  });
  await settle();
  for (const session of [anna.session, ben.session, undefined]) {
    const row = gateway.environment(session).find(({ id }) => id === 'files');
    expect(row).toMatchObject({ health: 'error', failure: SAID });
  }
});

test('tells of a server that ended by itself, until it runs again', async () => {
  const { activate, call, servers, gateway } = await gatewayWorld();
  await activate(anna, 'files');
  servers.crash('files');
  expect(await activate(anna, 'files')).toMatchObject({
    warnings: ['It failed: It exited with code 7. The next call of one of its tools restarts it.'],
  });
  await call(anna, 'files__read');
  expect(await activate(anna, 'files')).toMatchObject({ warnings: [] });
  expect(gateway.environment().find(({ id }) => id === 'files')).toMatchObject({ health: 'running' });
});

test('leaves nothing active whose first start fails, and says what to do', async () => {
  const { activate, servers, gateway } = await gatewayWorld();
  servers.servers.get('files')!.startFailure = LOCKED;
  await expect(activate(anna, 'files')).rejects.toMatchObject({
    code: 'start-failed',
    message: `${SAID}. It is not active. Tell the user. When that is fixed, call mcp_activate again.`,
  });
  expect(gateway.session(anna.session)?.activations.has(idOf('files'))).toBe(false);
});

test('says of a core server whose tools are not known yet that it stays on', async () => {
  const { activate, servers } = await gatewayWorld({ settings: { coreServers: ['files'] } });
  servers.servers.get('files')!.startFailure = LOCKED;
  await expect(activate(anna, 'files')).rejects.toMatchObject({
    code: 'start-failed',
    message: `${SAID}. It stays active: call again when that is fixed.`,
  });
});

test('tells whoever calls a tool of it by its listed name why a core server did not start', async () => {
  const { call, servers } = await gatewayWorld({ settings: { coreServers: ['files'] } });
  servers.servers.get('files')!.startFailure = LOCKED;
  await expect(call(anna, 'files__read')).rejects.toMatchObject({
    code: 'start-failed',
    message: `${SAID}. It stays active: call again when that is fixed.`,
  });
});
