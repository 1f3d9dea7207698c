import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';

/** How long the program may take to serve, in milliseconds: a busy machine is slow. */
const LIMIT_MS = 60_000;

/** Two servers of a user, served as an MCP registry by our own program; the window's own gallery reads it from its start. */
export async function registryForWindows() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-registry-'));
  const [workspace, state] = ['workspace', 'state'].map(name => join(folder, name));
  mkdirSync(workspace);
  const file = join(folder, 'servers.json');
  writeFileSync(file, JSON.stringify({ servers: SERVERS }));
  const flags = ['--http', '--workspace', workspace, '--state', state, '--servers', file];
  const program = join(repositoryRoot, 'dist', 'headless.js');
  const child = spawn(repositoryNode, [program, ...flags, '--registry-port', String(await freePort())], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const address = join(state, 'registry-address');
  for (const until = Date.now() + LIMIT_MS; !existsSync(address); await sleep(50))
    if (Date.now() > until) throw new Error('The registry was not served in time.');
  return {
    settings: { 'chat.mcp.gallery.serviceUrl': readFileSync(address, 'utf8').trim() },
    end: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const SERVERS = {
  beehives: {
    command: 'npx',
    args: ['-y', 'beehives-server'],
    description: 'Temperature and weight of beehives',
  },
  lighthouse: { type: 'http', url: 'https://lighthouse.example/mcp', description: 'Turns the lamp' },
};

async function freePort() {
  const server = createServer();
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}
