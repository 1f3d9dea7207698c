/**
 * What finding, switching on and listing cost, and what servers cost while nothing happens, each beside its reference in the same run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';

const STATIC = join(repositoryRoot, 'test/bench/staticServer.mjs');
const HEADLESS = join(repositoryRoot, 'dist/headless.js');
const ROUNDS = 7;
const SERVERS = 10;
const TOOLS_EACH = 20;
/** Between a client's coming and its model's first call, in milliseconds: no model is faster. */
const THINKING_MS = 500;

const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const workspace = join(folder, 'workspace');
mkdirSync(workspace);
const file = join(folder, 'servers.json');
const names = Array.from({ length: SERVERS }, (_, i) => `bench${i}`);
const entryOf = name => ({ command: repositoryNode, args: [STATIC, String(TOOLS_EACH), name] });
writeFileSync(
  file,
  JSON.stringify({ servers: Object.fromEntries(names.map(name => [name, entryOf(name)])) }),
);
let stateCount = 0;

try {
  console.table([await lists(), await cold(), await cached(), await memory()]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Listing 200 tools of 10 servers and our own, beside a bare server that says the very same: the client reads as much from both. */
async function lists() {
  const ours = await withAllActive();
  const { tools } = await plainList(ours);
  const said = join(folder, 'tools.json');
  writeFileSync(said, JSON.stringify(tools));
  const bare = await connected([STATIC, said]);
  const times = { bare: [], ours: [] };
  for (let i = 0; i < ROUNDS * 5; i += 1) {
    times.bare.push(await timed(() => plainList(bare)));
    times.ours.push(await timed(() => plainList(ours)));
  }
  await Promise.all([bare.close(), ours.close()]);
  return row(`list ${tools.length} tools`, median(times.bare), median(times.ours), '1.0 ×');
}

/** Switching on a server of which nothing is known, beside starting it and listing its tools. */
async function cold() {
  const times = { bare: [], ours: [] };
  for (let i = 0; i < ROUNDS; i += 1) {
    let bare;
    times.bare.push(
      await timed(async () => {
        bare = await connected([STATIC, String(TOOLS_EACH), 'bench0']);
        await plainList(bare);
      }),
    );
    await bare.close();
    const ours = await program();
    await setTimeout(THINKING_MS);
    times.ours.push(await timed(() => activate(ours, 'bench0')));
    await ours.close();
  }
  return row('activate, nothing known', median(times.bare), median(times.ours), '1.05 ×');
}

/** Switching on a server whose tools are known from before. */
async function cached() {
  const times = [];
  const state = join(folder, 'known');
  const first = await program(state);
  await activate(first, 'bench0');
  await first.close();
  for (let i = 0; i < ROUNDS; i += 1) {
    const ours = await program(state);
    await setTimeout(THINKING_MS);
    times.push(await timed(() => activate(ours, 'bench0')));
    await ours.close();
  }
  return row('activate, tools known', undefined, median(times), '20 ms');
}

/** Memory of one process with 10 idle servers: ours, and 10 bare clients. The servers themselves are not counted. */
async function memory() {
  const script = `
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    for (let i = 0; i < ${SERVERS}; i += 1) {
      const client = new Client({ name: 'bench', version: '1' });
      await client.connect(new StdioClientTransport({ command: process.execPath, args: ${JSON.stringify([STATIC, String(TOOLS_EACH)])} }));
      await client.listTools();
    }
    process.stdin.resume();
    console.log('ready');`;
  const bare = spawn(repositoryNode, ['--input-type=module', '-e', script], {
    cwd: repositoryRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise(resolve => bare.stdout.once('data', resolve));
  const ours = await withAllActive();
  // V8 collects what a start left behind when a process was idle for 8 s: before that, its memory depends on chance.
  await setTimeout(12_000);
  const result = row(
    'memory, 10 idle servers (MiB)',
    residentMiB(bare.pid),
    residentMiB(ours.transport.pid),
    '1.25 ×',
  );
  bare.kill();
  await ours.close();
  return result;
}

/** The list without what the SDK's client does with it: it compiles every output schema each time. */
async function plainList(client) {
  return await client.request({ method: 'tools/list', params: {} }, ResultSchema);
}

async function withAllActive() {
  const ours = await program();
  for (const [i, name] of names.entries()) {
    // Five in a minute and eight at once are the limits of one chat: two chats share them.
    await activate(ours, name, `chat ${i % 3}`);
  }
  return ours;
}

async function program(state = join(folder, `state${(stateCount += 1)}`)) {
  const options = ['--workspace', workspace, '--state', state, '--servers', file, '--approve', 'all'];
  return await connected([HEADLESS, ...options]);
}

async function activate(client, name, chat) {
  const _meta = chat === undefined ? {} : { 'vscode.conversationId': chat };
  const result = await client.callTool({ name: 'mcp_activate', arguments: { name }, _meta });
  if (result.isError) throw new Error(result.content[0].text);
}

async function connected(args) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport({ command: repositoryNode, args, stderr: 'ignore' }));
  return client;
}

async function timed(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function residentMiB(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}

function row(what, reference, ours, target) {
  const ratio = reference === undefined ? '-' : fixed(ours / reference);
  return {
    what,
    reference: reference === undefined ? '-' : fixed(reference),
    ours: fixed(ours),
    ratio,
    target,
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function fixed(number) {
  return Number(number.toFixed(2));
}
