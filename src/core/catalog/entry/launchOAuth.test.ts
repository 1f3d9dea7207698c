import { expect, test } from 'vitest';
import {
  entryOf,
  http,
  MemoryCredentials,
  secret,
  surroundingsOf,
} from '../../../../test/support/catalogWorld';
import type { CatalogEntry, OAuthClient } from './entry';
import { launchFingerprint, launchText, resolveLaunch } from '../launch/launch';

const surroundings = surroundingsOf({ workspaceFolder: '/work', variables: { FROM_ENV: 'from-env' } });

function prepare(entry: CatalogEntry, credentials = new MemoryCredentials()) {
  return resolveLaunch(entry, { credentials, surroundings }, () => undefined);
}

async function fingerprintOf(entry: CatalogEntry, credentials?: MemoryCredentials): Promise<string> {
  return launchFingerprint(entry, await prepare(entry, credentials));
}

/** An entry that says who we are where people sign in for it. */
function clientOf(facts: Partial<OAuthClient> = {}) {
  const oauth = {
    clientId: 'abc',
    clientSecret: '${secret:WIKI_SECRET}',
    scopes: ['read', 'write'],
    ...facts,
  };
  return entryOf('wiki', {
    launch: { ...http('https://wiki.example/mcp'), oauth },
    needs: [secret('WIKI_SECRET')],
  });
}

const wikiSecret = () => new MemoryCredentials().set('wiki', 'WIKI_SECRET', 'client-secret-value');

test('shows who signs in, with the secret of the client by its name', async () => {
  const prepared = await prepare(clientOf({ callbackPort: 8_123 }), wikiSecret());
  expect(prepared).toMatchObject({ oauth: { clientId: 'abc', clientSecret: 'client-secret-value' } });
  expect(launchText(clientOf(), prepared)).toMatchInlineSnapshot(`
    "https://wiki.example/mcp
    with the sign-in
      clientId: abc
      clientSecret: \${secret:WIKI_SECRET}
      scopes: "read write"
      callbackPort: 8123"
  `);
});

test('asks again when another client signs in or asks for more, and not for a new secret', async () => {
  const before = await fingerprintOf(clientOf(), wikiSecret());
  const others: readonly Partial<OAuthClient>[] = [
    { clientId: 'other' },
    { scopes: ['read'] },
    { clientSecret: '${secret:FROM_ENV}' },
    { clientMetadataUrl: 'https://app.example/client.json' },
    { callbackPort: 8_123 },
  ];
  const after = await Promise.all(others.map(facts => fingerprintOf(clientOf(facts), wikiSecret())));
  expect(new Set([before, ...after]).size).toBe(others.length + 1);
  const rotated = new MemoryCredentials().set('wiki', 'WIKI_SECRET', 'another-value');
  expect(await fingerprintOf(clientOf(), rotated)).toBe(before);
});

test('says which secret of a client is missing, and learns it where it is there', async () => {
  await expect(prepare(clientOf())).rejects.toMatchObject({
    code: 'missing-credentials',
    message: 'Missing WIKI_SECRET. The user can enter it.',
  });
  const learnt: string[] = [];
  await resolveLaunch(clientOf(), { credentials: wikiSecret(), surroundings }, value => learnt.push(value));
  expect(learnt).toEqual(['client-secret-value']);
});
