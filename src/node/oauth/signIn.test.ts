import { expect, test } from 'vitest';
import { authServer, protectedMcp, remoteMcp } from '../../../test/support/remoteWorld';
import { idOf } from '../../../test/support/catalogWorld';
import { httpServer } from '../../../test/support/httpServer';
import { runningClock } from '../../../test/support/runningClock';
import {
  connectAt,
  failureAt,
  MemorySignInStore,
  memorySignIns,
  signInAt,
  testBrowser,
} from '../../../test/support/signInWorld';
import { StoppedClock } from '../../../test/support/stoppedClock';
import type { Clock } from '../../core/support/clock';
import type { Fetch } from '../net/guardedFetch';
import { openable } from './browserSignIn';
import { signInTo } from './signInTo';

const wiki = idOf('wiki');
const signal = new AbortController().signal;

/** A protected server, and somebody who is signed in and connected to it. */
async function connected(wishes: Parameters<typeof authServer>[0] = {}, clock: Clock = runningClock) {
  const auth = await authServer(wishes);
  const server = await protectedMcp(auth);
  const store = new MemorySignInStore();
  const signIns = await memorySignIns(store, clock);
  await signInAt(server.url, signIns, { clock });
  const connection = await connectAt(server.url, signIns);
  const call = async () => await connection.callTool('echo', {}, { signal });
  return { auth, server, store, signIns, connection, call };
}

const called = { content: [{ type: 'text', text: 'called echo' }] };

test('refuses with the command while nobody is signed in, and asks no browser', async () => {
  const server = await protectedMcp(await authServer());
  const signIns = await memorySignIns();
  await expect(connectAt(server.url, signIns)).rejects.toMatchObject({
    code: 'sign-in-needed',
    message: '"wiki" needs a sign-in in the browser. Run the command that signs in to wiki.',
  });
  expect(signIns.isNeeded({ id: wiki })).toBe(true);
});

test('signs in with PKCE, a state, the exact redirect and the resource, and then is let in', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth, { scope: 'read write' });
  const signIns = await memorySignIns();
  await expect(connectAt(server.url, signIns)).rejects.toThrow('needs a sign-in');
  let changes = 0;
  signIns.onDidChange(() => changes++);

  await signInAt(server.url, signIns);

  expect([signIns.isNeeded({ id: wiki, signsIn: true }), changes > 0]).toEqual([false, true]);
  const connection = await connectAt(server.url, signIns);
  expect(await connection.callTool('echo', {}, { signal })).toEqual(called);
  expect(Object.fromEntries(auth.authorizations[0] ?? [])).toEqual({
    response_type: 'code',
    client_id: expect.any(String),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    scope: 'read write',
    resource: server.url,
  });
});

test('renews an expired token once for five calls at the same time', async () => {
  const { auth, call } = await connected();
  auth.expireTokens();
  expect(await Promise.all([call(), call(), call(), call(), call()])).toEqual([
    called,
    called,
    called,
    called,
    called,
  ]);
  expect(auth.refreshes()).toBe(1);
});

test('renews a token before it ends', async () => {
  const clock = new StoppedClock();
  const { auth, call, server } = await connected({ expiresIn: 3_600 }, clock);
  clock.advance(3_600_000 - 30_000);
  const posts = () => server.requests.filter(request => request.startsWith('POST')).length;
  const before = posts();
  await call();
  expect([auth.refreshes(), posts() - before]).toEqual([1, 1]);
});

test('asks for a sign-in when the grant ended, forgets the token, and goes on after a new one', async () => {
  const { auth, server, store, signIns, call } = await connected();
  auth.expireTokens();
  auth.endGrants();
  await expect(call()).rejects.toMatchObject({ code: 'sign-in-needed' });
  expect(store.texts.get('wiki')).not.toMatch(/Token/);
  expect(signIns.isNeeded({ id: wiki })).toBe(true);

  await signInAt(server.url, signIns);

  expect(await call()).toEqual(called);
  expect(server.methods.filter(method => method === 'initialize')).toHaveLength(1);
});

