import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { authServer, protectedMcp } from '../../../test/support/remoteWorld';
import { runningClock } from '../../../test/support/runningClock';
import { connectAt, MemorySignInStore, memorySignIns, signInAt } from '../../../test/support/signInWorld';
import { StoppedClock } from '../../../test/support/stoppedClock';
import type { OAuthClient } from '../../core/catalog/entry/entry';
import { signOutOf, signOutText } from './signOutOf';
import type { Fetch } from '../net/guardedFetch';
import { recordIn } from './signInRecord';

const wiki = idOf('wiki');
const signal = new AbortController().signal;

/** Somebody who is signed in. */
async function signedIn(wishes: Parameters<typeof authServer>[0] = {}, oauth?: OAuthClient) {
  const auth = await authServer(wishes);
  const server = await protectedMcp(auth);
  const store = new MemorySignInStore();
  const signIns = await memorySignIns(store);
  await signInAt(server.url, signIns, oauth === undefined ? {} : { oauth });
  const token = recordIn(store.texts.get('wiki'))?.accessToken ?? '';
  const signOut = async (clock = runningClock) =>
    signOutText(wiki, await signOutOf(wiki, { signIns, clock }));
  return { auth, server, store, signIns, token, signOut };
}

const KEPT =
  'You are signed out of "wiki" on this machine. Its authorization server did not take the tokens back:';

test('takes the tokens back, the one that gives new ones first, and forgets them', async () => {
  const { auth, store, token, signOut } = await signedIn();
  expect(await signOut()).toBe('You are signed out of "wiki".');
  expect([auth.revoked, store.texts.size]).toEqual([['refresh_token', 'access_token'], 0]);
  expect(auth.accepts(`Bearer ${token}`)).toBe(false);
});

test.each(['client_secret_basic', 'client_secret_post'])(
  'proves by %s who gives the tokens back',
  async method => {
    const client = { id: 'by-hand', secret: 'a-secret' };
    const { auth, signOut } = await signedIn(
      { client, metadata: { token_endpoint_auth_methods_supported: [method] } },
      { clientId: 'by-hand', clientSecret: 'a-secret' },
    );
    await signOut();
    expect(auth.revoked).toEqual(['refresh_token', 'access_token']);
  },
);

test('forgets the tokens where they cannot be taken back, and says why', async () => {
  const wordsOf = async (wishes: Parameters<typeof authServer>[0]) => {
    const { store, signOut } = await signedIn(wishes);
    const words = await signOut();
    expect(store.texts.size).toBe(0);
    return words.replace(KEPT, '').replace('To be sure, end the access in your account there.', '').trim();
  };
  expect({
    refused: await wordsOf({ revocationStatus: 503 }),
    redirected: await wordsOf({ revocationStatus: 307 }),
    nowhere: await wordsOf({ metadata: { revocation_endpoint: undefined } }),
    private: await wordsOf({ metadata: { revocation_endpoint: 'http://10.0.0.1/revoke' } }),
    gone: await wordsOf({ metadata: { revocation_endpoint: 'http://127.0.0.1:1/revoke' } }),
  }).toMatchInlineSnapshot(`
    {
      "gone": "127.0.0.1 refused the connection: nothing listens there.",
      "nowhere": "It offers no way to do that.",
      "private": "The address at 10.0.0.1 was not used: the server named a place inside a private network.",
      "redirected": "It answered with HTTP 307.",
      "refused": "It answered with HTTP 503.",
    }
  `);
});

test('waits 5 seconds for an answer, and no longer', async () => {
  const { auth, store, signOut } = await signedIn({ revocationStatus: 0 });
  const clock = new StoppedClock();
  const words = signOut(clock);
  await expect.poll(() => auth.requests.filter(it => it === 'POST /revoke')).toHaveLength(1);
  expect(store.texts.size).toBe(0);
  clock.advance(5_000);
  expect(await words).toContain('It did not answer in time.');
});

test('asks nobody to take back what ended already', async () => {
  const { auth, server, signIns, signOut } = await signedIn();
  auth.expireTokens();
  auth.endGrants();
  await expect(connectAt(server.url, signIns)).rejects.toMatchObject({ code: 'sign-in-needed' });
  expect(signIns.isKept(wiki)).toBe(true);
  expect(await signOut()).toBe('You are signed out of "wiki".');
  expect([signIns.isKept(wiki), auth.requests.includes('POST /revoke')]).toEqual([false, false]);
});

test('is not undone by a renewal that was under way', async () => {
  const { server, store, signIns, token, signOut } = await signedIn();
  const held = Promise.withResolvers<void>();
  const slow: Fetch = async (url, init) => {
    await held.promise;
    return await fetch(url, { ...init, signal });
  };
  const renewal = signIns.renewed(wiki, { url: server.url }, token, slow);
  await signOut();
  held.resolve();
  expect([await renewal, store.texts.size]).toEqual([undefined, 0]);
});
