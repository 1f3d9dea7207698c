import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpServer } from '../support/httpServer';
import { mcpRegistry, send } from '../support/mcpRegistry';
import { npm, ODD, ordinary, published, UNREADABLE } from '../support/registryDocuments';
import { overStdio } from './clients';
import { PROGRAM, script, TINY, world, type World } from './world';

/** Runs a command of the program until it ends; another one answers it meanwhile. */
async function run(
  { options }: World,
  ...args: readonly string[]
): Promise<{ readonly out: string; readonly code: number }> {
  const child = spawn(process.execPath, [PROGRAM, ...args, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (out += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { out, code };
}

const GENOME = published('io.github.ann/genome-browser', {
  title: 'Genome Browser',
  description: 'Look up genes, variants and sequences of species',
  packages: [
    npm('@ann/genome', { environmentVariables: [{ name: 'GENOME_KEY', isRequired: true, isSecret: true }] }),
  ],
});

type Matches = readonly { readonly name: string; readonly status: string }[];

test('asks no registry by itself; what was synced is found by an agent of a program that runs, and needs an exact yes', async () => {
  const registry = await mcpRegistry(httpServer, [
    GENOME,
    ...ordinary(120),
    ...UNREADABLE.map(([, value]) => value),
  ]);
  const of = world({});
  const { agent } = await overStdio(of, ['--approve', 'all']);
  const find = async () =>
    await agent.call('mcp_discover', { intent: 'look up genes and variants', limit: 3 });
  const names = async () => ((await find()).structured['matches'] as Matches).map(({ name }) => name);
  expect((await names()).some(name => name.startsWith('genome-browser-'))).toBe(false);
  expect(registry.requests).toEqual([]);

  const synced = await run(of, 'registry', 'sync', '--registry', registry.origin);
  expect(synced.code, synced.out).toBe(0);
  expect(synced.out).toContain(
    '121 servers of the MCP registry are in the catalog: 121 new, 0 changed, 0 removed.',
  );
  expect(synced.out).toContain(`${UNREADABLE.length} could not be read:`);
  expect(synced.out).toContain('  io.github.odd/huge: it is too large');

  await expect.poll(names).toContainEqual(expect.stringMatching(/^genome-browser-/));
  const found = (await names()).find(name => name.startsWith('genome-browser-')) ?? '';
  const lacking = await agent.call('mcp_activate', { name: found });
  expect(lacking.code).toBe('missing-credentials');
  expect(lacking.text).toContain('GENOME_KEY');
  // Thousands of servers are found, not listed.
  const { text } = await agent.call('mcp_environment', { detail: 'full' });
  expect(text).not.toContain('genome-browser');
  expect(registry.requests).toHaveLength(2);
});

test('a name on the command line starts nothing that somebody published; what starts is what was shown, and then it is listed', async () => {
  // A package runner that runs our own server, as npx would run a package.
  const registry = await mcpRegistry(httpServer, [
    published(
      'io.github.ann/pinger',
      { packages: [npm('@ann/pinger')] },
      { status: 'deprecated', statusMessage: 'Use something else' },
    ),
  ]);
  const of = world({});
  await run(of, 'registry', 'sync', 'io.github.ann/pinger', '--registry', registry.origin);
  const id = idOf('io.github.ann/pinger', 'pinger');
  const { agent } = await overStdio(of, ['--approve', `all`]);
  const refused = await agent.call('mcp_activate', { name: id });
  expect(refused.code).toBe('launch-not-approved');
  expect(refused.text).toContain(`--approve reaches it only as ${id}@sha256:`);

  const approved = await run(of, 'approve', id);
  expect(approved.out).toContain('npx -y @ann/pinger@1.2.3');
  expect(approved.out).toContain('npm package @ann/pinger, version 1.2.3, publisher: io.github.ann');
  expect(approved.out).toContain('Not verified');
  expect(approved.out).toMatch(
    /from the MCP registry 127\.0\.0\.1:\d+: io\.github\.ann\/pinger 1\.0\.0, published 2026-03-01, deprecated/,
  );
  await expect.poll(async () => (await agent.call('mcp_environment', { detail: 'full' })).text).toContain(id);
});

test('a server of the user keeps its name, its rank and its keys beside thousands that others published', async () => {
  const registry = await mcpRegistry(httpServer, [...ordinary(200), ...Object.values(ODD)]);
  const weather = { ...script(TINY), description: 'Forecasts and past weather for any place' };
  const of = world({ weather });
  await run(of, 'registry', 'sync', '--registry', registry.origin);
  const { agent } = await overStdio(of, ['--approve', 'weather']);
  const { structured } = await agent.call('mcp_discover', { intent: 'weather forecast for a place' });
  expect((structured['matches'] as Matches)[0]?.name).toBe('weather');
  expect((await agent.call('mcp_activate', { name: 'weather' })).code).toBeUndefined();
});

test('an interrupted sync says what is kept, and the next one goes on', async () => {
  const registry = await mcpRegistry(httpServer, ordinary(150));
  registry.fault = (url, response) => {
    if (url.searchParams.has('cursor')) return void response.destroy();
    send(response, 200, { servers: ordinary(150).slice(0, 100), metadata: { nextCursor: 'from-100' } });
  };
  const of = world({});
  const failed = await run(of, 'registry', 'sync', '--registry', registry.origin);
  expect(failed.code).toBe(2);
  expect(failed.out).toContain('broke the connection off');
  expect(failed.out).toContain('it goes on where it stopped');
  registry.fault = undefined;
  registry.requests.length = 0;
  expect((await run(of, 'registry', 'sync', '--registry', registry.origin)).out).toContain('150 servers');
  expect(registry.requests).toEqual(['GET /v0.1/servers?limit=100&version=latest&cursor=from-100']);
  expect((await run(of, 'registry', 'clear')).out).toContain('are forgotten');
});

test.each([
  [['registry'], 'Use switchyard registry sync or switchyard registry clear.'],
  [['registry', 'sync', 'a', 'b'], 'takes one name at most'],
  [['registry', 'sync', '--registry', 'http://registry.example.com'], 'needs https'],
  [['--registry', 'https://registry.example.com'], '--registry requires switchyard registry sync.'],
])('says what is wrong with %j', async (args, message) => {
  const { out, code } = await run(world({}), ...args);
  expect([code, out]).toEqual([2, expect.stringContaining(message)]);
});

test('serves the own servers of the user to other programs while it runs, at an address that only they can read', async () => {
  const shop = {
    command: 'npx',
    args: ['-y', '@acme/shop@1.0.0'],
    env: { SHOP_KEY: 'private' },
    description: 'Orders',
  };
  const of = world({ shop, program: script(TINY) });
  const port = await freePort();
  const { agent } = await overStdio(of, ['--registry-port', String(port)]);
  const file = join(of.folder, 'state', 'registry-address');
  const address = readFileSync(file, 'utf8').trim();
  expect(statSync(file).mode & 0o077).toBe(0);
  const page = await (await fetch(`${address}/v0.1/servers?limit=50&version=latest`)).text();
  expect(JSON.parse(page)).toMatchObject({
    metadata: { count: 1 },
    servers: [{ server: { name: 'local.switchyard/shop' } }],
  });
  expect([page.includes('SHOP_KEY'), page.includes('private')]).toEqual([true, false]);
  expect((await fetch(`http://127.0.0.1:${port}/v0.1/servers`)).status).toBe(404);
  await agent.client.close();
  await expect.poll(async () => await fetch(address).catch(() => 'gone')).toBe('gone');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** As the program makes it: the server's own name and a hash of the whole. */
function idOf(name: string, own: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 16)}`).toString(36);
  return `${own}-${hash.slice(-7)}`;
}