test('a sign-in for more rights asks for those from before too, and so does the next one', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth, { scope: 'read offline_access' });
  const signIns = await memorySignIns();
  await expect(connectAt(server.url, signIns)).rejects.toThrow('needs a sign-in');
  await signInAt(server.url, signIns);
  const connection = await connectAt(server.url, signIns);
  for (const scope of ['write', 'admin read']) {
    server.needScope(scope);
    await expect(connection.callTool('echo', {}, { signal })).rejects.toThrow('wants more rights');
    await signInAt(server.url, signIns);
  }
  expect(auth.authorizations.map(asked => asked.get('scope'))).toEqual([
    'read offline_access',
    'read offline_access write',
    'read offline_access write admin',
  ]);
});

test('asks for more rights when a call needs them, also in another program, and goes on with them', async () => {
  const { auth, server, store, signIns, call } = await connected();
  server.needScope('write');
  await expect(call()).rejects.toMatchObject({
    code: 'sign-in-needed',
    message: expect.stringContaining('wants more rights than the sign-in gave'),
  });
  expect(signIns.isNeeded({ id: wiki })).toBe(true);

  await signInAt(server.url, await memorySignIns(store));

  expect(auth.authorizations.at(-1)?.get('scope')).toBe('write');
  server.needScope(undefined);
  expect(await call()).toEqual(called);
  await expect.poll(() => signIns.isNeeded({ id: wiki })).toBe(false);
});

test('takes the token that another window renewed, and does not end its sign-in', async () => {
  const { auth, server, store, call } = await connected();
  const other = await memorySignIns(store);
  const theirs = await connectAt(server.url, other);
  auth.expireTokens();
  expect(await theirs.callTool('echo', {}, { signal })).toEqual(called);
  expect(await call()).toEqual(called);
  expect([auth.refreshes(), store.texts.size]).toEqual([1, 1]);
});

test('keeps the sign-in where another window asked for new tokens in the same moment and got none', async () => {
  const { server, store, signIns } = await connected();
  const other = await memorySignIns(store);
  const sent = (await signIns.token(wiki, server, fetch)) ?? '';
  const answered = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    answered.resolve();
    await held.promise;
    return answer;
  };
  const ours = signIns.renewed(wiki, server, sent, slow);
  await answered.promise;
  // The refresh token is used by now, and the new one is still on its way to us.
  await other.renewed(wiki, server, sent, fetch);
  held.resolve();
  expect(await ours).toEqual(expect.any(String));
  expect(await other.token(wiki, server, fetch)).toBe(await ours);
});

