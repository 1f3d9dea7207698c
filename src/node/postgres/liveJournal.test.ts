import { randomUUID } from 'node:crypto';
import { describe, onTestFinished } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { type LawLog, liveJournalLaws } from '../../../test/support/liveJournalLaws';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { runningClock } from '../../../test/support/runningClock';
import type { EventStore, SavedState } from '../../core/journal/eventStore';
import { openPgEventStore } from './openPgEventStore';
import { pgAddress } from './pgAddress';

const server = postgresForFile();
let database: Promise<string> | undefined;

/** A workspace of its own in the database of all these tests. */
async function pgLog(): Promise<LawLog> {
  const workspace = randomUUID();
  database ??= server().newDatabase();
  const name = await database;
  const store = async (): Promise<EventStore> => {
    const address = pgAddress(server().url(name), undefined);
    const opened = await openPgEventStore({ address, workspace, clock: runningClock, log: new KeptLog() });
    onTestFinished(() => opened.dispose());
    return opened;
  };
  const own = await store();
  const sql = async (text: string, ...values: readonly unknown[]) =>
    await server().sql(name, text, [workspace, ...values]);
  return {
    store,
    rows: async () => await own.eventsAfter(0, 1_000_000),
    async states() {
      const states: SavedState[] = [];
      await own.readStates(saved => states.push(saved) > 0);
      return states;
    },
    isDone: async () => (await own.compacted(new Set(['counting']))).isDone,
    async fill(rows) {
      await own.transact('full', transaction => rows.forEach(row => transaction.append(row)));
    },
    async setStates(states) {
      await sql('DELETE FROM switchyard.states WHERE workspace = $1');
      for (const { stream, seq, version, state } of states)
        await sql('INSERT INTO switchyard.states VALUES ($1, $2, $3, $4, $5)', stream, seq, version, state);
    },
    async spoil(seq, payload) {
      await sql('UPDATE switchyard.events SET payload = $3 WHERE workspace = $1 AND seq = $2', seq, payload);
    },
  };
}

describe.skipIf(!hasPostgres)('over PostgreSQL', () => {
  liveJournalLaws(pgLog, 12);
});
