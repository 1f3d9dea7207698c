import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entryOf, http, stdio } from '../../../test/support/catalogWorld';
import { runningClock } from '../../../test/support/runningClock';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { serveOwnRegistry } from './ownRegistry';
import { SyncedServers } from './syncedServers';
import { syncRegistry } from './syncRegistry';

const TOKEN = 'a-token-that-nobody-guesses';
const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ';
const ODD_KEY = '7f3b9c1d5e8a4f2b6c0d9e1f';

const OWN: readonly CatalogEntry[] = [
  entryOf('shop', {
    description: 'Orders of the shop',
    launch: stdio(
      'npx',
      ['-y', '@acme/shop@2.1.0', '--token', SECRET, '--id', ODD_KEY, '--root', '${workspaceFolder}'],
      {
        SHOP_PASSWORD: 'hunter2',
        SHOP_MODE: 'private-mode',
      },
    ),
  }),
  entryOf('image', {
    launch: stdio('docker', [
      'run',
      '-i',
      '--rm',
      '-e',
      'IMAGE_KEY=verysecretvalue',
      '--network=host',
      'ghcr.io/acme/image:1.0.0',
      'serve',
    ]),
  }),
  entryOf('tickets', {
    launch: http('https://tickets.example.com/mcp?key=topsecret', {
      Authorization: `Bearer ${SECRET}`,
      'X-Team': 'red-team',
    }),
  }),
  entryOf('python', { launch: stdio('uvx', ['acme-python==0.4.1']) }),
];

const OTHERS: readonly CatalogEntry[] = [
  entryOf('program', { launch: stdio('/home/ann/bin/server', ['--key', SECRET]) }),
  entryOf('repository', { owner: 'workspace', launch: stdio('npx', ['evil@1.0.0']) }),
  entryOf('shipped', { source: 'registry', owner: 'shipped' }),
  entryOf('off', { disabledBy: 'user', launch: stdio('npx', ['off@1.0.0']) }),
];

async function served(entries: readonly CatalogEntry[] = [...OWN, ...OTHERS]) {
  const registry = await serveOwnRegistry({ port: 0, token: TOKEN, entries: () => entries });
  onTestFinished(async () => await registry.close());
  const get = async (path: string, init?: RequestInit) => await fetch(`${registry.url}${path}`, init);
  return { ...registry, get };
}

interface Page {
  readonly servers: readonly { readonly server: Readonly<Record<string, unknown>> }[];
  readonly metadata: { readonly nextCursor?: string };
}

test.each([
  ['cmd', ['/c', 'npx', '-y', 'wrapped@1.0.0', 'serve']],
  ['env', ['MODE=a', 'npx', '-y', 'wrapped@1.0.0', 'serve']],
  ['pnpm', ['dlx', 'wrapped@1.0.0', 'serve']],
  ['npm', ['exec', '--yes', '--', 'wrapped@1.0.0', 'serve']],
  ['node', ['C:\\node\\node_modules\\npm\\bin\\npx-cli.js', '-y', 'wrapped@1.0.0', 'serve']],
])('tells the package alone of one that is started by %s', async (command, args) => {
  const { get } = await served([entryOf('wrapped', { launch: stdio(command, args) })]);
  const { servers } = (await (await get('/v0.1/servers')).json()) as Page;
  const variables = command === 'env' ? [{ name: 'MODE', isRequired: true, isSecret: false }] : undefined;
  expect(servers[0]?.server['packages']).toEqual([
    {
      registryType: 'npm',
      identifier: 'wrapped',
      version: '1.0.0',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'serve' }],
      ...(variables === undefined ? {} : { environmentVariables: variables }),
    },
  ]);
});

test('tells how the own servers are started, and no value that may be secret', async () => {
  const { get } = await served();
  const text = await (await get('/v0.1/servers?limit=50&version=latest')).text();
  const names = (JSON.parse(text) as Page).servers.map(({ server }) => server['name']);
  expect(names).toEqual([
    'local.switchyard/image',
    'local.switchyard/python',
    'local.switchyard/shop',
    'local.switchyard/tickets',
  ]);
  for (const secret of [
    SECRET,
    'ghp_',
    ODD_KEY,
    'hunter2',
    'private-mode',
    'verysecretvalue',
    'topsecret',
    'red-team',
    '/home/ann',
  ])
    expect(text).not.toContain(secret);
  for (const name of ['SHOP_PASSWORD', 'SHOP_MODE', 'IMAGE_KEY', 'Authorization', 'X-Team'])
    expect(text).toContain(name);
});

