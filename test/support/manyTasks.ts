import { openSqliteEventStore } from '../../src/node/journal/openSqliteEventStore';
import { KeptLog } from './keptLog';
import { runningClock } from './runningClock';
import { StoppedClock } from './stoppedClock';
import { agentWorld, anna } from './workflowWorld';

/** Tasks of one workflow, and files that each of them changes. */
const TASKS = 20;
const FILES = 5;

/**
 * Adds ended workflows of 20 tasks to the journal in a folder, as agents record them: a decision and five changed files each.
 * Others may have it open. The last of them ended just now. Returns the number of events.
 */
export async function fillTasks(folder: string, workspace: string, tasks: number): Promise<number> {
  // Each takes a second, and the last one ended just now.
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
    const before = transaction.eventsAfter(0).at(-1)?.seq ?? 0;
    for (const row of rows) transaction.append({ ...row, seq: before + row.seq });
  });
  store.dispose();
  return rows.length;
}
