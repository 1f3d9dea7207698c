/** What telemetry costs a call over stdio: while it is off, and while a collector on this machine takes everything. `--json <file>` keeps it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const EVERYTHING = join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const HEADLESS = join(repositoryRoot, 'dist/headless.js');
/** Two programs of one kind differ by a tenth, and the first ones are the fastest (measured): so there are several, in an order that favours none. */
const KINDS = ['off', 'on', 'on', 'off', 'off', 'on', 'on', 'off'];
/** A program's first ten thousand calls cost it half as much again as those that follow (measured): it compiles what it uses. */
const WARM_ROUNDS = 12;
const ROUNDS = 16;
const CALLS = 1_000;
const COLLECTOR = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const [bundle] = await build('test/bench/telemetry.ts');
const { microsecondsWhenOff } = await import(pathToFileURL(bundle).href);
const folder = mkdtempSync(join(tmpdir(), 'switchyard-telemetry-'));
// In a process of its own, as collectors are: what it does with the data is nobody's call.
const collector = spawn(repositoryNode, ['--input-type=module', '--eval', COLLECTOR], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface({ input: collector.stdout });
const [port] = await once(lines, 'line');
try {
  const programs = [];
  for (const kind of KINDS) {
    const options = kind === 'on' ? ['--telemetry', `http://127.0.0.1:${port}`] : [];
    programs.push({ kind, ms: [], call: await program(`${kind} ${programs.length}`, options) });
  }
  for (let i = 0; i < WARM_ROUNDS; i++) for (const { call } of programs) await round(call);
  for (let i = 0; i < ROUNDS; i++) for (const { ms, call } of programs) ms.push(await round(call));
  const [offMs, onMs] = ['off', 'on'].map(kind => meanOf(programs.filter(each => each.kind === kind)));
  const counting = await microsecondsWhenOff();
  const rows = [
    { telemetry: 'off', 'call ms': offMs.toFixed(3), 'added %': (counting / 10 / offMs).toFixed(2) },
    { telemetry: 'on', 'call ms': onMs.toFixed(3), 'added %': ((onMs / offMs - 1) * 100).toFixed(1) },
  ];
  console.table(rows);
  console.log(`off: counting takes ${counting.toFixed(2)} µs; on: two spans a call`);
  const json = process.argv.indexOf('--json');
  if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify(rows, undefined, 2)}\n`);
} finally {
  collector.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);

/** A program with a server behind it. @returns a call of it */
async function program(name, options) {
  const own = join(folder, name);
  const workspace = join(own, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const servers = join(own, 'servers.json');
  const entry = { command: repositoryNode, args: [EVERYTHING] };
  writeFileSync(servers, JSON.stringify({ servers: { everything: entry } }));
  const place = ['--workspace', workspace, '--state', join(own, 'state'), '--servers', servers];
  const client = new Client({ name: 'bench', version: '1' });
  const args = [HEADLESS, ...place, '--approve', 'all', ...options];
  await client.connect(new StdioClientTransport({ command: repositoryNode, args, stderr: 'ignore' }));
  await client.callTool({ name: 'mcp_activate', arguments: { name: 'everything' } });
  return () => client.callTool({ name: 'everything__echo', arguments: { message: 'hello' } });
}

/** Milliseconds a call. */
async function round(call) {
  const startedMs = performance.now();
  for (let i = 0; i < CALLS; i++) await call();
  return (performance.now() - startedMs) / CALLS;
}

/** Milliseconds a call: what is usual for each program, and the mean of them. */
function meanOf(programs) {
  return programs.reduce((sum, { ms }) => sum + median(ms), 0) / programs.length;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
