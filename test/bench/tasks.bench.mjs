/**
 * What thousands of recorded tasks cost beside few, with 300 servers in the catalog: the start of the built program, opening the
 * journal, and a picture of the workflows.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';
import { medians, startProgram } from './startProgram.mjs';

needNode24();
const SIZES = [0, 500, 5_000];
const SERVERS = 300;
const ROUNDS = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));
execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const [bundle] = await build('test/bench/tasks.ts');
const { fillTasks, drawTasks } = await import(pathToFileURL(bundle).href);
const folder = mkdtempSync(join(tmpdir(), 'switchyard-tasks-'));
try {
  const workspace = join(folder, 'workspace');
  mkdirSync(join(workspace, '.switchyard'), { recursive: true });
  const servers = Array.from({ length: SERVERS }, (_, n) => [
    `server-${n}`,
    { command: 'node', args: [`server-${n}.mjs`], description: `Does the ${n}th thing` },
  ]);
  writeFileSync(
    join(workspace, '.switchyard', 'servers.json'),
    JSON.stringify({ servers: Object.fromEntries(servers) }),
  );
  const table = [];
  for (const tasks of SIZES) {
    const state = join(folder, `state-${tasks}`);
    mkdirSync(state, { mode: 0o700 });
    const events = await fillTasks(state, workspace, tasks);
    const drawn = await drawTasks(state, workspace, true);
    const compacted = await drawTasks(state, workspace, false);
    const starts = [];
    for (let round = 0; round < ROUNDS; round++) starts.push(await startProgram({ workspace, state }));
    table.push({
      tasks: tasks === 0 ? '0 (reference)' : tasks,
      events,
      'open ms': Math.round(drawn.openMs),
      'open compacted ms': Math.round(compacted.openMs),
      'start to initialize ms': medians(starts).initializeMs,
      'picture ms': drawn.pictureMs.toFixed(1),
      'picture rows': drawn.rows,
      'rows open': drawn.open,
      'picture kB': drawn.kB,
    });
  }
  console.table(table);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
