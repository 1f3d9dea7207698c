import { writeSync } from 'node:fs';
import { Bus } from '../../src/core/journal/bus';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import { journalMigrations } from '../../src/node/journal/schema';
import { openSqliteEventStore } from '../../src/node/journal/openSqliteEventStore';
import { counting } from '../support/counting';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';
import { slowMigrations } from './slowMigrations';

// A process that records one event after another and says so, one line each, until it is killed or done.
// Arguments: folder, name of its counter, number of events, and `migrate` where it changes the form of the file first.
const [folder = '', name = '', count = '0', form] = process.argv.slice(2);

say('opening');
const log = new KeptLog();
const { store, problem } = await openSqliteEventStore(folder, {
  clock: runningClock,
  log,
  migrations: form === 'migrate' ? slowMigrations : journalMigrations,
});
if (problem !== undefined) throw new Error(problem);
const domains = [
  { ...counting, durability: process.pid % 2 === 0 ? ('full' as const) : ('normal' as const) },
] as const;
const journal = await LiveJournal.open({
  domains,
  store,
  clock: runningClock,
  bus: new Bus(log),
  log,
});
say('open');

let longestWaitMs = 0;
let compacting: Promise<void> = Promise.resolve();
for (let i = 1; i <= Number(count); i++) {
  const startMs = performance.now();
  await journal.commit(domains[0], { add: [{ name, by: 1 }] });
  longestWaitMs = Math.max(longestWaitMs, performance.now() - startMs);
  say(`seq ${journal.seq}`);
  // Into the middle of it, too: nobody waits for the end of the first one in two.
  if (i % 40 === 0) {
    compacting = journal.compact();
    if (i % 80 === 0) await compacting;
  }
}
say(`longest ${Math.ceil(longestWaitMs)}`);
await compacting;
journal.dispose();
store.dispose();

/** Straight to the pipe: what is acknowledged must not sit in a buffer when the process dies. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}
