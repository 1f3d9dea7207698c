import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../scripts/build-once.mjs';
import { needNode24 } from '../support/bundle.mjs';

needNode24();
const rounds = Number(process.argv[2] ?? 50);
const root = fileURLToPath(new URL('../..', import.meta.url));
const faultServer = join(root, 'test/support/faultServer.mjs');

/** Nothing may be left this long after a kill, in milliseconds. */
const GONE_WITHIN_MS = 5_000;
/** Programs that start programs take a while on a busy machine. */
const RUNNING_WITHIN_MS = 120_000;
/** An orderly end with ten stubborn servers: VS Code gives 5 s. */
const SHUTDOWN_WITHIN_MS = 4_500;

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  // The person at this client agrees to everything.
  capabilities: { elicitation: {} },
  clientInfo: { name: 'orphans', version: '1' },
};

/** On Linux each server also starts two that leave its group and session: elsewhere nobody can find them. */
const FAULTS = process.platform === 'linux' ? ['stubborn', 'daemons'] : ['stubborn'];
/** A shell, the server, its stubborn child, a parent that stays, and the two that left. */
const EACH = process.platform === 'linux' ? 6 : 3;

buildOnce();
const CHILDREN = 8;
const results = [];
const goneAfterMs = [];
for (let round = 0; round < rounds; round++) {
  // Every other time while the servers are coming up.
  results.push(await attempt(`kill ${round}`, world => killRound(world, round % 2 === 1)));
}
for (let round = 0; round < rounds; round++)
  results.push(await attempt(`kill with children ${round}`, world => childrenRound(world, round % 2 === 1)));
results.push(await attempt('deactivate', deactivateRound));
results.push(await attempt('next start', nextStartRound));
results.push(await attempt('orderly end', orderlyEnd));
const passed = results.filter(Boolean).length;
goneAfterMs.sort((a, b) => a - b);
console.log(
  `${goneAfterMs.length} kills; all gone after ${goneAfterMs[Math.floor(goneAfterMs.length / 2)]} ms (median), ${goneAfterMs.at(-1)} ms (worst)`,
);
console.log(`orphans: ${passed} passed, ${results.length - passed} failed`);
process.exitCode = passed === results.length ? 0 : 1;

