import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { runningClock } from '../../../test/support/runningClock';
import { Bus } from '../../core/journal/bus';
import { LiveJournal } from '../../core/journal/liveJournal';
import { openPgEventStore } from './openPgEventStore';
import { pgAddress } from './pgAddress';
import { QUEUE } from './pgStatements';

const server = postgresForFile();
const add = { add: [{ name: 'a', by: 1 }] };

/** Two programs, of which nobody follows the other: what others record is seen in the next commit only. And who may hold the queue. */
async function opened() {
  const url = server().url(await server().newDatabase());
  const workspace = randomUUID();
  const open = async () => {
    const log = new KeptLog();
    const parts = { clock: runningClock, log };
    const store = await openPgEventStore({ address: pgAddress(url, undefined), workspace, ...parts });
    onTestFinished(() => store.dispose());
    return await LiveJournal.open({ domains: [counting], store, bus: new Bus(log), ...parts });
  };
  const first = new Client({ connectionString: url });
  await first.connect();
  onTestFinished(async () => await first.end());
  return {
    here: await open(),
    there: await open(),
    hold: async () => {
      await first.query('BEGIN');
      await first.query(QUEUE.text, [workspace]);
    },
    letGo: async () => await first.query('COMMIT'),
    waiting: async () =>
      (await first.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount,
  };
}

describe.skipIf(!hasPostgres)('a commit of a team', () => {
  test('waits in the queue only where somebody was faster', async () => {
    const { here, there, hold, letGo, waiting } = await opened();
    await hold();

    await there.commit(counting, add);
    let isDone = false;
    const done = here.commit(counting, add).then(() => {
      isDone = true;
    });
    await expect.poll(waiting, { interval: 10 }).toBe(1);
    await there.commit(counting, add);
    expect(isDone).toBe(false);

    await letGo();
    await done;
    await there.catchUp();
    expect(there.read(counting).sums).toEqual(new Map([['a', 3]]));
  });

  test('waits in it at once the next times, and goes without when nobody was faster twice', async () => {
    const { here, there, hold, letGo, waiting } = await opened();
    await there.commit(counting, add);
    await here.commit(counting, add);

    for (let i = 0; i < 2; i++) {
      await hold();
      const next = here.commit(counting, add);
      await expect.poll(waiting, { interval: 10 }).toBe(1);
      await letGo();
      await next;
    }
    await hold();
    await here.commit(counting, add);
    await letGo();
    expect(here.read(counting).sums).toEqual(new Map([['a', 5]]));
  });
});
