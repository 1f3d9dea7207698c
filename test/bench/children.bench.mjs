/**
 * What child agents cost: sixteen of them that are idle, a message there and back beside the same between two bare processes, and
 * the memory that an unending stream of 10 MB/s takes.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryNode } from '../../scripts/processes.mjs';
import { startProgram } from '../crash/program.mjs';
import { needNode24 } from '../support/bundle.mjs';

needNode24();
const ROUNDS = 300;
const IDLE_MS = 10_000;
const STREAM_MS = 10_000;

/** Answers each line. */
const ECHO = `require('node:readline').createInterface({ input: process.stdin }).on('line', line =>
  process.stdout.write('{"type":"result","value":' + line + '}\\n'));`;
/** Writes 10 MB in each second, in lines of a kilobyte. */
const STREAM = `const line = '{"type":"progress","text":"' + 'x'.repeat(980) + '"}\\n'; const some = line.repeat(100);
  setInterval(() => process.stdout.write(some), 10); process.stdin.resume();`;

const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const program = startProgram(folder, [], ['--enable-supervisor']);
try {
  await program.initialize('children');
  const create = async (child_id, code) => {
    const launch = { command: repositoryNode, args: ['-e', code], record: false };
    await program.call('child_create', { child_id, ...launch });
  };
  await create('echo', ECHO);
  const bare = await bareRoundTrips();
  const ours = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const startedAt = performance.now();
    await program.result('child_send', { child_id: 'echo', payload: i, expect: 'final' });
    ours.push(performance.now() - startedAt);
  }
  const call = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const startedAt = performance.now();
    await program.result('child_status', { child_id: 'nobody' });
    call.push(performance.now() - startedAt);
  }
  console.table([
    { 'there and back': 'two bare processes', 'ms (median)': median(bare).toFixed(3) },
    { 'there and back': 'a call of ours alone', 'ms (median)': median(call).toFixed(3) },
    { 'there and back': 'child_send and its answer', 'ms (median)': median(ours).toFixed(3) },
  ]);

  const alone = await cpuShare(IDLE_MS);
  for (let i = 1; i < 16; i += 1) await create(`idle${i}`, ECHO);
  await delay(2_000);
  const idle = await cpuShare(IDLE_MS);
  console.log(
    `idle: ${(100 * idle).toFixed(2)} % of a core with 16 children, ${(100 * alone).toFixed(2)} % with one`,
  );

  for (let i = 1; i < 16; i += 1) await program.result('child_kill', { child_id: `idle${i}` });
  const before = memory();
  await create('stream', STREAM);
  let most = 0;
  for (const until = performance.now() + STREAM_MS; performance.now() < until; await delay(100))
    most = Math.max(most, memory());
  const { content } = await program.result('child_status', { child_id: 'stream' });
  const bytes = Number(/"bytes_out":(\d+)/.exec(content[0].text)?.[1]);
  console.log(
    `stream: ${(bytes / 1e6 / (STREAM_MS / 1_000)).toFixed(1)} MB/s, at most ${(most - before).toFixed(0)} MiB more than before`,
  );
} finally {
  await program.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function bareRoundTrips() {
  const child = spawn(repositoryNode, ['-e', ECHO], { stdio: ['pipe', 'pipe', 'inherit'] });
  let heard = () => undefined;
  createInterface({ input: child.stdout }).on('line', () => heard());
  const times = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const startedAt = performance.now();
    const answer = new Promise(resolve => {
      heard = resolve;
    });
    child.stdin.write(`${i}\n`);
    await answer;
    times.push(performance.now() - startedAt);
  }
  child.kill();
  return times;
}

/** The share of one core that the program itself takes, over so many milliseconds. */
async function cpuShare(ms) {
  const before = ticks();
  await delay(ms);
  // Linux counts in hundredths of a second.
  return ((ticks() - before) * 10) / ms;
}

function ticks() {
  const stat = readFileSync(`/proc/${program.child.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Resident memory of the program, in MiB. */
function memory() {
  const status = readFileSync(`/proc/${program.child.pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
