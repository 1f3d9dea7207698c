import { expect, test } from 'vitest';
import { listen } from '../../../test/support/httpListener';
import { httpServer } from '../../../test/support/httpServer';
import { authServer, protectedMcp } from '../../../test/support/remoteWorld';
import { connectAt, failureAt, memorySignIns, signInAt } from '../../../test/support/signInWorld';
import type { OAuthClient } from '../../core/catalog/entry/entry';

const signal = new AbortController().signal;
const DOCUMENT = 'https://app.example/client.json';
const documents = { client_id_metadata_document_supported: true };
const noRegistration = { registration_endpoint: undefined };

/** Who signed in, where the authorization server is like that and the entry says this. */
async function clientAt(wishes: Parameters<typeof authServer>[0], oauth?: OAuthClient) {
  const auth = await authServer(wishes);
  const server = await protectedMcp(auth);
  const outcome = await failureAt(server.url, await memorySignIns(), oauth === undefined ? {} : { oauth });
  return { outcome, client: auth.authorizations[0]?.get('client_id'), registrations: auth.registrations() };
}

test('takes the client that was registered by hand first, then the document, then registers', async () => {
  const client = { id: 'by-hand' };
  const both = { clientId: 'by-hand', clientMetadataUrl: DOCUMENT };
  const signedIn = { outcome: 'signed in', registrations: 0 };
  expect(await clientAt({ client, metadata: documents }, both)).toEqual({ ...signedIn, client: 'by-hand' });
  const byDocument = await clientAt({ metadata: documents }, { clientMetadataUrl: DOCUMENT });
  expect(byDocument).toEqual({ ...signedIn, client: DOCUMENT });
  const registered = { outcome: 'signed in', registrations: 1, client: expect.not.stringContaining('://') };
  expect(await clientAt({}, { clientMetadataUrl: DOCUMENT })).toEqual(registered);
  expect(await clientAt({ metadata: documents })).toEqual(registered);
});

test('says what to write where, when none of the three is possible', async () => {
  const words = async (metadata: Readonly<Record<string, unknown>>, oauth?: OAuthClient) =>
    (await clientAt({ metadata }, oauth)).outcome;
  expect(await words(noRegistration, { clientMetadataUrl: DOCUMENT })).toMatchInlineSnapshot(
    `"Its authorization server lets only clients in that it knows. Register one there that comes back to http://127.0.0.1/callback, and write it into the entry of "wiki" in switchyard.servers or the servers file: "oauth" with "clientId". Where the server takes a key, one in its headers does instead."`,
  );
  expect(await words({ ...noRegistration, ...documents })).toContain(
    '"oauth" with "clientId" or "clientMetadataUrl"',
  );
});

test.each(['client_secret_basic', 'client_secret_post'])(
  'proves who it is by %s, when it signs in and when it renews',
  async method => {
    const client = { id: 'by-hand', secret: 'first-secret' };
    const metadata = { ...noRegistration, token_endpoint_auth_methods_supported: [method] };
    const auth = await authServer({ client, metadata });
    const server = await protectedMcp(auth);
    const signIns = await memorySignIns();
    await signInAt(server.url, signIns, { oauth: { clientId: 'by-hand', clientSecret: 'first-secret' } });
    auth.expireTokens();
    // The operator gave out a new one meanwhile, and the user entered it.
    client.secret = 'second-secret';
    const oauth = { clientId: 'by-hand', clientSecret: 'second-secret' };
    const connection = await connectAt(server.url, signIns, { oauth });
    expect(await connection.callTool('echo', {}, { signal })).toMatchObject({ content: [{ type: 'text' }] });
    expect(auth.refreshes()).toBe(1);
  },
);

test('says where to look when the client is not taken, and does not quote its secret', async () => {
  const { outcome } = await clientAt(
    {
      client: { id: 'by-hand', secret: 'right-secret' },
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    },
    { clientId: 'by-hand', clientSecret: 'wrong-secret' },
  );
  expect(outcome).toBe(
    'Its authorization server refused (invalid_client). Check oauth.clientId and oauth.clientSecret of its entry, and what that client may do there.',
  );
});

test('shows no token to the server that another client got', async () => {
  const client = { id: 'by-hand' };
  const server = await protectedMcp(await authServer({ client }));
  const signIns = await memorySignIns();
  await signInAt(server.url, signIns, { oauth: { clientId: 'by-hand' } });
  await connectAt(server.url, signIns, { oauth: { clientId: 'by-hand' } });
  await expect(connectAt(server.url, signIns, { oauth: { clientId: 'other' } })).rejects.toMatchObject({
    code: 'sign-in-needed',
  });
});

test('asks for exactly the rights that the entry names, and says where more can be named', async () => {
  const auth = await authServer({ metadata: { scopes_supported: ['read', 'offline_access'] } });
  const server = await protectedMcp(auth, { scope: 'read write' });
  const signIns = await memorySignIns();
  const oauth = { scopes: ['read'] };
  await signInAt(server.url, signIns, { oauth });
  expect(auth.authorizations[0]?.get('scope')).toBe('read');
  server.needScope('read write');
  await expect(connectAt(server.url, signIns, { oauth })).rejects.toThrow(
    '"wiki" wants more rights than oauth.scopes of its entry asks for: write. Add them there if you agree, then sign in.',
  );
});

test('comes back to the port that the entry names, and says so when it is taken', async () => {
  const auth = await authServer({ client: { id: 'by-hand' } });
  const server = await protectedMcp(auth);
  const free = await listen(() => undefined);
  free.close();
  const at = (callbackPort: number) => ({ oauth: { clientId: 'by-hand', callbackPort } });
  await signInAt(server.url, await memorySignIns(), at(free.port));
  expect(auth.authorizations[0]?.get('redirect_uri')).toBe(`http://127.0.0.1:${free.port}/callback`);
  const taken = await httpServer(() => undefined);
  expect(await failureAt(server.url, await memorySignIns(), at(taken.port))).toBe(
    `Port ${taken.port} (oauth.callbackPort of its entry) can't be listened on. Close what uses it, or register another one.`,
  );
});
