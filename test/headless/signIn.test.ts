import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authServer, protectedMcp } from '../support/remoteWorld';
import { overStdio, start } from './clients';
import { type World, world } from './world';

/** Runs the program's sign-in to its end, with a browser that follows every redirect. */
async function signIn(of: World, server: string): Promise<{ code: number | null; stderr: string }> {
  const program = start([...of.options, '--sign-in', server]);
  let isOpened = false;
  program.child.stderr?.on('data', () => {
    const address = /https?:\/\/\S+\/authorize\S+\n/.exec(program.stderr())?.[0];
    if (address === undefined || isOpened) return;
    isOpened = true;
    void fetch(address.trim()).then(page => page.text());
  });
  return { code: await program.exit, stderr: program.stderr() };
}

test('signs in by a command of its own, which the refusal names, while the program runs on', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const of = world({ wiki: { type: 'http', url: server.url } });
  const { agent, stderr } = await overStdio(of, ['--approve', 'all']);

  const refused = await agent.call('mcp_activate', { name: 'wiki' });
  expect([refused.code, refused.text]).toEqual([
    'sign-in-needed',
    expect.stringContaining('run "switchyard --sign-in wiki" in a terminal'),
  ]);
  const listed = await agent.call('mcp_discover', { intent: 'wiki' });
  expect(listed.text).toContain('sign-in');

  const signedIn = await signIn(of, 'wiki');

  expect([signedIn.code, signedIn.stderr]).toEqual([0, expect.stringContaining('Signed in to "wiki".')]);
  await expect
    .poll(async () => (await agent.call('mcp_activate', { name: 'wiki' })).isError, { timeout: 10_000 })
    .toBe(false);
  expect((await agent.call('mcp_call_tool', { server: 'wiki', tool: 'echo', arguments: {} })).text).toContain(
    'called echo',
  );
  const folder = join(of.folder, 'state', 'sign-ins');
  expect(readdirSync(folder)).toEqual(['wiki.json']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'wiki.json')).mode & 0o777).toBe(0o600);
  const state = auth.authorizations[0]?.get('state');
  expect(stderr()).not.toContain(state);
});

test('forgets a sign-in when it is told to', async () => {
  const server = await protectedMcp(await authServer());
  const of = world({ wiki: { type: 'http', url: server.url } });
  await signIn(of, 'wiki');
  const program = start([...of.options, '--sign-out', 'wiki']);
  expect(await program.exit).toBe(0);
  expect(readdirSync(join(of.folder, 'state', 'sign-ins'))).toEqual([]);
});

test('says why a sign-in did not work, and ends with code 2', async () => {
  const auth = await authServer({ iss: 'https://other.example' });
  const server = await protectedMcp(auth);
  const of = world({ wiki: { type: 'http', url: server.url }, files: { command: 'node' } });
  expect(await signIn(of, 'wiki')).toEqual({
    code: 2,
    stderr: expect.stringContaining('The answer came from another authorization server than was asked.'),
  });
  const program = start([...of.options, '--sign-in', 'files']);
  await once(program.child, 'close');
  expect(program.stderr()).toContain('"files" is a program on this machine');
});
