import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Time until the built program has answered initialize, and what it takes of memory then. */
export async function startProgram({ workspace, state }) {
  const startMs = performance.now();
  const places = ['--workspace', workspace, '--state', state];
  const child = spawn(process.execPath, [join(root, 'dist/headless.js'), ...places], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await new Promise(resolve => createInterface({ input: child.stdout }).once('line', resolve));
  const initializeMs = performance.now() - startMs;
  const rss = execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' });
  const exited = new Promise(resolve => child.once('exit', resolve));
  // Not closed: it would go on compacting, which is not what is measured.
  child.kill('SIGKILL');
  await exited;
  return { initializeMs, rssMB: Number(rss) / 1_024 };
}

/** The median of each figure of some starts. */
export function medians(rows) {
  const median = field => rows.map(row => row[field]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  return { initializeMs: Math.round(median('initializeMs')), rssMB: Math.round(median('rssMB')) };
}
