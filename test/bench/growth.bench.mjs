import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';
import { medians, startProgram } from './startProgram.mjs';

// What a large journal costs at a start of the built program, before and after it is compacted, beside an empty one.
needNode24();
const EVENTS = Number(process.argv[2] ?? 500_000);
const ROUNDS = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));
execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const [bundle] = await build('test/bench/growth.ts');
const { fillJournal, compactJournal } = await import(pathToFileURL(bundle).href);
const folder = mkdtempSync(join(tmpdir(), 'switchyard-growth-'));
const start = state => startProgram({ workspace: join(folder, 'workspace'), state });
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

function megabytes(state) {
  return (statSync(join(state, 'journal.db')).size / 1_000_000).toFixed(1);
}
