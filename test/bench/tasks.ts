import { durableDomains } from '../../src/core/core';
import { Bus } from '../../src/core/journal/bus';
import { Workflows } from '../../src/core/workflow/workflows';
import { ALL_MODULES } from '../../src/modules/allModules';
import { openJournal } from '../../src/node/journal/openJournal';
import { workflowRows } from '../../src/vscode/explorer/workflowsPicture';
import { FakePrograms } from '../support/fakePrograms';
import { FakeSnapshots } from '../support/fakeSnapshots';
import { KeptLog } from '../support/keptLog';
export { fillTasks } from '../support/manyTasks';
import { plainWording } from '../support/pictureText';
import { runningClock } from '../support/runningClock';

const ROUNDS = 9;

/** Opens a journal and draws its workflows: milliseconds of both, and what one picture has. */
export async function drawTasks(folder: string, workspace: string, compacts: boolean) {
  const log = new KeptLog();
  const startMs = performance.now();
  const { journal, dispose } = await openJournal(folder, {
    domains: durableDomains(ALL_MODULES),
    clock: runningClock,
    bus: new Bus(log),
    log,
  });
  const openMs = performance.now() - startMs;
  const workflows = new Workflows({
    journal,
    snapshots: new FakeSnapshots(runningClock),
    clock: runningClock,
    ids: { next: () => 'id' },
    sha256: text => text,
    log,
    livePrograms: new FakePrograms('bench'),
    workspace,
  });
  const look = {
    nowMs: 0,
    recentDays: 30,
    shown: new Map(),
    uriOf: (path: string) => `file:///work/${path}`,
  };
  const times: number[] = [];
  let rows = workflowRows(workflows, look, plainWording);
  for (let round = 0; round < ROUNDS; round++) {
    const fromMs = performance.now();
    rows = workflowRows(workflows, look, plainWording);
    times.push(performance.now() - fromMs);
  }
  const kB = Math.round(JSON.stringify(rows).length / 1_000);
  if (compacts) await journal.compact();
  workflows.dispose();
  dispose();
  const pictureMs = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  return {
    openMs,
    pictureMs,
    rows: rows.length,
    open: rows.filter(({ isOpen }) => isOpen === true).length,
    kB,
  };
}
