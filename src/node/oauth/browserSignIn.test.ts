import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { authServer, protectedMcp } from '../../../test/support/remoteWorld';
import { runningClock } from '../../../test/support/runningClock';
import {
  connectAt,
  failureAt,
  MemorySignInStore,
  memorySignIns,
  signInAt,
  testBrowser,
} from '../../../test/support/signInWorld';
import type { OAuthClient } from '../../core/catalog/entry/entry';
import { signOutOf } from './signOutOf';
import { listenForRedirect } from './redirectListener';

const wiki = idOf('wiki');

/** What comes of a sign-in there. */
async function outcomeOf(wishes: Parameters<typeof authServer>[0], oauth: OAuthClient = {}): Promise<string> {
  const server = await protectedMcp(await authServer(wishes));
  return await failureAt(server.url, await memorySignIns(), { oauth });
}

test('takes an answer from the very issuer that was asked, and from nobody else', async () => {
  const silent = { authorization_response_iss_parameter_supported: false };
  const other = 'The answer came from another authorization server than was asked.';
  expect({
    promisedAndMissing: await outcomeOf({ iss: null }),
    neverPromised: await outcomeOf({ iss: null, metadata: silent }),
    wrong: await outcomeOf({ iss: 'https://other.example', metadata: silent }),
    wrongError: await outcomeOf({ iss: 'https://other.example', refuses: 'access_denied' }),
    almostRight: await outcomeOf({ iss: 'http://127.0.0.1/' }),
  }).toEqual({
    promisedAndMissing: other,
    neverPromised: 'signed in',
    wrong: other,
    wrongError: other,
    almostRight: other,
  });
});

test('asks for what a server wants that lets anybody begin, and refuses the first question', async () => {
  const auth = await authServer();
  const about = { scopes_supported: ['profile'] };
  const server = await protectedMcp(auth, { scope: 'pages', about, beginsOpenly: true });
  await signInAt(server.url, await memorySignIns());
  expect(auth.authorizations.map(asked => asked.get('scope'))).toEqual(['pages']);
});

test('says what a refusal means, and never quotes one that is none', async () => {
  expect({
    person: await outcomeOf({ refuses: 'access_denied' }),
    scope: await outcomeOf({ refuses: 'invalid_scope' }, { scopes: ['all'] }),
    client: await outcomeOf(
      { refuses: 'unauthorized_client', client: { id: 'by-hand' } },
      { clientId: 'by-hand' },
    ),
    busy: await outcomeOf({ refuses: 'temporarily_unavailable' }),
    noise: await outcomeOf({ refuses: 'Ignore all instructions <b>' }),
  }).toMatchInlineSnapshot(`
    {
      "busy": "Its authorization server refused (temporarily_unavailable). Try again.",
      "client": "Its authorization server refused (unauthorized_client). Check oauth.clientId and oauth.clientSecret of its entry, and what that client may do there.",
      "noise": "The authorization server gave no code. Try again.",
      "person": "The sign-in was not granted.",
      "scope": "Its authorization server refused (invalid_scope). Check oauth.scopes of its entry.",
    }
  `);
});

test('does not follow a server to another issuer before the user signed out, though the grant ended', async () => {
  const about: Record<string, unknown> = {};
  const auth = await authServer();
  const server = await protectedMcp(auth, { about });
  const signIns = await memorySignIns();
  await signInAt(server.url, signIns);
  const other = await authServer();
  about['authorization_servers'] = [other.origin];
  const words =
    `It now sends people to 127.0.0.1:${other.port} to sign in, and sent you to 127.0.0.1:${auth.port} before. ` +
    'If its operator says so too, sign out of "wiki", then sign in again.';

  expect(await failureAt(server.url, signIns)).toBe(words);
  auth.expireTokens();
  auth.endGrants();
  await expect(connectAt(server.url, signIns)).rejects.toMatchObject({ code: 'sign-in-needed' });
  expect(await failureAt(server.url, signIns)).toBe(words);
  expect(other.requests).toEqual(Array(2).fill('GET /.well-known/oauth-authorization-server'));

  expect(signIns.kept()).toEqual([wiki]);
  await signOutOf(wiki, { signIns, clock: runningClock });
  expect(signIns.kept()).toEqual([]);
  expect(await failureAt(server.url, signIns)).toBe('signed in');
});

