import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { FAULT_SERVER } from '../../../test/support/faultyConnection';
import { Watchdog } from './watchdog';

/** A stubborn server with a stubborn child, in a group of its own. Resolves when both run. */
async function stubborn(marks: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [FAULT_SERVER, 'stubborn'], {
    env: { ...process.env, ...marks },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    if (groupOf(child) > 0) process.kill(-Number(child.pid), 'SIGKILL');
  });
  child.stdin?.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pids' } })}\n`,
  );
  await once(child.stdout, 'data');
  return child;
}

/** How many processes of its group run. */
function groupOf({ pid }: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' });
  return stdout.split('\n').filter(line => {
    const [group, state] = line.trim().split(/\s+/);
    return group === String(pid) && !state?.startsWith('Z');
  }).length;
}

/** The variable of a server that this watchdog expects. */
function expected(watchdog: Watchdog): Readonly<Record<string, string>> {
  const mark = randomUUID();
  watchdog.expecting(mark);
  return { SWITCHYARD_START: mark };
}

test.skipIf(process.platform === 'win32')(
  'ends whole groups when we are gone, and only those that nobody ended before',
  async () => {
    const watchdog = new Watchdog();
    watchdog.expecting(undefined);
    const [kept, forgotten] = await Promise.all([stubborn(), stubborn()]);
    watchdog.started(Number(kept.pid));
    watchdog.started(Number(forgotten.pid)).dispose();
    expect([kept, forgotten].map(groupOf)).toEqual([2, 2]);
    const exited = once(kept, 'exit');

    watchdog.dispose();

    await exited;
    await expect.poll(() => groupOf(kept)).toBe(0);
    expect(groupOf(forgotten)).toBe(2);
  },
);

test.skipIf(process.platform !== 'linux')(
  'ends a server that was started when we ended before anybody knew its pid',
  async () => {
    const watchdog = new Watchdog();
    const told = await stubborn(expected(watchdog));
    watchdog.started(Number(told.pid)).dispose();
    const untold = await stubborn(expected(watchdog));
    const exited = once(untold, 'exit');

    watchdog.dispose();

    await exited;
    await expect.poll(() => groupOf(untold)).toBe(0);
    expect(groupOf(told)).toBe(2);
  },
);

test.skipIf(process.platform !== 'linux')(
  'ends what left the group of its server, by the mark, and nothing that carries another one',
  async () => {
    const watchdog = new Watchdog();
    const server = await stubborn(expected(watchdog));
    const [mark, forgotten] = [randomUUID(), randomUUID()];
    watchdog.started(Number(server.pid), mark);
    watchdog.started(99_999_999, forgotten).dispose();
    const [daemon, kept] = await Promise.all([
      stubborn({ SWITCHYARD_START: mark }),
      stubborn({ SWITCHYARD_START: forgotten }),
    ]);
    const exited = once(daemon, 'exit');

    watchdog.dispose();

    await exited;
    await expect.poll(() => [server, daemon].map(groupOf)).toEqual([0, 0]);
    expect(groupOf(kept)).toBe(2);
  },
);