async function attempt(name, run) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-orphans-'));
  try {
    await run(folder);
    return true;
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    return false;
  } finally {
    for (const { pid } of alive(folder)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The program is killed with SIGKILL while stubborn servers run behind a wrapper: soon nothing of them runs any more. */
async function killRound(folder, isDuringStart) {
  const servers = ['one', 'two', 'three'];
  const host = start(folder, servers, []);
  await host.request('initialize', INITIALIZE);
  const activations = servers.map(name => host.callTool('mcp_activate', { name }));
  if (isDuringStart) await delay(Math.random() * 400);
  else {
    await Promise.all(activations);
    await untilRunning(host, folder, EACH * servers.length);
  }
  await killed(host.child);
  const killedAt = performance.now();
  await untilGone(folder);
  goneAfterMs.push(Math.round(performance.now() - killedAt));
}

/** The same with child agents, which are as stubborn. */
async function childrenRound(folder, isDuringStart) {
  const host = start(folder, [], ['--enable-supervisor']);
  await host.request('initialize', INITIALIZE);
  const entry = { command: '/bin/sh', args: ['-c', commandIn(folder)], record: false };
  const created = host.callTool('child_batch_create', {
    entries: Array.from({ length: CHILDREN }, () => entry),
  });
  if (isDuringStart) {
    created.catch(() => undefined); // It is killed meanwhile.
    await delay(Math.random() * 1_000);
  } else {
    await created;
    await untilRunning(host, folder, EACH * CHILDREN);
  }
  await killed(host.child);
  const killedAt = performance.now();
  await untilGone(folder);
  goneAfterMs.push(Math.round(performance.now() - killedAt));
}

/** A server that is switched off takes along what left its group; another one's stay. */
async function deactivateRound(folder) {
  const host = start(folder, ['one', 'two'], []);
  await host.request('initialize', INITIALIZE);
  await host.callTool('mcp_activate', { name: 'one' });
  await untilRunning(host, folder, EACH);
  const one = new Set(serversOf(host, folder));
  await host.callTool('mcp_activate', { name: 'two' });
  await untilRunning(host, folder, 2 * EACH);
  await host.callTool('mcp_deactivate', { name: 'one' });
  await untilRunning(host, folder, EACH);
  if (serversOf(host, folder).some(pid => one.has(pid))) throw new Error('the wrong ones were ended');
  await killed(host.child);
  await untilGone(folder);
}

/** Program and watchdog were killed, and the servers ended by themselves: the next start finds what left their groups. */
async function nextStartRound(folder) {
  const host = start(folder, ['one'], []);
  await host.request('initialize', INITIALIZE);
  await host.callTool('mcp_activate', { name: 'one' });
  await untilRunning(host, folder, EACH);
  const watchdog = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .find(([, parent, command]) => parent === String(host.child.pid) && command === '/bin/sh');
  process.kill(Number(watchdog[0]), 'SIGKILL');
  await killed(host.child);
  const next = start(folder, ['one'], []);
  await next.request('initialize', INITIALIZE);
  await untilRunning(next, folder, 0);
  await killed(next.child);
}

async function killed(child) {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** What runs of this round besides the program itself. */
function serversOf(host, folder) {
  return alive(folder)
    .map(({ pid }) => pid)
    .filter(pid => pid !== host.child.pid);
}

async function untilRunning(host, folder, count) {
  const startedAt = performance.now();
  while (serversOf(host, folder).length !== count) {
    if (performance.now() - startedAt > RUNNING_WITHIN_MS)
      throw new Error(`${serversOf(host, folder).length} processes run, not ${count}`);
    await delay(50);
  }
}

async function untilGone(folder) {
  const startedAt = performance.now();
  while (alive(folder).length > 0 && performance.now() - startedAt < GONE_WITHIN_MS) await delay(50);
  const left = alive(folder);
  if (left.length > 0)
    throw new Error(`${left.length} processes are left: ${left.map(({ args }) => args).join()}`);
}

async function orderlyEnd(folder) {
  const servers = Array.from({ length: 10 }, (_, n) => `server${n}`);
  // Core servers, since only so many may be switched on in a minute.
  const host = start(folder, servers, ['--core', servers.join(',')]);
  await host.request('initialize', INITIALIZE);
  await Promise.all(servers.map(server => host.callTool('mcp_list_tools', { server })));
  await untilRunning(host, folder, 10 * EACH);
  const exited = once(host.child, 'exit');
  const startedAt = performance.now();
  host.child.stdin.end();
  const [code] = await exited;
  const tookMs = Math.round(performance.now() - startedAt);
  console.log(`orderly end of 10 stubborn servers: ${tookMs} ms`);
  if (code !== 0) throw new Error(`it ended with ${code}`);
  if (tookMs > SHUTDOWN_WITHIN_MS) throw new Error(`it took ${tookMs} ms`);
  if (alive(folder).length > 0) throw new Error(`${alive(folder).length} processes are left`);
}

/** A stubborn program that tells its round by its command line. */
function commandIn(folder) {
  return `"${process.execPath}" "${faultServer}" ${FAULTS.join(' ')} "${folder}"; exit $?`;
}

/** The built program with these stubborn servers, each behind a shell as behind npx. */
function start(folder, servers, options) {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const entries = servers.map(name => [name, { command: '/bin/sh', args: ['-c', commandIn(folder)] }]);
  const serversFile = join(folder, 'servers.json');
  writeFileSync(serversFile, JSON.stringify({ servers: Object.fromEntries(entries) }));
  const places = ['--workspace', workspace, '--state', join(folder, 'state'), '--servers', serversFile];
  const child = spawn(
    process.execPath,
    [join(root, 'dist/headless.js'), ...places, '--approve', 'all', ...options],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, method, result } = JSON.parse(line);
    if (method === 'elicitation/create')
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: {} } })}\n`,
      );
    else waiting.get(id)?.(result);
  });
  let lastId = 0;
  // An answer that never comes, because the program was killed, is waited for by nobody.
  const request = (method, params) =>
    new Promise(resolve => {
      waiting.set(++lastId, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`);
    });
  const callTool = async (name, input) => {
    const result = await request('tools/call', { name, arguments: input });
    if (result.isError) throw new Error(result.content[0].text);
  };
  return { child, request, callTool };
}

/** What runs of this round: its folder stands in every command line. What only waits to be reaped does not run. */
function alive(folder) {
  const all = execFileSync('ps', ['-eo', 'pid=,stat=,args='], {
    encoding: 'utf8',
    maxBuffer: 16 * 1_048_576,
  });
  return all
    .split('\n')
    .filter(line => line.includes(folder))
    .map(line => line.trim().split(/\s+/))
    .filter(([, state]) => !state.startsWith('Z'))
    .map(([pid, , ...args]) => ({ pid: Number(pid), args: args.join(' ') }));
}
