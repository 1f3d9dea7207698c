/**
 * Starts the built program many times and lets no end be silent: `node test/crash/starts.mjs [TOGETHER [SPOILT]]` starts so many at
 * once on one state folder, then so many on journals that are damaged or held, kind after kind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../scripts/build-once.mjs';
import { needNode24 } from '../support/bundle.mjs';

needNode24();
const { KINDS, fill, look } = await import('./spoiltJournals.mjs');
const together = Number(process.argv[2] ?? 200);
const spoilt = Number(process.argv[3] ?? 60);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A client gives up after a minute; many programs share the processors, so each gets its part of them on top. */
const ANSWER_WITHIN_MS = 60_000 + together * 1_000;

/** Journals that are looked at side by side: most of the time somebody waits. */
const AT_A_TIME = 4;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'starts', version: '1' } },
};

buildOnce();
let passed = 0;
const failures = [];
await startTogether();
await startOnSpoilt();
for (const failure of failures) console.error(failure);
console.log(`starts: ${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** All at once on one folder that is not there yet; each goes as soon as it has answered. */
async function startTogether() {
  await inFolder(async folder => {
    const ends = await Promise.all(Array.from({ length: together }, () => start(folder)));
    for (const [n, end] of ends.entries()) note(`start ${n} of ${together}`, objectionTo(end));
    tell(`${together} at once`, ends);
  });
}

async function startOnSpoilt() {
  const all = [];
  await inFolder(async good => {
    await start(good);
    fill(join(good, 'state'));
    const kinds = Object.entries(KINDS);
    const rounds = Array.from({ length: spoilt }, (_, n) => kinds[n % kinds.length]).entries();
    const work = async () => {
      for (const [n, [name, kind]] of rounds) note(`${name} (${n})`, await startOn(good, kind, all));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  });
  tell(`${spoilt} times damaged or held`, all);
}

/** Starts programs on a copy of a good journal that is spoilt like this; says what is wrong. */
async function startOn(good, { spoil, programs = 1, keeps }, all) {
  return inFolder(async folder => {
    cpSync(join(good, 'state'), join(folder, 'state'), { recursive: true });
    const over = spoil(join(folder, 'state'));
    const ends = await Promise.all(Array.from({ length: programs }, () => start(folder)));
    await over;
    all.push(...ends);
    return ends.map(objectionTo).find(Boolean) ?? objectionToJournal(folder, keeps);
  });
}

/** The first start has mended it: it is sound, holds what could be saved, and nothing half done lies about. */
function objectionToJournal(folder, keeps) {
  const { isSound, events, names } = look(join(folder, 'state'));
  if (!isSound) return 'the journal is still damaged';
  if (events < keeps) return `${events} events are left of at least ${keeps}`;
  return names.some(name => /tmp|salvaged/.test(name)) ? `left behind: ${names.join(', ')}` : undefined;
}

/** What is wrong with how a program ended: it has to serve, or to say why not, with a code that tells. */
function objectionTo({ served, code, signal, stderr, isLate }) {
  if (isLate) return `no answer within ${ANSWER_WITHIN_MS / 1_000} s; stderr: ${stderr}`;
  if (stderr.trim() === '') return `it ended without a word, with ${code ?? signal}`;
  if (served) return code === 0 ? undefined : `it served and ended with ${code ?? signal}: ${stderr}`;
  return code === 0 ? `it ended with 0 and served nobody: ${stderr}` : undefined;
}

function note(name, objection) {
  if (objection === undefined) passed++;
  else failures.push(`${name}: ${objection}`);
}

function tell(what, ends) {
  const served = ends.filter(end => end.served);
  const ms = served.map(({ answeredMs }) => answeredMs).sort((a, b) => a - b);
  const silent = ends.filter(({ stderr }) => stderr.trim() === '').length;
  console.log(
    `${what}: ${served.length} of ${ends.length} programs served (median ${ms[Math.floor(ms.length / 2)]} ms, worst ${ms.at(-1)} ms), ` +
      `${ends.length - served.length} ended with another code, ${silent} without a word`,
  );
}

/** Starts the program, asks it to initialize, and lets it go when it has answered. */
async function start(folder) {
  const startedAt = performance.now();
  const options = ['--workspace', join(folder, 'workspace'), '--state', join(folder, 'state')];
  const child = spawn(process.execPath, [join(root, 'dist/headless.js'), ...options]);
  let stderr = '';
  child.stderr.on('data', text => (stderr += text));
  child.stdin.on('error', () => undefined); // It has ended already: its code and words tell why.
  const end = { served: false, isLate: false, answeredMs: 0 };
  const late = setTimeout(() => {
    end.isLate = true;
    child.kill('SIGKILL');
  }, ANSWER_WITHIN_MS);
  createInterface({ input: child.stdout }).on('line', line => {
    if (JSON.parse(line).id !== 1) return;
    end.served = true;
    end.answeredMs = Math.round(performance.now() - startedAt);
    child.stdin.end();
  });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  const [code, signal] = await once(child, 'close');
  clearTimeout(late);
  return { ...end, code, signal, stderr };
}

async function inFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-starts-'));
  mkdirSync(join(folder, 'workspace'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
