/**
 * A long day in little time: 10 servers, one of them faulty, three chats that switch them on and off and call them, for so
 * many minutes; then what is left: memory, handles, processes. `node test/bench/soak.mjs [--minutes 30]`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const MINUTES = Number(values.minutes);
const CHATS = 3;
/** Calls to slow down to, so that 30 minutes hold some 50,000 of them. */
const PER_SECOND = 30;
const HEADLESS = join(repositoryRoot, 'dist/headless.js');
const STATIC = join(repositoryRoot, 'test/bench/staticServer.mjs');
const BABBLER = join(repositoryRoot, 'test/support/babbler.mjs');

const folder = mkdtempSync(join(tmpdir(), 'switchyard-soak-'));
const workspace = join(folder, 'workspace');
mkdirSync(workspace);
const file = join(folder, 'servers.json');
const names = Array.from({ length: 9 }, (_, i) => `steady${i}`);
const servers = Object.fromEntries(
  names.map(name => [name, { command: repositoryNode, args: [STATIC, '20', name] }]),
);
// Dies now and then: each call has one chance in fifty to be its last.
const dying = `${readFileSync(STATIC, 'utf8')}
server.setRequestHandler(CallToolRequestSchema, () => {
  if (Math.random() < 0.02) process.exit(7);
  return { content: [{ type: 'text', text: 'x'.repeat(Math.random() * 200_000) }] };
});`;
// In a folder of ours that finds the SDK and is not kept.
const dyingFile = join(repositoryRoot, 'dist', `soak-${process.pid}.mjs`);
writeFileSync(dyingFile, dying);
servers.dying = { command: repositoryNode, args: [dyingFile, '5', 'dying'] };
servers.babbler = { command: repositoryNode, args: [BABBLER, '7'] };
writeFileSync(file, JSON.stringify({ servers }));

const options = [
  '--workspace',
  workspace,
  '--state',
  join(folder, 'state'),
  '--servers',
  file,
  '--approve',
  'all',
];
const child = spawn(repositoryNode, [HEADLESS, '--http', ...options], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [line] = await once(createInterface({ input: child.stdout }), 'line');
const { url, token } = JSON.parse(line);
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const client = new Client({ name: 'soak', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));

const counts = { calls: 0, answered: 0, refused: 0, activations: 0, bugs: 0 };
const samples = [];
const endMs = Date.now() + MINUTES * 60_000;
const all = Object.keys(servers);

try {
  const sampling = setInterval(() => samples.push(sample()), Math.max(1_000, (MINUTES * 60_000) / 60));
  await Promise.all(Array.from({ length: CHATS }, (_, i) => chat(`chat ${i}`)));
  clearInterval(sampling);
  // What is still there after everything was switched off.
  for (let i = 0; i < CHATS; i += 1)
    for (const name of all) await call(`chat ${i}`, 'mcp_deactivate', { name });
  await new Promise(resolve => setTimeout(resolve, 3_000));
  report();
} finally {
  child.kill();
  rmSync(dyingFile, { force: true });
  rmSync(folder, { recursive: true, force: true });
}
process.exit(counts.bugs === 0 ? 0 : 1);

async function chat(name) {
  const on = new Set();
  while (Date.now() < endMs) {
    const startedMs = Date.now();
    const server = all[Math.floor(Math.random() * all.length)];
    const tool =
      server === 'babbler' ? 'babbler__talk' : `${server}__${server}_${Math.floor(Math.random() * 5)}`;
    if (!on.has(server)) {
      if (on.size >= 6) {
        const [oldest] = on;
        on.delete(oldest);
        await call(name, 'mcp_deactivate', { name: oldest });
      }
      counts.activations += 1;
      const result = await call(name, 'mcp_activate', { name: server });
      if (!result.isError) on.add(server);
    } else await call(name, tool, { path: 'x' });
    const restMs = (1_000 * CHATS) / PER_SECOND - (Date.now() - startedMs);
    if (restMs > 0) await new Promise(resolve => setTimeout(resolve, restMs));
  }
}

async function call(chatName, name, input) {
  counts.calls += 1;
  const params = { name, arguments: input, _meta: { 'vscode.conversationId': chatName } };
  const result = await client.callTool(params, undefined, { timeout: 120_000 });
  if (!result.isError) counts.answered += 1;
  else if (result._meta?.['switchyard/error']?.code === 'internal') counts.bugs += 1;
  else counts.refused += 1;
  return result;
}

function sample() {
  const rssMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1_024;
  return { rssMiB, handles: readdirSync(`/proc/${child.pid}/fd`).length, children: childCount() };
}

function childCount() {
  const parents = execFileSync('ps', ['-eo', 'ppid='], { encoding: 'utf8' }).split('\n');
  return parents.filter(parent => Number(parent) === child.pid).length;
}

function report() {
  const third = Math.floor(samples.length / 3);
  const mean = (part, field) => part.reduce((sum, one) => sum + one[field], 0) / Math.max(1, part.length);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  console.table([counts]);
  console.table(
    ['rssMiB', 'handles', 'children'].map(what => ({
      what,
      'middle third': fixed(mean(middle, what)),
      'last third': fixed(mean(last, what)),
      'growth %': fixed((mean(last, what) / mean(middle, what) - 1) * 100),
      'after all was switched off': fixed(sample()[what]),
    })),
  );
}

function fixed(number) {
  return Number(number.toFixed(1));
}
