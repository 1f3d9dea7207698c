import { durableDomains } from '../../src/core/core';
import { Bus } from '../../src/core/journal/bus';
import { Workflows } from '../../src/core/workflow/workflows';
import { ALL_MODULES } from '../../src/modules/allModules';
import { openJournal } from '../../src/node/journal/openJournal';
import { openSqliteEventStore } from '../../src/node/journal/openSqliteEventStore';
import { workflowRows } from '../../src/vscode/explorer/workflowsPicture';
import { FakePrograms } from '../support/fakePrograms';
import { FakeSnapshots } from '../support/fakeSnapshots';
import { KeptLog } from '../support/keptLog';
import { plainWording } from '../support/pictureText';
import { runningClock } from '../support/runningClock';
import { StoppedClock } from '../support/stoppedClock';
import { agentWorld, anna } from '../support/workflowWorld';

/** Tasks of one workflow, and files that each of them changes. */
const TASKS = 20;
const FILES = 5;
const ROUNDS = 9;

/** Fills a journal with ended workflows of 20 tasks, as agents record them: a decision and five changed files each. */
export async function fillTasks(folder: string, workspace: string, tasks: number): Promise<number> {
  // Each task takes a second, and the last one ended just now.
  const clock = new StoppedClock(runningClock.now() - tasks * 1_000);
  const world = await agentWorld({ workspace, clock });
  // The log is to keep every event, however many there are.
  world.store.trim = () => Promise.resolve(undefined);
  world.store.forget = () => Promise.resolve();
  for (let w = 0; w * TASKS < tasks; w++) {
    const { id } = await world.begin([], null, `Workflow ${w}`);
    for (let n = 0; n < TASKS; n++) {
      const task = await world.start(id, { name: `Task ${n} of ${w}`, areas: ['src'] });
      await world.workflows.logDecision(
        task.id,
        {
          category: 'other',
          question: 'Which?',
          options: ['a', 'b'],
          chosen: 'a',
          reasoning: 'It fits.',
          tradeOffs: null,
        },
        anna,
      );
      for (let file = 0; file < FILES; file++) world.snapshots.write(`src/${n}/${file}.ts`, `${w}`);
      await world.complete(task.id, { needsReview: n === 0 });
      clock.advance(1_000);
    }
  }
  const { rows } = world.log;
  const { store } = await openSqliteEventStore(folder, { clock: runningClock, log: new KeptLog() });
  await store.transact('normal', transaction => {
    for (const row of rows) transaction.append(row);
  });
  store.dispose();
  return rows.length;
}

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
