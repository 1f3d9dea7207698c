import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const runs = Number(process.argv[2] ?? 200);
const [recorder, inspector] = await build('test/crash/recorder.ts', 'test/crash/inspect.ts');
const { inspect } = await import(pathToFileURL(inspector).href);

/** When to kill: after which line the process says, and within how many milliseconds from then. */
const KINDS = [
  // 1 in 4 while the file and its first table come to be.
  { what: 'create', after: 'opening', withinMs: 25 },
  { what: 'record', after: 'seq', withinMs: 60 },
  { what: 'record', after: 'seq', withinMs: 250 },
  // 1 in 4 while an older file of 5,000 events is brought to a newer form.
  { what: 'migrate', after: 'opening', withinMs: 60 },
];

let passed = 0;
let acknowledged = 0;
const moments = new Map();
for (let run = 0; run < runs; run++) {
  const kind = KINDS[run % KINDS.length];
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-kill-'));
  try {
    const acked = kind.what === 'migrate' ? await fill(folder) : [];
    const { last, seqs } = await recordAndKill(folder, kind);
    acked.push(...seqs);
    const { faults } = await inspect(folder, acked, kind.what === 'migrate' ? 'migrate' : undefined);
    acknowledged += acked.length;
    const moment = `${kind.what}, killed after "${last}"`;
    moments.set(moment, (moments.get(moment) ?? 0) + 1);
    if (faults.length === 0) passed += 1;
    else console.error(`run ${run} (${kind.what}): ${faults.join('; ')}`);
  } catch (error) {
    console.error(`run ${run} (${kind.what}):`, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const [moment, times] of [...moments].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${times} x ${moment}`);
console.log(`${runs} kills, ${acknowledged} acknowledged events, ${runs - passed} runs with a fault`);
console.log(`crash: ${passed} passed, ${runs - passed} failed`);
process.exitCode = passed === runs ? 0 : 1;

async function recordAndKill(folder, kind) {
  const child = spawn(process.execPath, [recorder, folder, 'a', '1000000', kind.what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const seqs = [];
  let last = '';
  const waited = new Promise(resolve => {
    createInterface({ input: child.stdout })
      .on('line', line => {
        last = line.split(' ')[0];
        if (last === 'seq') seqs.push(Number(line.slice(4)));
        if (last === kind.after) resolve();
      })
      // A process that ends by itself is told by its exit below.
      .on('close', resolve);
  });
  await waited;
  await delay(Math.random() * kind.withinMs);
  child.kill('SIGKILL');
  const [code, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`The process ended by itself with ${code}.`);
  // What is still in the pipe was acknowledged as well.
  if (!child.stdout.readableEnded) await once(child.stdout, 'end').catch(() => undefined);
  return { last, seqs };
}

/** A journal of the older form; the numbers of its events. */
async function fill(folder) {
  const child = spawn(process.execPath, [recorder, folder, 'old', '5000'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Filling ended with ${code}.`);
  return Array.from({ length: 5_000 }, (_, i) => i + 1);
}
