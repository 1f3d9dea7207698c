import { expect, test } from 'vitest';
import { readServerEntries } from './serverEntries';

function read(oauth: unknown) {
  const file = { servers: { wiki: { url: 'https://wiki.example/mcp', oauth } } };
  const from = { source: 'servers-file', origin: 'servers.json', owner: 'workspace' } as const;
  const { entries, problems } = readServerEntries(JSON.stringify(file), from);
  return { launch: entries[0]?.launch, needs: entries[0]?.needs, problems: problems.map(it => it.message) };
}

test('reads a client as mcp.json has it, and what of it is kept elsewhere', () => {
  expect(read({ clientId: 'abc' })).toMatchObject({ launch: { oauth: { clientId: 'abc' } }, problems: [] });
  expect(
    read({
      clientId: '${input:client}',
      clientSecret: { secret_key: 'WIKI_SECRET' },
      scopes: 'read write',
      clientMetadataUrl: 'https://app.example/client.json',
      callbackPort: 8_123,
      somebodyElses: true,
    }),
  ).toEqual({
    launch: {
      type: 'http',
      url: 'https://wiki.example/mcp',
      headers: {},
      oauth: {
        clientId: '${input:client}',
        clientSecret: '${secret:WIKI_SECRET}',
        scopes: ['read', 'write'],
        clientMetadataUrl: 'https://app.example/client.json',
        callbackPort: 8_123,
      },
    },
    needs: [{ key: 'WIKI_SECRET', isSecret: true, isRequired: true }],
    problems: [],
  });
  expect(read({ clientId: 'abc', clientSecret: '${env:WIKI_SECRET}' }).problems).toEqual([]);
});

test.each(['a-secret', '${env:A}-and-more', { secret_key: 'no name' }, 7])(
  'takes no secret of a client that stands in the file itself: %j',
  clientSecret => {
    const { launch, problems } = read({ clientId: 'abc', clientSecret });
    expect(launch).toBeUndefined();
    expect(problems).toEqual([
      '"wiki": oauth.clientSecret is wrong: it must not stand here itself. Write { "secret_key": "NAME" } and enter its value as a credential of that name.',
    ]);
  },
);

test.each([
  [{ clientSecret: '${env:A}' }, 'oauth.clientSecret is wrong: a secret goes with a clientId'],
  [{ clientId: ' ' }, 'oauth.clientId is wrong: expected the id of a client'],
  [{ clientMetadataUrl: 'http://app.example/client.json' }, 'oauth.clientMetadataUrl is wrong: expected'],
  [{ clientMetadataUrl: 'https://app.example' }, 'oauth.clientMetadataUrl is wrong: expected'],
  [{ clientMetadataUrl: 'https://app.example/a/../b' }, 'oauth.clientMetadataUrl is wrong: expected'],
  [{ clientMetadataUrl: 'https://u:p@app.example/b' }, 'oauth.clientMetadataUrl is wrong: expected'],
  [{ clientMetadataUrl: 'https://app.example/b#c' }, 'oauth.clientMetadataUrl is wrong: expected'],
  [{ scopes: ['two words'] }, 'oauth.scopes is wrong: a scope has no spaces'],
  [{ scopes: 1 }, 'oauth.scopes is wrong: expected a list of scopes'],
  [{ callbackPort: 0 }, 'oauth.callbackPort is wrong'],
])('says what is wrong with %j', (oauth, words) => {
  const { launch, problems } = read(oauth);
  expect([launch, problems]).toEqual([undefined, [expect.stringContaining(words)]]);
});
