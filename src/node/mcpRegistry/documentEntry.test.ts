import { expect, test } from 'vitest';
import { entryOf } from '../../../test/support/catalogWorld';
import { catalogOf } from '../../../test/support/shippedCatalog';
import { npm, ODD, ordinary, published, UNREADABLE } from '../../../test/support/registryDocuments';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { launchText } from '../../core/catalog/launch/launch';
import { judged, mayLaunch } from '../../core/gateway/launch/launchDecision';
import { sha256 } from '../machine/randomness';
import { documentEntry, publishedId } from './documentEntry';
import { readDocument } from './serverDocument';

const REGISTRY = 'https://registry.example.com';

/** The entry of a document that can be read. */
function entryFrom(value: unknown): CatalogEntry {
  const reading = readDocument(value);
  if (reading.type === 'unreadable') throw new Error(reading.why);
  return documentEntry(reading.document, REGISTRY);
}

function launchFrom(facts: Readonly<Record<string, unknown>>): CatalogEntry['launch'] {
  return entryFrom(published('io.github.ann/shop', facts)).launch;
}

const command = (launch: CatalogEntry['launch']): string =>
  launch.type === 'stdio' ? [launch.command, ...launch.args].join(' ') : '';

test('every ordinary document becomes an entry that could start, each with an id of its own', async () => {
  const entries = ordinary(200).map(entryFrom);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(200);
  const catalog = await catalogOf(entries);
  const states = Map.groupBy(entries, entry => catalog.readiness(entry).status);
  expect(states.get('available')?.length).toBe(140);
  expect(states.get('missing-credentials')?.length).toBe(60);
});

test.each([
  ['npm', { packages: [npm('@acme/shop')] }, 'npx -y @acme/shop@1.2.3'],
  [
    'PyPI',
    { packages: [{ registryType: 'pypi', identifier: 'acme-shop', version: '2.0' }] },
    'uvx acme-shop@2.0',
  ],
  [
    'NuGet',
    {
      packages: [
        {
          registryType: 'nuget',
          identifier: 'Acme.Shop',
          version: '1.0.0',
          packageArguments: [{ type: 'positional', value: 'mcp' }],
        },
      ],
    },
    'dnx Acme.Shop@1.0.0 --yes -- mcp',
  ],
  [
    'an image',
    {
      packages: [
        {
          registryType: 'oci',
          identifier: 'ghcr.io/acme/shop:1.0.2',
          runtimeArguments: [
            { type: 'positional', value: 'run' },
            { type: 'named', name: '--rm' },
            { type: 'named', name: '--network', value: 'host' },
          ],
          environmentVariables: [{ name: 'SHOP_URL', isRequired: true }],
          packageArguments: [{ type: 'positional', value: '/project' }],
        },
      ],
    },
    'docker run -i --rm --network host -e SHOP_URL ghcr.io/acme/shop:1.0.2 /project',
  ],
  [
    'an image of the older schema',
    {
      packages: [
        {
          registryType: 'oci',
          registryBaseUrl: 'https://ghcr.io',
          identifier: 'acme/shop',
          version: '1.0.2',
        },
      ],
    },
    'docker run -i --rm ghcr.io/acme/shop:1.0.2',
  ],
])('a package is started by its runner, in exactly its version: %s', (_kind, facts, expected) => {
  expect(command(launchFrom(facts))).toBe(expected);
});

test('arguments: fixed ones, switches, defaults that can be overridden, values to give; what is optional is left out', () => {
  const entry = entryFrom(
    published('io.github.ann/shop', {
      packages: [
        npm('shop', {
          runtimeArguments: [
            { type: 'named', name: '--yes' },
            { type: 'named', name: '--quiet' },
          ],
          packageArguments: [
            { type: 'positional', value: 'serve' },
            { type: 'named', name: '--stdio' },
            { type: 'named', name: '--mode', value: 'fast' },
            { type: 'named', name: '--region', default: 'eu', description: 'Where the shop is' },
            {
              type: 'named',
              name: '--shop-id',
              isRequired: true,
              isSecret: false,
              description: 'Number of the shop',
            },
            { type: 'named', name: '--proxy', description: 'Proxy, if any' },
            {
              type: 'named',
              name: '--mount',
              value: 'src={source},dst={target}',
              variables: { source: { isRequired: true }, target: { default: '/data' } },
            },
            { type: 'named', name: '--tag', value: 'a', isRepeated: true },
            { type: 'named', name: '--tag', value: 'b', isRepeated: true },
            { type: 'positional', valueHint: 'target_dir', isRequired: true },
          ],
        }),
      ],
    }),
  );
  expect(command(entry.launch)).toBe(
    'npx -y --quiet shop@1.2.3 serve --stdio --mode fast --region ${env:region:-eu} --shop-id ${input:shop-id} ' +
      '--mount src=${input:source},dst=${env:target:-/data} --tag a --tag b ${input:target_dir}',
  );
  const required = entry.needs.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  expect(required).toEqual(['shop-id', 'source', 'target_dir']);
});

