/**
 * What a call through us costs, beside the same call made directly, in one run.
 *
 *   node test/bench/gateway.bench.mjs [--json FILE]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';

const EVERYTHING = join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const HEADLESS = join(repositoryRoot, 'dist/headless.js');
/** Rounds of calls, alternating; the median round counts. */
const ROUNDS = 7;
/** In a round: directly, a hundred over stdio take 4 ms, and one pause of a garbage collector decides. */
const CALLS = 1_000;
const IN_FLIGHT = 8;

const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const workspace = join(folder, 'workspace');
mkdirSync(workspace);
const servers = join(folder, 'servers.json');
writeFileSync(
  servers,
  JSON.stringify({ servers: { everything: { command: repositoryNode, args: [EVERYTHING] } } }),
);
const ours = [
  '--workspace',
  workspace,
  '--state',
  join(folder, 'state'),
  '--servers',
  servers,
  '--approve',
  'all',
];
const children = [];

try {
  const rows = [
    await compare('stdio', await direct('stdio'), await throughUs('stdio')),
    await compare('HTTP', await direct('http'), await throughUs('http')),
  ];
  console.table(rows);
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  if (values.json) writeFileSync(values.json, JSON.stringify(rows, null, 2));
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function compare(transport, directly, through) {
  const times = { directly: [], through: [], directlyMany: [], throughMany: [] };
  await round(directly, 1);
  await round(through, 1);
  for (let i = 0; i < ROUNDS; i++) {
    times.directly.push(await round(directly, 1));
    times.through.push(await round(through, 1));
    times.directlyMany.push(await round(directly, IN_FLIGHT));
    times.throughMany.push(await round(through, IN_FLIGHT));
  }
  const [one, ourOne, many, ourMany] = Object.values(times).map(median);
  return {
    transport,
    'direct ms': fixed(one / CALLS),
    'ours ms': fixed(ourOne / CALLS),
    'added ms': fixed((ourOne - one) / CALLS),
    ratio: fixed(ourOne / one),
    'direct calls/s, 8 in flight': Math.round((CALLS / many) * 1_000),
    'ours calls/s': Math.round((CALLS / ourMany) * 1_000),
    'calls/s ratio': fixed(many / ourMany),
  };
}

/** Milliseconds for CALLS calls, so many at a time. */
async function round(call, inFlight) {
  const startedMs = performance.now();
  let left = CALLS;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return performance.now() - startedMs;
}

async function direct(transport) {
  if (transport === 'stdio') return caller(await connected(stdio([EVERYTHING])), 'echo');
  const port = await freePort();
  const child = run([EVERYTHING, 'streamableHttp'], { PORT: String(port) });
  await once(child.stderr, 'data');
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  return caller(await connectedWhenUp(() => new StreamableHTTPClientTransport(url)), 'echo');
}

async function throughUs(transport) {
  const client = await connected(transport === 'stdio' ? stdio([HEADLESS, ...ours]) : await overHttp());
  await client.callTool({ name: 'mcp_activate', arguments: { name: 'everything' } });
  return caller(client, 'everything__echo');
}

async function overHttp() {
  const child = run([HEADLESS, '--http', ...ours]);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, token } = JSON.parse(line);
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
}

function caller(client, name) {
  return () => client.callTool({ name, arguments: { message: 'hello' } });
}

async function connected(transport) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return client;
}

/** A server says that it listens a moment before it does. */
async function connectedWhenUp(transport) {
  for (let tries = 1; ; tries++) {
    try {
      return await connected(transport());
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

function stdio(args) {
  return new StdioClientTransport({ command: repositoryNode, args, stderr: 'ignore' });
}

function run(args, env = {}) {
  const child = spawn(repositoryNode, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  child.stdout.resume();
  return child;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

function fixed(number) {
  return Number(number.toFixed(2));
}
