/**
 * Others that stand between a client and MCP servers, beside us and beside no one, each with server-everything behind it, in
 * one run. They are installed from npm into the cache folder: `npm run bench -- --peers`.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { cached } from '../../scripts/cache.mjs';
import {
  endTree,
  repositoryEnv,
  repositoryNode,
  repositoryRoot,
  runLogged,
  spawnTree,
} from '../../scripts/processes.mjs';

const PACKAGES = ['mcp-hub@4.2.1', 'mcp-proxy@6.7.19', 'supergateway@4.0.0'];
const EVERYTHING = join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const HEADLESS = join(repositoryRoot, 'dist/headless.js');
const LISTS = 20;
const CALLS = 200;
const IN_FLIGHT = 8;

const peers = await cached('bench-peers', PACKAGES.join(' '), async (into, logFile) => {
  writeFileSync(join(into, 'package.json'), '{ "private": true }');
  writeFileSync(logFile, '');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES];
  await runLogged('npm', args, { cwd: into, env: repositoryEnv(), logFile });
});
const bin = name => join(peers, 'node_modules', '.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const workspace = join(folder, 'workspace');
mkdirSync(workspace);
const ourServers = join(folder, 'servers.json');
const hubServers = join(folder, 'hub.json');
const everything = { command: repositoryNode, args: [EVERYTHING] };
writeFileSync(ourServers, JSON.stringify({ servers: { everything } }));
writeFileSync(hubServers, JSON.stringify({ mcpServers: { everything } }));
const ours = ['--workspace', workspace, '--servers', ourServers, '--approve', 'all'];

try {
  const rows = [];
  for (const [what, open, tool] of [
    ['direct, stdio', () => overStdio([EVERYTHING]), 'echo'],
    [
      'Switchyard, stdio',
      () => overStdio([HEADLESS, ...ours, '--state', join(folder, 'a')]),
      'everything__echo',
    ],
    ['direct, HTTP', () => overHttp([EVERYTHING, 'streamableHttp'], '/mcp'), 'echo'],
    ['Switchyard, HTTP', ourHttp, 'everything__echo'],
    [
      'mcp-proxy, HTTP',
      port => overHttp([bin('mcp-proxy'), '--port', port, '--', repositoryNode, EVERYTHING], '/mcp', port),
      'echo',
    ],
    [
      'supergateway, HTTP',
      port =>
        overHttp(
          [
            bin('supergateway'),
            ...['--stdio', `${repositoryNode} ${EVERYTHING}`, '--outputTransport', 'streamableHttp'],
            ...['--stateful', '--port', port, '--logLevel', 'none'],
          ],
          '/mcp',
          port,
        ),
      'echo',
    ],
    [
      'mcp-hub, SSE',
      port => overHttp([bin('mcp-hub'), '--port', port, '--config', hubServers], '/mcp', port, 'sse'),
      'everything__echo',
    ],
  ])
    rows.push(await measure(what, open, tool));
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** One target from its start to its end. */
async function measure(what, open, tool) {
  const startedMs = performance.now();
  const { client, child } = await open(String(await freePort()));
  const initializedMs = performance.now() - startedMs;
  if (what.startsWith('Switchyard'))
    await client.callTool({ name: 'mcp_activate', arguments: { name: 'everything' } });
  const tools = await toolsWith(client, tool);
  const allMs = performance.now() - startedMs;
  const lists = await times(LISTS, () => list(client));
  const call = () =>
    client.request(
      { method: 'tools/call', params: { name: tool, arguments: { message: 'hello' } } },
      ResultSchema,
    );
  const calls = await times(CALLS, call);
  const manyStartedMs = performance.now();
  let left = CALLS;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const perSecond = (CALLS / (performance.now() - manyStartedMs)) * 1_000;
  const memory = residentOf(child?.pid ?? client.transport.pid);
  await client.close().catch(() => undefined);
  if (child) endTree(child);
  return {
    target: what,
    'initialize ms': Math.round(initializedMs),
    'all tools ms': Math.round(allMs),
    tools: tools.length,
    'list bytes': JSON.stringify(tools).length,
    'list p50 ms': fixed(median(lists)),
    'call p50 ms': fixed(median(calls)),
    'calls/s, 8 in flight': Math.round(perSecond),
    'RSS MB (processes)': memory,
  };
}

/** Its tools, once the one that is called is among them: some connect to their servers behind their first answer. */
async function toolsWith(client, tool) {
  for (let tries = 1; ; tries += 1) {
    const { tools } = await list(client);
    if (tools.some(({ name }) => name === tool)) return tools;
    if (tries === 200) throw new Error(`${tool} never came: ${tools.map(({ name }) => name).join(', ')}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

async function list(client) {
  return await client.request({ method: 'tools/list', params: {} }, ResultSchema);
}

async function overStdio(args) {
  return {
    client: await connected(new StdioClientTransport({ command: repositoryNode, args, stderr: 'ignore' })),
  };
}

async function overHttp(args, path, port, transport = 'http') {
  const own = port ?? String(await freePort());
  const child = spawnTree(repositoryNode, args, { env: { ...process.env, PORT: own }, stdio: 'ignore' });
  const url = new URL(`http://127.0.0.1:${own}${path}`);
  return {
    child,
    client: await connectedWhenUp(() =>
      transport === 'sse' ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url),
    ),
  };
}

async function ourHttp() {
  const args = [HEADLESS, '--http', ...ours, '--state', join(folder, 'b')];
  const child = spawnTree(repositoryNode, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, token } = JSON.parse(line);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  return { child, client: await connected(new StreamableHTTPClientTransport(new URL(url), { requestInit })) };
}

async function connected(transport) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return client;
}

async function connectedWhenUp(transport) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await connected(transport());
    } catch (error) {
      if (tries === 600) throw error;
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  }
}

/** Memory of a process and all that it started. */
function residentOf(pid) {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number));
  const mine = new Set([pid]);
  for (let before = 0; before !== mine.size;) {
    before = mine.size;
    for (const [child, parent] of all) if (mine.has(parent)) mine.add(child);
  }
  const kib = all.filter(([one]) => mine.has(one)).reduce((sum, [, , rss]) => sum + rss, 0);
  return `${Math.round(kib / 1_024)} (${mine.size})`;
}

async function times(count, work) {
  const found = [];
  for (let i = 0; i < count; i += 1) {
    const startedMs = performance.now();
    await work();
    found.push(performance.now() - startedMs);
  }
  return found;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function fixed(number) {
  return Number(number.toFixed(2));
}