test('what has to be known before a start is missing, as for any other server, with its description', async () => {
  const entry = entryFrom(
    published('io.github.ann/shop', {
      packages: [
        npm('shop', {
          packageArguments: [{ type: 'positional', valueHint: 'shop_id', isRequired: true }],
          environmentVariables: [
            {
              name: 'SHOP_TOKEN',
              isRequired: true,
              isSecret: true,
              description: 'From the settings of the shop',
              choices: ['a', 'b'],
            },
            { name: 'SHOP_LEVEL', default: 'info' },
            { name: 'SHOP_PROXY' },
          ],
        }),
      ],
    }),
  );
  const readiness = (await catalogOf([entry])).readiness(entry);
  expect(readiness).toMatchObject({ status: 'missing-credentials', keys: ['shop_id', 'SHOP_TOKEN'] });
  expect(entry.needs.find(({ key }) => key === 'SHOP_TOKEN')?.description).toBe(
    'From the settings of the shop One of: a, b.',
  );
  expect(entry.launch).toMatchObject({ env: { SHOP_LEVEL: 'info' } });
});

test('an address with variables and headers: the key goes in as a bearer token, an optional header is left out', async () => {
  const entry = entryFrom(
    published('io.github.ann/shop', {
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://{tenant}.example.com/mcp',
          variables: { tenant: { description: 'Your shop', isRequired: true } },
          headers: [
            { name: 'Authorization', isRequired: true, isSecret: true },
            { name: 'X-Region', value: '{region}', variables: { region: { default: 'eu' } } },
            { name: 'X-Trace' },
          ],
        },
      ],
    }),
  );
  expect(entry.launch).toMatchObject({ type: 'http', url: 'https://${input:tenant}.example.com/mcp' });
  const catalog = await catalogOf([entry]);
  expect(catalog.readiness(entry)).toMatchObject({ keys: ['tenant', 'Authorization'] });
});

test('the older way over HTTP is said', () => {
  expect(launchFrom({ remotes: [{ type: 'sse', url: 'https://shop.example.com/sse' }] })).toMatchObject({
    speaks: 'sse',
  });
});

test.each([
  ['a package of a kind that nobody knows', 'its package is of a kind that is not run: conda'],
  ['a bundle', 'its package is of a kind that is not run: mcpb'],
  ['no package and no address', 'its document names no package and no address'],
  ['a name that is an option', 'the name of its package is none'],
  ['a version that is a command', 'the version of its package is none'],
  ['a package registry of its own', 'its package comes from a package registry of its own'],
  ['an address without https', 'its address does not begin with https://'],
  ['an address that is a script', 'its address does not begin with https://'],
  ['an address that is none', 'its address is none'],
  ['a package that listens', 'its package is reached over streamable-http, not over stdio'],
  ['a package without a version', 'its package has no version'],
] as const)('is listed with the reason why it cannot be run: %s', async (odd, why) => {
  const entry = entryFrom(ODD[odd]);
  expect((await catalogOf([entry])).readiness(entry)).toMatchObject({ status: 'disabled', by: 'policy' });
  expect(entry.disabledReason).toBe(`It can't be run here: ${why}.`);
});

test.each([
  ['a bundle and an address', 'https://both.example.com/mcp'],
  ['a bad package before a good one', 'npx -y odd-second@1.2.3'],
  ['null where something could be', 'npx -y odd-nulls@1.2.3'],
  ['letters of many scripts', 'npx -y odd-unicode@1.2.3'],
  ['a publisher who gave it up', 'npx -y odd-old@1.2.3'],
] as const)('the first that can be used counts: %s', (odd, expected) => {
  const { launch, disabledBy } = entryFrom(ODD[odd]);
  expect(launch.type === 'http' ? launch.url : command(launch)).toBe(expected);
  expect(disabledBy).toBeNull();
});