test('shows a token to the address it was given for, and to no other', async () => {
  const { store } = await connected();
  const seen: (string | undefined)[] = [];
  const other = await remoteMcp(request => {
    seen.push(request.headers.authorization);
    return false;
  });
  await connectAt(other.url, await memorySignIns(store));
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

test('leaves an authorization alone that the entry brings itself', async () => {
  const { server, signIns } = await connected();
  const failure = connectAt(server.url, signIns, { headers: { Authorization: 'Bearer mine' } });
  await expect(failure).rejects.toThrow('It refused us (HTTP 401). Check its credentials.');
});

test('goes to no private address that a server names, and to none of its tricks', async () => {
  const canary = await httpServer((_request, response) => response.end('{}'));
  const auth = await authServer();
  for (const resourceMetadata of [
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/metadata',
    `http://[::ffff:127.0.0.1]:${canary.port}/`,
    `http://user@127.0.0.1:${canary.port}/`,
    'file:///etc/passwd',
  ]) {
    const server = await protectedMcp(auth, { resourceMetadata });
    await expect(signInAt(server.url, await memorySignIns())).rejects.toMatchObject({
      code: 'sign-in-failed',
    });
  }
  expect([canary.requests, auth.authorizations]).toEqual([[], []]);
});

test('does not go on with descriptions that do not fit together', async () => {
  const failureOf = async (
    wishes: Parameters<typeof authServer>[0],
    about: Parameters<typeof protectedMcp>[1] = {},
  ) => {
    const auth = await authServer(wishes);
    const server = await protectedMcp(auth, about);
    return await failureAt(server.url, await memorySignIns());
  };
  expect({
    resource: await failureOf({}, { about: { resource: 'https://evil.example/mcp' } }),
    issuer: await failureOf({ metadata: { issuer: 'https://other.example' } }),
    pkce: await failureOf({ metadata: { code_challenge_methods_supported: ['plain'] } }),
    registration: await failureOf({ metadata: { registration_endpoint: undefined } }),
    page: await failureOf({ metadata: { authorization_endpoint: 'file:///bin/sh' } }),
    iss: await failureOf({ iss: 'https://other.example' }),
    token: await failureOf({ metadata: { token_endpoint: 'http://10.0.0.1/token' } }),
  }).toMatchInlineSnapshot(`
    {
      "iss": "The answer came from another authorization server than was asked.",
      "issuer": "Its authorization server calls itself by another name, so it is not used.",
      "page": "Its sign-in page is not at an https address, so it is not opened.",
      "pkce": "Its authorization server does not protect sign-ins as MCP asks (PKCE with S256).",
      "registration": "Its authorization server lets only clients in that it knows. Register one there that comes back to http://127.0.0.1/callback, and write it into the entry of "wiki" in switchyard.servers or the servers file: "oauth" with "clientId". Where the server takes a key, one in its headers does instead.",
      "resource": "The server describes itself as another one, so its sign-in is not used.",
      "token": "The address at 10.0.0.1 was not used: the server named a place inside a private network.",
    }
  `);
});

test('takes an answer with the right state only, and only once', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const browser = testBrowser();
  const states: number[] = [];
  const host = {
    ...browser.host,
    openBrowser: async (url: URL) => {
      const answer = await fetch(url, { redirect: 'manual' });
      const back = new URL(answer.headers.get('location') ?? '');
      const wrong = new URL(back);
      wrong.searchParams.set('state', 'guessed');
      states.push((await fetch(wrong)).status, (await fetch(back)).status, (await fetch(back)).status);
    },
  };
  const signIns = await memorySignIns();
  await signInAt(server.url, signIns, { host });
  expect([states, signIns.isKept(wiki)]).toEqual([[400, 200, 400], true]);
});

test('waits 10 minutes for a person, and no longer', async () => {
  const server = await protectedMcp(await authServer());
  const clock = new StoppedClock();
  const opened = Promise.withResolvers<URL>();
  const host = { ...testBrowser().host, openBrowser: async (url: URL) => opened.resolve(url) };
  const signingIn = signInAt(server.url, await memorySignIns(), { host, clock });
  signingIn.catch(() => undefined);
  const redirect = new URL((await opened.promise).searchParams.get('redirect_uri') ?? '');
  clock.advance(600_000);
  await expect(signingIn).rejects.toMatchObject({ code: 'sign-in-timeout' });
  await expect(fetch(redirect)).rejects.toThrow('fetch failed');
});

test.each([
  'javascript:alert(1)',
  'file:///bin/sh',
  'vscode://x/y',
  'http://public.example/',
  'https://u:p@x.example/',
])('opens no %s in the browser', url => {
  expect(() => openable(new URL(url), 'https://mcp.example/')).toThrow('not at an https address');
});

test('asks a server without a sign-in for none, and a program neither', async () => {
  const server = await remoteMcp();
  const signIns = await memorySignIns();
  await expect(signInAt(server.url, signIns)).rejects.toThrow('It offers no sign-in in the browser');
  const program = { type: 'stdio', command: 'x', args: [], env: {} } as const;
  const { host } = testBrowser();
  await expect(signInTo(wiki, program, { signIns, host, clock: runningClock }, signal)).rejects.toMatchObject(
    {
      code: 'no-sign-in',
    },
  );
});
