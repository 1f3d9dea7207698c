import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Bus } from '../../src/core/journal/bus';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import { journalMigrations } from '../../src/node/journal/schema';
import { openSqliteEventStore } from '../../src/node/journal/openSqliteEventStore';
import { counting } from '../support/counting';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';
import { slowMigrations } from './slowMigrations';

/** What is wrong with the journal of a folder, given what was acknowledged; and how many events it holds. */
export async function inspect(folder: string, acknowledged: readonly number[], form: string | undefined) {
  const faults: string[] = [];
  const log = new KeptLog();
  const migrations = form === 'migrate' ? slowMigrations : journalMigrations;
  const { store, problem } = await openSqliteEventStore(folder, { clock: runningClock, log, migrations });
  if (problem !== undefined) faults.push(problem);
  const journal = await LiveJournal.open({
    domains: [counting],
    store,
    clock: runningClock,
    bus: new Bus(log),
    log,
  });
  const events = journal.seq;
  const last = Math.max(0, ...acknowledged);
  if (last > events) faults.push(`lost: ${events + 1} to ${last}`);
  // Each event adds one: where events were compacted, the saved state has them in it, each once.
  const sum = [...journal.read(counting).sums.values()].reduce((all, one) => all + one, 0);
  if (sum !== events) faults.push(`the state counts ${sum}, the log has got to ${events}`);
  await journal.commit(counting, { add: [{ name: 'after', by: 1 }] });
  if (journal.seq !== events + 1) faults.push('does not go on where it was');
  await journal.compact();
  const left = (await store.eventsAfter(0, -1)).map(row => row.seq);
  if (left.length !== 1 || left[0] !== events + 1) faults.push(`compacting left ${left.join(', ')}`);
  journal.dispose();
  store.dispose();

  const database = new DatabaseSync(join(folder, 'journal.db'), { readOnly: true });
  const check = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  if (check !== 'ok') faults.push(`integrity: ${String(check)}`);
  database.close();
  const strange = readdirSync(folder).filter(name => !/^journal\.(lock|db(-wal|-shm)?)$/.test(name));
  if (strange.length > 0) faults.push(`left behind: ${strange.join(', ')}`);
  return { faults, events };
}
