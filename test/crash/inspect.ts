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
    build: 'crash',
  });
  const seqs = (await store.eventsAfter(0, -1)).map(row => row.seq);
  const kept = new Set(seqs);
  const lost = acknowledged.filter(seq => !kept.has(seq));
  if (lost.length > 0) faults.push(`lost: ${lost.join(', ')}`);
  if (seqs.some((seq, i) => seq !== i + 1)) faults.push('seq has gaps');
  const sum = [...journal.read(counting).sums.values()].reduce((all, one) => all + one, 0);
  if (sum !== seqs.length) faults.push(`the state counts ${sum}, the log holds ${seqs.length}`);
  await journal.commit(counting, { add: [{ name: 'after', by: 1 }] });
  if (journal.seq !== seqs.length + 1) faults.push('does not go on where it was');
  store.dispose();

  const database = new DatabaseSync(join(folder, 'journal.db'), { readOnly: true });
  const check = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  if (check !== 'ok') faults.push(`integrity: ${String(check)}`);
  database.close();
  const strange = readdirSync(folder).filter(name => !/^journal\.(lock|db(-wal|-shm)?)$/.test(name));
  if (strange.length > 0) faults.push(`left behind: ${strange.join(', ')}`);
  return { faults, events: seqs.length };
}