test('no published text is taken for a variable of this machine', async () => {
  const entry = entryFrom(ODD['the variables of this machine']);
  const catalog = await catalogOf([entry]);
  const launch = await catalog.resolve(entry);
  expect(launch).toMatchObject({
    args: ['-y', 'odd-thief@1.2.3', '${env:AWS_SECRET_ACCESS_KEY}'],
    env: { STOLEN: '${userHome}/.ssh ${env:HOME}' },
  });
});

test.each([
  ['${a}', { a: { value: '{env:HOME}' } }, '${env:HOME}'],
  ['{a}{b}', { a: { value: '$' }, b: { value: '{env:HOME}' } }, '${env:HOME}'],
  ['$${env:HOME}', {}, '$${env:HOME}'],
  ['{a}', { a: { default: '${env:HOME}' } }, '${env:HOME}'],
  ['x-${a}', { a: { default: 'text' } }, 'x-text'],
])('nor can it be put together from pieces: %s', async (value, variables, expected) => {
  const entry = entryFrom(
    published('io.github.ann/shop', {
      packages: [npm('shop', { packageArguments: [{ type: 'positional', value, variables }] })],
    }),
  );
  const launch = await (await catalogOf([entry])).resolve(entry);
  expect(launch).toMatchObject({ args: ['-y', 'shop@1.2.3', expected] });
});

test('keys that prototypes have are names like any other', () => {
  const { launch, needs } = entryFrom(ODD['keys of prototypes']);
  expect(command(launch)).toBe('npx -y odd-proto@1.2.3 --mode safe');
  expect(Object.entries(launch.type === 'stdio' ? launch.env : {})).toEqual([['__proto__', 'text']]);
  expect(needs.map(({ key }) => key)).toEqual(['constructor']);
});

test('a description that gives orders is not shown, and its server is not offered', () => {
  const entry = entryFrom(ODD['orders to the agent']);
  expect(entry).toMatchObject({ disabledBy: 'policy', displayName: 'io.github.odd/orders' });
  expect(JSON.stringify(entry)).not.toMatch(/ignore all previous|id_rsa/i);
});

test('says where it is from: registry, publisher, version, date and state', () => {
  const entry = entryFrom(ODD['a publisher who gave it up']);
  expect(entry).toMatchObject({
    origin:
      'the MCP registry registry.example.com: io.github.odd/old 1.0.0, published 2026-03-01, deprecated',
    publisher: 'io.github.odd',
    isVerified: false,
    note: 'Its publisher calls it deprecated: Use io.github.odd/new instead.',
  });
});

test('no one gets a start by a name, and what a person approves is the exact launch with its publisher', async () => {
  const entry = entryFrom(published('io.github.ann/shop', { packages: [npm('@acme/shop')] }));
  const launch = await (await catalogOf([entry])).resolve(entry);
  const { hash } = judged(entry, launch, sha256);
  const all = { names: 'all', launches: new Set<string>(), workspace: true } as const;
  expect(mayLaunch(judged(entry, launch, sha256), all, undefined)).toBe(false);
  expect(mayLaunch(judged(entry, launch, sha256), all, hash)).toBe(true);
  expect(launchText(entry, launch)).toContain(
    'npm package @acme/shop, version 1.2.3, publisher: io.github.ann',
  );
  // The same launch in the user's own words is another one: a yes to one is none to the other.
  const own = { ...entryOf(entry.id), launch: entry.launch };
  expect(judged(own, launch, sha256).hash).not.toBe(hash);
});

test('an id begins with its own name, and no one can publish under the id of a known server', () => {
  expect(publishedId('io.github.evil/github')).toMatch(/^github-[0-9a-z]{7}$/);
  expect(publishedId('io.github.evil/github')).not.toBe(publishedId('io.github.ann/github'));
  for (const name of ['a.b/---', `a.b/${'x'.repeat(190)}`, 'a.b/__proto__', 'a.b/_'])
    expect(publishedId(name)).toMatch(/^[\w-]{1,32}$/);
});

test.each(UNREADABLE)('what is no document is told by its name: %s', (name, value) => {
  expect(readDocument(value)).toMatchObject({ type: 'unreadable', name });
});
