import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

// What a large journal costs at a start of the built program, before and after it is compacted, beside an empty one.
needNode24();
const EVENTS = Number(process.argv[2] ?? 500_000);
const ROUNDS = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));
execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const [bundle] = await build('test/bench/growth.ts');
const { fillJournal, compactJournal } = await import(pathToFileURL(bundle).href);
const folder = mkdtempSync(join(tmpdir(), 'switchyard-growth-'));
try {
  const [empty, full, small] = ['empty', 'full', 'small'].map(name => join(folder, name));
  for (const each of [empty, full]) mkdirSync(each, { mode: 0o700 });
  mkdirSync(join(folder, 'workspace'));
  await fillJournal(full, EVENTS);
  cpSync(full, small, { recursive: true });
  const { openMs, compactMs } = await compactJournal(small);
  const { openMs: openAgainMs } = await compactJournal(small);
  await start(empty);
  const rows = { empty: [], full: [], small: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rows.empty.push(await start(empty));
    // A copy, since a start compacts it.
    const copy = join(folder, `full-${round}`);
    cpSync(full, copy, { recursive: true });
    rows.full.push(await start(copy));
    rows.small.push(await start(small));
  }
  console.table([
    { journal: 'empty (reference)', ...medians(rows.empty), fileMB: megabytes(empty) },
    { journal: `${EVENTS} events, before`, ...medians(rows.full), fileMB: megabytes(full) },
    { journal: `${EVENTS} events, compacted`, ...medians(rows.small), fileMB: megabytes(small) },
  ]);
  console.log(
    `opening the journal: ${Math.round(openMs)} ms before, ${Math.round(openAgainMs)} ms after; compacting: ${Math.round(compactMs)} ms`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Time until the program has answered initialize, and what it takes of memory then. */
async function start(state) {
  const startMs = performance.now();
  const places = ['--workspace', join(folder, 'workspace'), '--state', state];
  const child = spawn(process.execPath, [join(root, 'dist/headless.js'), ...places], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'growth', version: '1' },
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

function medians(rows) {
  const median = field => rows.map(row => row[field]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  return { initializeMs: Math.round(median('initializeMs')), rssMB: Math.round(median('rssMB')) };
}

function megabytes(state) {
  return (statSync(join(state, 'journal.db')).size / 1_000_000).toFixed(1);
}
