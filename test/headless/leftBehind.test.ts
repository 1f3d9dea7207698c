import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { start } from './clients';
import { processesOf, world } from './world';

const FAULT_SERVER = fileURLToPath(new URL('../support/faultServer.mjs', import.meta.url));

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

test.skipIf(process.platform === 'win32')(
  'ends at its next start what a run left behind whose watchdog was killed with it',
  async () => {
    const mark = world({}).folder;
    const of = world({ stubborn: { command: process.execPath, args: [FAULT_SERVER, 'stubborn', mark] } });
    const program = start([...of.options, '--approve', 'all']);
    program.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
    const params = { name: 'mcp_activate', arguments: { name: 'stubborn' } };
    program.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    await program.line(line => line.includes('"id":2'));
    expect(processesOf({ ...of, folder: mark })).toHaveLength(2);
    const killed = once(program.child, 'exit');
    process.kill(watchdogOf(Number(program.child.pid)), 'SIGKILL');
    program.child.kill('SIGKILL');
    await killed;
    expect(processesOf({ ...of, folder: mark })).toHaveLength(2);

    const next = start([...of.options, '--state', join(of.folder, 'state')]);
    next.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
    await next.line();

    await expect.poll(() => processesOf({ ...of, folder: mark })).toEqual([]);
    next.child.stdin?.end();
    await next.exit;
    expect(next.stderr()).toContain('A server that an earlier run left behind was ended');
  },
);

/** The shell that watches over a program's servers. */
function watchdogOf(program: number): number {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const line = all.split('\n').find(row => {
    const [, parent, command] = row.trim().split(/\s+/);
    return parent === String(program) && command === '/bin/sh';
  });
  return Number(line?.trim().split(/\s+/)[0]);
}
