import { expect, test } from 'vitest';
import { entryOf, http } from '../../../test/support/catalogWorld';
import { chat, noSignal, settle, testCore } from '../../../test/support/testCore';

const wiki = entryOf('wiki', { launch: http('https://wiki.example/mcp'), signsIn: true });
const ann = chat('ann');

test('names the command before anything is started, and starts once somebody signed in', async () => {
  const core = await testCore({ entries: [wiki] });
  await expect(core.gateway.activate(ann, 'wiki', 'agent', noSignal())).rejects.toMatchObject({
    code: 'missing-credentials',
    message: '"wiki" needs a sign-in in the browser. The user can sign in to wiki.',
    details: { missing: ['sign-in'] },
  });
  expect(core.asked).toEqual([]);

  core.servers.add('wiki', { tools: ['search'] });
  core.signIns.signIn('wiki');

  expect((await core.gateway.activate(ann, 'wiki', 'agent', noSignal())).start).toBe('started');
});

test('keeps the tools it knows while a sign-in is needed, and refuses calls until then', async () => {
  const core = await testCore({ entries: [wiki] });
  core.servers.add('wiki', { tools: ['search'] });
  core.signIns.signIn('wiki');
  await core.gateway.activate(ann, 'wiki', 'agent', noSignal());
  await core.gateway.deactivate(ann, 'wiki');
  await settle();
  core.servers.add('wiki', { tools: ['search'], wantsSignIn: true });

  const again = await core.gateway.activate(ann, 'wiki', 'agent', noSignal());
  await settle();

  expect([again.start, again.tools.length > 0]).toEqual(['cached', true]);
  expect(core.gateway.session(ann.session)?.activations.has(wiki.id)).toBe(true);
  const call = core.toolbox.call(ann, { server: 'wiki', tool: 'search' }, {}, { signal: noSignal() });
  await expect(call).rejects.toMatchObject({ code: 'sign-in-needed' });
});

test('asks about the launch before a sign-in sends what it says, and not again for the start', async () => {
  const core = await testCore({ entries: [wiki] });
  core.person.answer = async () => false;
  await expect(core.gateway.servers.approvedLaunch(wiki, noSignal())).rejects.toMatchObject({
    code: 'launch-not-approved',
  });
  core.person.answer = async () => true;

  expect(await core.gateway.servers.approvedLaunch(wiki, noSignal())).toMatchObject({
    url: 'https://wiki.example/mcp',
  });
  core.servers.add('wiki', { tools: ['search'] });
  core.signIns.signIn('wiki');
  await core.gateway.activate(ann, 'wiki', 'agent', noSignal());

  expect(core.asked.map(({ text }) => text)).toEqual(Array(2).fill('https://wiki.example/mcp'));
});
