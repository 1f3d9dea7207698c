import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../scripts/build-once.mjs';
import { needNode24 } from '../support/bundle.mjs';
import { startProgram } from './program.mjs';

needNode24();
const kills = Number(process.argv[2] ?? 500);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tally = join(root, 'test/support/tallyServer.mjs');

/** A run has to be over this long after the last start, in milliseconds. */
const OVER_WITHIN_MS = 20_000;
/** Kills of one run, at most: then it may come to its end. */
const KILLS_EACH = 3;

/** Leaves of every kind, one after the other and at once. */
const TREE = {
  id: 'crash',
  root: {
    type: 'sequence',
    children: [
      ...leaves('write', 0, 4),
      { type: 'parallel', policy: 'all', children: [...leaves('read', 4, 4), ...leaves('write', 8, 2)] },
      { type: 'retry', max_attempts: 2, child: { type: 'sequence', children: leaves('keyed', 10, 3) } },
      { type: 'task', tool: 'wait', input: { duration_ms: 20 } },
      ...leaves('write', 13, 2),
      // Reads are recorded together, behind their calls; the write among them is not.
      ...leaves('read', 15, 3),
      ...leaves('write', 18, 1),
      ...leaves('read', 19, 2),
    ],
  },
};
const ALL = { run_id: 'r', invocations: 'all' };
const NUMBERS = Array.from({ length: 21 }, (_, n) => n);

if (process.env['SWITCHYARD_BUILT'] !== '1') buildOnce();

let passed = 0;
let failed = 0;
let killed = 0;
const asked = { resumed: 0, waited: 0 };
while (killed < kills) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-plans-'));
  try {
    const faults = await round(folder);
    if (faults.length === 0) passed += 1;
    else {
      failed += 1;
      console.error(`run ${passed + failed}: ${faults.join('; ')}`);
    }
  } catch (error) {
    failed += 1;
    console.error(`run ${passed + failed}: ${error.stack}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
console.log(
  `${killed} kills of ${passed + failed} runs: ${asked.resumed} resumed by themselves, ${asked.waited} asked`,
);
console.log(`plan runs: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** One plan, killed again and again. What is wrong with it afterwards. */
async function round(folder) {
  const file = join(folder, 'tally.txt');
  const entry = { command: process.execPath, args: [tally, file] };
  const start = async () => {
    const program = startProgram(folder, [['tally', entry]], ['--enable-bt']);
    await program.initialize('plans');
    return program;
  };
  let program = await start();
  await program.call('mcp_activate', { name: 'tally' });
  await program.call('plan_run_bt', { tree: TREE, run_id: 'r', background: true });
  const acknowledged = new Map();
  for (let kill = 0; kill < KILLS_EACH && killed < kills; kill += 1) {
    await delay(Math.random() * (kill === 0 ? 150 : 1_300));
    const seen = await Promise.race([program.call('plan_status', ALL), delay(500)]);
    for (const leaf of ended(seen)) acknowledged.set(leaf, starts(file, leaf));
    await program.kill();
    killed += 1;
    program = await start();
  }
  const result = await untilOver(program, file);
  program.child.stdin.end();
  await once(program.child, 'exit');
  return faultsOf(file, result, acknowledged);
}

/** Answers where the run asks, until it has ended. */
async function untilOver(program, file) {
  const startedAt = performance.now();
  let hasAsked = false;
  for (;;) {
    const status = await program.call('plan_status', ALL);
    const [run] = status.runs;
    if (!['running', 'paused'].includes(run.state)) {
      asked[hasAsked ? 'waited' : 'resumed'] += 1;
      return status;
    }
    if (run.waiting !== null) {
      hasAsked = true;
      // A person looks whether what was under way was done.
      const said = run.waiting.leaves.map(leaf => [
        leaf,
        starts(file, Number(leaf)) > 0 ? 'success' : 'retry',
      ]);
      await program.call('plan_resume', { run_id: 'r', interrupted: Object.fromEntries(said) });
    }
    if (performance.now() - startedAt > OVER_WITHIN_MS) throw new Error(`still ${JSON.stringify(run)}`);
    await delay(20);
  }
}

function faultsOf(file, { runs: [run], result }, acknowledged) {
  const faults = run.state === 'done' ? [] : [`it ended as ${run.state}: ${JSON.stringify(run.failure)}`];
  for (const n of NUMBERS) {
    const times = starts(file, n);
    if (times === 0) faults.push(`leaf ${n} was never called`);
    if (isWrite(n) && times > 1) faults.push(`leaf ${n}, which writes, was called ${times} times`);
    const before = acknowledged.get(n);
    if (before !== undefined && times > before) faults.push(`leaf ${n} was called again after it had ended`);
  }
  const missing = result.invocations.filter(({ status }) => status !== 'success');
  return missing.length === 0 ? faults : [...faults, `without a result: ${missing.map(({ leaf }) => leaf)}`];
}

/** Numbers of the leaves that were known to have ended. */
function ended(status) {
  const rows = status?.result?.invocations ?? [];
  return rows
    .filter(({ status: state, tool }) => state === 'success' && tool !== 'wait')
    .map(({ leaf }) => Number(leaf));
}

function starts(file, n) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => new RegExp(`^start \\w+ ${n}$`).test(line)).length;
  } catch {
    return 0; // Nothing was called yet.
  }
}

function isWrite(n) {
  return n < 4 || [8, 9, 13, 14, 18].includes(n);
}

function leaves(tool, from, count) {
  return Array.from({ length: count }, (_, i) => ({
    type: 'task',
    id: String(from + i),
    tool: `tally__${tool}`,
    input: { n: from + i },
  }));
}
