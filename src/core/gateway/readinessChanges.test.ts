import { expect, test } from 'vitest';
import { entryOf, http, secret, stdio } from '../../../test/support/catalogWorld';
import { chat, noSignal, settle, testCore } from '../../../test/support/testCore';
import type { CatalogEntry } from '../catalog/entry/entry';

const anna = chat('anna');

/** A world with this entry, and how it stands in it. */
async function worldOf(entry: CatalogEntry) {
  const core = await testCore({ entries: [entry] });
  const changes: number[] = [];
  core.catalog.onDidChange(() => changes.push(changes.length));
  const state = () => {
    const row = core.gateway.environment(anna.session).find(({ id }) => id === entry.id);
    return (
      row && { status: row.status, ...(row.lacks && { lacks: row.lacks }), ...(row.why && { why: row.why }) }
    );
  };
  return { ...core, state, changes };
}

const keyed = entryOf('sentry', { needs: [secret('TOKEN')] });

test('becomes available when a key is entered, is told so, and starts nothing for it', async () => {
  const { state, credentials, servers, changes } = await worldOf(keyed);
  expect(state()).toEqual({ status: 'missing-credentials', why: 'Missing TOKEN. The user can enter it.' });
  credentials.set('sentry', 'TOKEN', 'v');
  expect(changes).toHaveLength(1);
  expect(state()).toEqual({ status: 'available' });
  credentials.forget('sentry', 'TOKEN');
  expect(changes).toHaveLength(2);
  expect(state()?.status).toBe('missing-credentials');
  expect(servers.starts).toBe(0);
});

test('takes a key that was entered blank for none, at the latest when it is to start', async () => {
  const { gateway, credentials, servers } = await worldOf(keyed);
  credentials.set('sentry', 'TOKEN', '   ');
  await expect(gateway.activate(anna, 'sentry', 'agent', noSignal())).rejects.toMatchObject({
    code: 'missing-credentials',
    message: 'Missing TOKEN. The user can enter it.',
  });
  expect(servers.starts).toBe(0);
});

test('says that the keyring is locked, and is available once it is open', async () => {
  const { state, credentials } = await worldOf(keyed);
  credentials.set('sentry', 'TOKEN', 'v');
  credentials.isLocked = true;
  expect(state()).toEqual({
    status: 'missing-credentials',
    why: "Missing TOKEN. The credential store is locked or can't be read: unlock the keyring, then try again.",
  });
  credentials.isLocked = false;
  expect(state()).toEqual({ status: 'available' });
});

test('sees a runtime that appears and one that goes, without a restart', async () => {
  const { state, programs, gateway, servers } = await worldOf(
    entryOf('git', { launch: stdio('uvx', ['git']) }),
  );
  const why =
    'The program "uvx" was not found (searched /usr/bin, /bin). Install uv (https://docs.astral.sh/uv), then try again.';
  expect(state()).toEqual({ status: 'available', lacks: 'uvx', why });
  await expect(gateway.activate(anna, 'git', 'agent', noSignal())).rejects.toMatchObject({ message: why });
  programs.install('uvx');
  expect(state()).toEqual({ status: 'available' });
  servers.add('git', { tools: ['status'] });
  await gateway.activate(anna, 'git', 'agent', noSignal());
  await gateway.deactivate(anna, 'git');
  programs.remove('uvx');
  expect(state()).toMatchObject({ lacks: 'uvx' });
});

test('is switched off by a policy that comes, with the reason, and ends where it was on', async () => {
  const { state, source, gateway, servers } = await worldOf(entryOf('wiki'));
  servers.add('wiki', { tools: ['read'] });
  await gateway.activate(anna, 'wiki', 'agent', noSignal());
  expect(state()).toEqual({ status: 'active' });
  source.change([
    entryOf('wiki', { disabledBy: 'policy', disabledReason: 'Your company does not allow it.' }),
  ]);
  await settle();
  expect(state()).toEqual({
    status: 'disabled',
    why: '"wiki" is not offered. Your company does not allow it. Call mcp_discover to find another server for the job.',
  });
  expect(gateway.session(anna.session)?.activations.size).toBe(0);
  source.change([entryOf('wiki')]);
  await settle();
  expect(state()).toEqual({ status: 'available' });
});

test('is available after a sign-in, and asks again after signing out', async () => {
  const { state, signIns } = await worldOf(
    entryOf('linear', { launch: http('https://linear.example'), signsIn: true }),
  );
  expect(state()).toMatchObject({ status: 'missing-credentials' });
  signIns.signIn('linear');
  expect(state()).toEqual({ status: 'available' });
  signIns.needed.add('linear');
  expect(state()).toMatchObject({ status: 'missing-credentials' });
});

test('looks for each program once, however many servers run on it', async () => {
  const entries = Array.from({ length: 50 }, (_, i) => entryOf(`s${i}`, { launch: stdio('npx', [`s${i}`]) }));
  const { gateway, programs } = await testCore({ entries });
  const before = programs.looks;
  gateway.environment();
  expect(programs.looks - before).toBe(1);
});