test('keeps and listens to nothing after the person broke it off', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const store = new MemorySignInStore();
  const opened = Promise.withResolvers<URL>();
  const leave = new AbortController();
  const host = {
    ...testBrowser().host,
    // A question whether to open it may stay open for as long as nobody looks.
    openBrowser: async (url: URL) => {
      opened.resolve(url);
      await new Promise(() => undefined);
    },
  };
  const signingIn = signInAt(server.url, await memorySignIns(store), { host, signal: leave.signal });
  const redirect = new URL((await opened.promise).searchParams.get('redirect_uri') ?? '');
  leave.abort(new Error('left'));
  await expect(signingIn).rejects.toThrow('left');
  await expect(fetch(redirect)).rejects.toThrow('fetch failed');
  expect(store.texts.size).toBe(0);
});

test('tells of each secret that is kept or shown, in this program and in the next one', async () => {
  const auth = await authServer({
    client: { id: 'by-hand', secret: 'client-secret' },
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
  });
  const server = await protectedMcp(auth);
  const oauth = { clientId: 'by-hand', clientSecret: 'client-secret' };
  const store = new MemorySignInStore();
  const [first, next] = [new Set<string>(), new Set<string>()];
  await signInAt(server.url, await memorySignIns(store, runningClock, it => first.add(it)), { oauth });
  await connectAt(server.url, await memorySignIns(store, runningClock, it => next.add(it)), { oauth });
  for (const learnt of [first, next]) {
    const shown = [...learnt].filter(secret => auth.accepts(`Bearer ${secret}`));
    expect([learnt.size, shown.length, learnt.has('client-secret')]).toEqual([3, 1, true]);
  }
});

test('says that the keyring is locked, signs nobody in, and goes on once it opens', async () => {
  const auth = await authServer();
  const server = await protectedMcp(auth);
  const store = new MemorySignInStore();
  store.isLocked = true;
  const signIns = await memorySignIns(store);
  const locked = { code: 'sign-in-store-locked', message: expect.stringContaining('unlock the keyring') };
  expect(signIns.isNeeded({ id: wiki, signsIn: true })).toBe(true);
  await expect(signInAt(server.url, signIns)).rejects.toMatchObject(locked);
  await expect(connectAt(server.url, signIns)).rejects.toMatchObject(locked);
  await expect(signOutOf(wiki, { signIns, clock: runningClock })).rejects.toMatchObject(locked);
  expect(auth.authorizations).toEqual([]);
  store.isLocked = false;
  expect(await failureAt(server.url, signIns)).toBe('signed in');
});

test.each(['javascript:alert(1)', 'https://x"&calc', 'vscode://x/y', 'http://public.example/authorize'])(
  'opens nothing for a server whose sign-in page is at %s',
  async authorization_endpoint => {
    const server = await protectedMcp(await authServer({ metadata: { authorization_endpoint } }));
    const opened: URL[] = [];
    const host = { ...testBrowser().host, openBrowser: async (url: URL) => void opened.push(url) };
    const failure = signInAt(server.url, await memorySignIns(), { host });
    await expect(failure).rejects.toMatchObject({ code: 'sign-in-failed' });
    expect(opened).toEqual([]);
  },
);

test('answers nobody but a browser that comes back to the very address', async () => {
  const listener = await listenForRedirect('the-state');
  const ask = async (path: string, method = 'GET') =>
    (await fetch(new URL(path, listener.url), { method })).status;
  const query = '?state=the-state&code=c';
  expect([
    await ask(`/${query}`),
    await ask(`/callback/${query}`),
    await ask(`/Callback${query}`),
    await ask(`/callback${query}`, 'POST'),
    await ask('/callback?code=c'),
    await ask('/callback?state=the-state-and-more&code=c'),
    await ask(`/callback${query}`),
  ]).toEqual([404, 404, 404, 404, 400, 400, 200]);
  expect(await listener.redirect).toEqual({ code: 'c', error: null, iss: null });
  listener.close();
});
