/**
 * What long messages, answers and listings cost the built program, and what many clients at once are told: time to the answer, the most
 * memory it ever had (VmHWM, Linux), and whether another server still answers another chat. `node test/bench/longMessages.mjs [rows]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';

const HEADLESS = join(repositoryRoot, 'dist/headless.js');
const LONG = join(repositoryRoot, 'test/support/longAnswers.mjs');
const MIB = 1_048_576;
const wanted = process.argv.slice(2);

const call = (tool, input) => agent => agent.client.callTool({ name: `long__${tool}`, arguments: input });
const activate = agent => agent.client.callTool({ name: 'mcp_activate', arguments: { name: 'long' } });

/** What is done, and how the server lists, where that matters. */
const ROWS = {
  'nothing (for comparison)': [call('echo', {})],
  'arguments of 12 MiB': [agent => call('echo', { words: 'x'.repeat(12 * MIB) })(agent)],
  'arguments of 7 MiB': [agent => call('echo', { words: 'x'.repeat(7 * MIB) })(agent)],
  'image of 12 MB': [call('image', { size: 12_000_000 })],
  'image of 30 MB': [call('image', { size: 30_000_000 })],
  'embedded resource of 12 MB': [call('resource', { size: 12_000_000 })],
  'metadata of 12 MB': [call('meta', { size: 12_000_000 })],
  'structured content of 12 MB': [call('structured', { size: 12_000_000 })],
  '500 blocks of 300': [call('blocks', { count: 500, size: 300 })],
  '60,000 blocks of 300': [call('blocks', { count: 60_000, size: 300 })],
  '200,000 blocks of 100': [call('blocks', { count: 200_000, size: 100 })],
  '200,000 blocks of 300 (a line of 66 MB)': [call('blocks', { count: 200_000, size: 300 })],
  'listing of 100 MB in pages of 1 MB': [activate, ['tools', '100', '1000000']],
  'listing of 100 MB in pages of 30 MB': [activate, ['tools', '4', '30000000']],
  'listing of 100 MB in small tools': [activate, ['tools', '100000', '1000']],
  'resources of 100 MB': [agent => agent.client.listResources(), ['resources', '100', '1000000']],
};

for (const [row, [act, listing = []]] of Object.entries(ROWS))
  if (isWanted(row)) await overStdio(row, act, listing);
if (isWanted('200 clients')) await manyClients(200);
if (isWanted('300 clients')) await manyClients(300);

function isWanted(row) {
  return wanted.length === 0 || wanted.some(word => row.includes(word));
}

function worldOf(listing) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-long-'));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const file = join(folder, 'servers.json');
  const entry = args => ({ command: repositoryNode, args: [LONG, ...args] });
  writeFileSync(file, JSON.stringify({ servers: { long: entry(listing), other: entry([]) } }));
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
  return { folder, options };
}

async function overStdio(row, act, listing) {
  const { folder, options } = worldOf(listing);
  const transport = new StdioClientTransport({
    command: repositoryNode,
    args: [HEADLESS, ...options],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  try {
    await client.connect(transport);
    const _meta = { 'vscode.conversationId': 'another chat' };
    await client.callTool({ name: 'mcp_activate', arguments: { name: 'other' }, _meta });
    if (act !== activate) await client.callTool({ name: 'mcp_activate', arguments: { name: 'long' } });
    const before = peakMiB(transport.pid);
    const startedMs = performance.now();
    const outcome = await act({ client }).then(shown, error => `error: ${error.message}`);
    const tookMs = performance.now() - startedMs;
    const other = await client.callTool({ name: 'other__echo', arguments: { words: 'there' }, _meta });
    const isHarmed = other.content[0].text !== '5 characters';
    print(row, tookMs, `${before} → ${peakMiB(transport.pid)}`, isHarmed ? 'HARMED' : 'unharmed', outcome);
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function manyClients(count) {
  const { folder, options } = worldOf([]);
  const child = spawn(repositoryNode, [HEADLESS, '--http', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const clients = [];
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { url, token } = JSON.parse(line);
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    const startedMs = performance.now();
    const outcomes = await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const client = new Client({ name: `bench ${i}`, version: '1' });
        clients.push(client);
        try {
          // Each of the SDK's clients keeps a stream open from here on.
          await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
          const { content } = await client.callTool({ name: 'mcp_discover', arguments: { query: 'files' } });
          return content.length > 0 ? 'answered' : 'empty';
        } catch (error) {
          return `${error.name}: ${error.message.slice(0, 150)} ${error.cause?.code ?? ''}`;
        }
      }),
    );
    const tally = Object.entries(Object.groupBy(outcomes, outcome => outcome)).map(
      ([o, all]) => `${all.length} × ${o}`,
    );
    print(
      `${count} clients at once`,
      performance.now() - startedMs,
      `${peakMiB(child.pid)}`,
      '',
      tally.join('; '),
    );
  } finally {
    await Promise.allSettled(clients.map(client => client.close()));
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function shown(result) {
  const json = JSON.stringify(result);
  const texts = (result.content ?? []).map(({ text }) => text ?? '');
  const words =
    texts.findLast(text => text.includes('Switchyard') || result.isError) ??
    JSON.stringify(result._meta ?? '');
  return `${Math.round(json.length / 1_024)} KiB${result.isError ? ', an error' : ''}: ${words.slice(0, 160)}`;
}

function peakMiB(pid) {
  const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1_024);
}

function print(row, ms, mib, other, outcome) {
  process.stdout.write(`${row}\n  ${Math.round(ms)} ms, peak ${mib} MiB, ${other}\n  ${outcome}\n`);
}
