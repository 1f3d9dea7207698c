import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const appends = Number(process.argv[2] ?? 1_000);
/** No writer may wait longer for one append, */
const LONGEST_WAIT_MS = 1_000;
/** or, where the machine is so slow, for longer than this part of the whole: who starves waits until the other is done, for half of it. */
const LONGEST_PART = 1 / 4;

const [recorder, inspector] = await build('test/crash/recorder.ts', 'test/crash/inspect.ts');
const { inspect } = await import(pathToFileURL(inspector).href);
const folder = mkdtempSync(join(tmpdir(), 'switchyard-two-'));
const faults = [];
try {
  const startMs = performance.now();
  const [one, two] = await Promise.all([record('one'), record('two')]);
  const tookMs = Math.round(performance.now() - startMs);
  const seqs = [...one.seqs, ...two.seqs];
  if (new Set(seqs).size !== seqs.length) faults.push('two appends were given one number');
  if (seqs.length !== 2 * appends) faults.push(`${2 * appends - seqs.length} appends were not acknowledged`);
  for (const { seqs: own, longestMs, name } of [one, two]) {
    if (own.some((seq, i) => i > 0 && seq <= own[i - 1]))
      faults.push(`"${name}" saw its own appends out of order`);
    if (!(longestMs <= Math.max(LONGEST_WAIT_MS, tookMs * LONGEST_PART)))
      faults.push(`"${name}" waited ${longestMs} ms for an append`);
  }
  const inspected = await inspect(folder, seqs, undefined);
  faults.push(...inspected.faults);
  console.log(
    `2 x ${appends} appends in ${tookMs} ms, ${inspected.events} in the log, longest wait ${one.longestMs} and ${two.longestMs} ms, ` +
      `${turns(one.seqs)} turns of "one"`,
  );
} catch (error) {
  faults.push(String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`crash: ${faults.length === 0 ? 1 : 0} passed, ${faults.length === 0 ? 0 : 1} failed`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function record(name) {
  const child = spawn(process.execPath, [recorder, folder, name, String(appends)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`"${name}" ended with ${code}.`);
  const lines = output.split('\n').map(line => line.split(' '));
  return {
    name,
    seqs: lines.filter(([word]) => word === 'seq').map(([, seq]) => Number(seq)),
    longestMs: Number(lines.find(([word]) => word === 'longest')?.[1]),
  };
}

/** How often a writer got the log after the other had it. */
function turns(seqs) {
  return seqs.filter((seq, i) => i === 0 || seq !== seqs[i - 1] + 1).length;
}
