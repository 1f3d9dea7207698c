import { expect, test } from 'vitest';
import { entryOf, stdio } from '../../../test/support/catalogWorld';
import { toolNamed } from '../../../test/support/fakeServers';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { settle } from '../../../test/support/testCore';

function shipped(version: string, more: readonly string[] = []) {
  return entryOf('files', {
    owner: 'shipped',
    publisher: 'ACME',
    launch: stdio('npx', ['-y', `@acme/files@${version}`, ...more]),
  });
}

/** A window in which 1.0.0 was approved, and the next one, whose registry brings what the test says. */
async function after(next: ReturnType<typeof entryOf>) {
  const first = await gatewayWorld({ entries: [shipped('1.0.0')] });
  await first.activate(anna, 'files');
  return await gatewayWorld({ entries: [next], log: first.store.log });
}

const argsOf = ({ servers }: Awaited<ReturnType<typeof gatewayWorld>>) =>
  [...servers.running].map(({ launch }) => (launch.type === 'stdio' ? launch.args[1] : undefined));

test('offers a newer version of an approved package, and takes it with a yes', async () => {
  const next = await after(shipped('1.1.0'));
  await next.activate(anna, 'files');
  expect(next.asked).toMatchObject([
    { approved: { name: '@acme/files', version: '1.0.0' }, isChanged: true },
  ]);
  expect(next.asked[0]?.text).toContain('Update from 1.0.0 to 1.1.0');
  expect(argsOf(next)).toEqual(['@acme/files@1.1.0']);
});

test('keeps the approved version with a no, asks no more for agents, and again for a person or another version', async () => {
  const next = await after(shipped('1.1.0'));
  next.person.answer = async () => false;
  await next.activate(anna, 'files');
  expect(argsOf(next)).toEqual(['@acme/files@1.0.0']);
  next.source.change([shipped('1.1.0'), entryOf('other')]);
  await settle();
  expect([next.servers.starts, argsOf(next)]).toEqual([1, ['@acme/files@1.0.0']]);
  await next.gateway.deactivate(anna, 'files');
  await next.activate(anna, 'files');
  expect([next.asked.length, argsOf(next)]).toEqual([1, ['@acme/files@1.0.0']]);

  const later = await gatewayWorld({ entries: [shipped('1.2.0')], log: next.store.log });
  later.person.answer = async () => false;
  await later.activate(anna, 'files');
  expect(later.asked.map(({ text }) => text.includes('Update from 1.0.0 to 1.2.0'))).toEqual([true]);
  await later.gateway.deactivate(anna, 'files');
  later.person.answer = async () => true;
  const [session] = later.gateway.sessions();
  if (session === undefined) throw new Error('there is no session');
  await later.gateway.activateFor(session, 'files', new AbortController().signal);
  expect(argsOf(later)).toEqual(['@acme/files@1.2.0']);
});

test('who was not asked about a newer version, or closed the question, has declined nothing', async () => {
  const next = await after(shipped('1.1.0'));
  for (const [at, answer] of (['unasked', 'closed', 'no'] as const).entries()) {
    next.person.answer = async () => answer;
    await next.activate(anna, 'files');
    expect([next.asked.length, argsOf(next)]).toEqual([at + 1, ['@acme/files@1.0.0']]);
    await next.gateway.deactivate(anna, 'files');
  }
  await next.activate(anna, 'files');
  expect(next.asked).toHaveLength(3);
});

test('a launch that changed in more than its version is asked about as another one, and a no starts nothing', async () => {
  const next = await after(shipped('1.1.0', ['--all']));
  next.person.answer = async () => false;
  await expect(next.activate(anna, 'files')).rejects.toMatchObject({ code: 'launch-not-approved' });
  expect(next.asked[0]?.approved).toBeUndefined();
});

test("another version in the user's own entry is their own wish: nothing older is started in its place", async () => {
  const mine = (version: string) => ({ ...shipped(version), owner: 'user' as const });
  const first = await gatewayWorld({ entries: [mine('1.0.0')] });
  await first.activate(anna, 'files');
  const next = await gatewayWorld({ entries: [mine('1.1.0')], log: first.store.log });
  next.person.answer = async () => false;
  await expect(next.activate(anna, 'files')).rejects.toMatchObject({ code: 'launch-not-approved' });
});

test('withholds a tool of the approved version that changed, also after the newer version was declined', async () => {
  const next = await after(shipped('1.1.0'));
  next.person.answer = async () => false;
  next.servers.add('files', { tools: [{ ...toolNamed('read'), description: 'Other' }, 'write'] });
  await next.activate(anna, 'files');
  expect(argsOf(next)).toEqual(['@acme/files@1.0.0']);
  await expect(next.call(anna, 'files__read')).rejects.toMatchObject({ code: 'tool-withheld' });
});
