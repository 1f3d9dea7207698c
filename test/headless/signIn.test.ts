import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authServer, protectedMcp, remoteMcp } from '../support/remoteWorld';
import { overHttp, overStdio, start } from './clients';
import { signIn } from './signingIn';
import { world } from './world';

test('signs in by a command of its own, which the refusal names, while the program runs on', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const of = world({ wiki: { type: 'http', url: server.url } });
  const { agent, stderr } = await overStdio(of, ['--approve', 'all']);

  const refused = await agent.call('mcp_activate', { name: 'wiki' });
  expect([refused.code, refused.text]).toEqual([
    'sign-in-needed',
    expect.stringMatching(/in a terminal: `\S+ \S+headless\.js --sign-in wiki --workspace \S+ --state \S+/),
  ]);
  const listed = await agent.call('mcp_discover', { intent: 'wiki' });
  expect(listed.text).toContain('sign-in');

  const signedIn = await signIn(of, 'wiki');

  expect([signedIn.code, signedIn.stderr]).toEqual([0, expect.stringContaining('Signed in to "wiki".')]);
  await expect.poll(async () => (await agent.call('mcp_activate', { name: 'wiki' })).isError).toBe(false);
  expect((await agent.call('mcp_call_tool', { server: 'wiki', tool: 'echo', arguments: {} })).text).toContain(
    'called echo',
  );
  const folder = join(of.folder, 'state', 'sign-ins');
  expect(readdirSync(folder)).toEqual(['wiki.json']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'wiki.json')).mode & 0o777).toBe(0o600);
  const state = auth.authorizations[0]?.get('state');
  expect(stderr()).not.toContain(state);
});

test('forgets a sign-in when it is told to, and has its tokens taken back', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const of = world({ wiki: { type: 'http', url: server.url } });
  await signIn(of, 'wiki');
  const program = start([...of.options, '--sign-out', 'wiki']);
  expect(await program.exit).toBe(0);
  expect(readdirSync(join(of.folder, 'state', 'sign-ins'))).toEqual([]);
  expect(auth.revoked).toEqual(['refresh_token', 'access_token']);
  expect(program.stderr()).toContain('You are signed out of "wiki".');
});

test('signs in as the client of the entry, with its secret from the credentials file, and shows neither secret nor token', async () => {
  const secret = `s-${randomUUID()}`;
  const auth = await authServer({
    client: { id: 'by-hand', secret },
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
  });
  const server = await protectedMcp(auth, { echoes: true });
  const oauth = { clientId: 'by-hand', clientSecret: { secret_key: 'WIKI_SECRET' } };
  const of = world({ wiki: { type: 'http', url: server.url, oauth } });
  const without = await signIn(of, 'wiki');
  expect(without).toEqual({ code: 2, stderr: expect.stringContaining('Missing WIKI_SECRET.') });
  const credentials = JSON.stringify({ wiki: { WIKI_SECRET: secret } });
  writeFileSync(join(of.folder, 'state', 'credentials.json'), credentials, { mode: 0o600 });

  const { code, stderr } = await signIn(of, 'wiki');

  expect([code, stderr]).toEqual([0, expect.stringContaining('clientSecret: ${secret:WIKI_SECRET}')]);
  expect(stderr).not.toContain(secret);
  const { agent, stderr: log } = await overStdio(of, ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'wiki' });
  const answer = await agent.call('mcp_call_tool', { server: 'wiki', tool: 'echo', arguments: {} });
  expect(answer.text).toContain('Your header was Bearer •••');
  const record = readFileSync(join(of.folder, 'state', 'sign-ins', 'wiki.json'), 'utf8');
  const token = String(JSON.parse(record).accessToken);
  expect(auth.accepts(`Bearer ${token}`)).toBe(true);
  expect(answer.text + log()).not.toContain(token);
});

test.skipIf(process.platform === 'win32')('keeps nothing of a sign-in that was broken off', async () => {
  const server = await protectedMcp(await authServer());
  const of = world({ wiki: { type: 'http', url: server.url } });
  const program = start([...of.options, '--sign-in', 'wiki']);
  await expect.poll(() => program.stderr()).toContain('/authorize');
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(2);
  expect(program.stderr()).toContain('The sign-in was cancelled. Nothing was stored.');
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
  expect(program.stderr()).toBe(
    '"files" is a program on this machine: there is no sign-in, and no key is missing. Turn it on instead.\n',
  );
});

test('hands no server the token that a client showed to us', async () => {
  const seen: unknown[] = [];
  const server = await remoteMcp(({ headers }) => {
    seen.push(headers);
    return false;
  });
  const of = world({ wiki: { type: 'http', url: server.url } });
  const { token, agent: connect } = await overHttp(of, ['--approve', 'all']);
  const { agent } = await connect();
  await agent.call('mcp_activate', { name: 'wiki' });
  const { text } = await agent.call('mcp_call_tool', { server: 'wiki', tool: 'echo', arguments: {} });
  expect(text).toContain('called echo');
  expect(seen.length).toBeGreaterThan(1);
  expect(JSON.stringify(seen)).not.toContain(token);
});