test('answers as VS Code asks: the newest version of one, pages with cursors, a search', async () => {
  const { get } = await served();
  const one = (await (
    await get(`/v0.1/servers/${encodeURIComponent('local.switchyard/shop')}/versions/latest`)
  ).json()) as Page['servers'][0];
  expect(one.server).toMatchObject({
    name: 'local.switchyard/shop',
    version: '2.1.0',
    packages: [
      { registryType: 'npm', identifier: '@acme/shop', version: '2.1.0', transport: { type: 'stdio' } },
    ],
  });
  const first = (await (await get('/v0.1/servers?limit=3')).json()) as Page;
  const second = (await (
    await get(`/v0.1/servers?limit=3&cursor=${first.metadata.nextCursor ?? ''}`)
  ).json()) as Page;
  expect([first.servers.length, second.servers.length, second.metadata.nextCursor]).toEqual([
    3,
    1,
    undefined,
  ]);
  const found = (await (await get('/v0.1/servers?search=TICK')).json()) as Page;
  expect(found.servers.map(({ server }) => server['name'])).toEqual(['local.switchyard/tickets']);
  expect((await get('/v0.1/servers/local.switchyard%2Fshop/versions')).status).toBe(200);
  for (const path of [
    '/v0.1/servers/local.switchyard%2Fshop/versions/9',
    '/v0.1/servers/nobody/versions/latest',
    '/v0/servers',
    '/',
  ])
    expect((await get(path)).status).toBe(404);
});

test('is read by pages of any origin that know the address, and written by nobody', async () => {
  const { get } = await served();
  const preflight = await get('/v0.1/servers', {
    method: 'OPTIONS',
    headers: { origin: 'vscode-file://vscode-app' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect((await get('/v0.1/servers')).headers.get('access-control-allow-origin')).toBe('*');
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await get('/v0.1/servers', { method })).status).toBe(405);
});

test.each([
  ['another token', '/another-token-of-that-size!/v0.1/servers', {}],
  ['no token', '/v0.1/servers', {}],
  ['a name that leads here', `/${TOKEN}/v0.1/servers`, { host: 'evil.example.com' }],
])('nobody is there for %s', async (_who, path, headers) => {
  const { url } = await served();
  const { port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  request({ host: '127.0.0.1', port, path, headers }, answer => {
    answer.resume();
    resolve([
      answer.statusCode,
      answer.headers['access-control-allow-origin'],
      answer.headers['content-length'],
    ]);
  }).end();
  expect(await promise).toEqual([404, undefined, '0']);
});

test('what is served can be synced: the same packages and addresses, with the secrets to enter', async () => {
  const { url } = await served();
  const folder = await mkdtemp(join(tmpdir(), 'own-registry-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const report = await syncRegistry(
    { registry: url, what: '' },
    { folder, clock: runningClock },
    new AbortController().signal,
  );
  expect(report).toMatchObject({ servers: 4, skippedCount: 0 });
  const { entries } = await new SyncedServers(folder).read();
  const commands = entries.map(({ launch }) =>
    launch.type === 'stdio' ? [launch.command, ...launch.args].join(' ') : launch.type,
  );
  expect(commands).toEqual([
    'docker run -i --rm --network=host -e IMAGE_KEY ghcr.io/acme/image:1.0.0 serve',
    'uvx acme-python@0.4.1',
    'npx -y @acme/shop@2.1.0 --token ${input:token} --id ${input:value_1} --root ${input:workspaceFolder}',
    'http',
  ]);
  expect(JSON.stringify(entries)).not.toContain(TOKEN);
  expect(entries.find(({ origin }) => origin.includes('tickets'))?.launch).toMatchObject({
    url: 'https://tickets.example.com/mcp?key=${input:key}',
  });
});

test('a port that is taken is said', async () => {
  const { url } = await served();
  const again = serveOwnRegistry({ port: Number(new URL(url).port), token: TOKEN, entries: () => [] });
  await expect(again).rejects.toMatchObject({ code: 'port-taken' });
});
