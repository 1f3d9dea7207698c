import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { ForgetfulNat } from '../../../test/support/forgetfulNat';
import { KeptLog } from '../../../test/support/keptLog';
import { PgProxy } from '../../../test/support/pgProxy';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { runningClock } from '../../../test/support/runningClock';
import { Bus } from '../../core/journal/bus';
import { LiveJournal } from '../../core/journal/liveJournal';
import type { Clock, Instant } from '../../core/support/clock';
import { openPgEventStore } from './openPgEventStore';
import { openPgJournal } from './openPgJournal';
import { pgAddress } from './pgAddress';

const server = postgresForFile();
const add = (name: string) => ({ add: [{ name, by: 1 }] });

interface Way {
  readonly port?: number;
  readonly clock?: Clock;
}

async function open(database: string, workspace: string, { port, clock = runningClock }: Way = {}) {
  const log = new KeptLog();
  const bus = new Bus(log);
  const address = pgAddress(server().url(database), undefined);
  const store = await openPgEventStore({
    address: port === undefined ? address : { ...address, port },
    workspace,
    clock,
    log,
  });
  onTestFinished(() => store.dispose());
  const databaseClock = {
    monotonicMs: clock.monotonicMs,
    after: clock.after,
    now: () => store.now(clock.now()),
  };
  const journal = await LiveJournal.open({ domains: [counting], store, clock: databaseClock, bus, log });
  return { store, journal, bus, sums: () => Object.fromEntries(journal.read(counting).sums) };
}

/**
 * A commit that is given up while it waits for its turn: only the connection that listens was lost, and for a moment none was to be
 * had. What it waits for comes when `goOn` is called.
 */
async function abandonedCommit() {
  const database = await server().newDatabase();
  const workspace = randomUUID();
  const here = await open(database, workspace);
  const heard: number[] = [];
  here.bus.subscribe(({ seq }) => heard.push(Number(seq)));
  const other = await open(database, workspace);
  await here.journal.commit(counting, add('a'));
  await other.journal.commit(counting, add('b'));

  const holder = new Client({ connectionString: server().url(database) });
  await holder.connect();
  onTestFinished(async () => await holder.end());
  await holder.query('BEGIN');
  const held = `SELECT pg_advisory_xact_lock(hashtextextended('switchyard appends ' || $1, 0))`;
  await holder.query(held, [workspace]);
  const given = here.journal.commit(counting, add('c')).catch((error: Error) => error.message);
  await expect.poll(async () => await waitingFor(database)).toBe(1);
  await server().sql('postgres', `ALTER DATABASE "${database}" WITH ALLOW_CONNECTIONS false`);
  await server().sql(
    'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND application_name LIKE 'switchyard\\_%'`,
  );
  expect(await given).toContain('Nothing shared was recorded');
  await server().sql('postgres', `ALTER DATABASE "${database}" WITH ALLOW_CONNECTIONS true`);
  await expect.poll(() => here.store.awayReason).toBeUndefined();
  return { here, heard, goOn: async () => await holder.query('COMMIT') };
}

/** How many connections to a database wait for the lock of the appends. */
async function waitingFor(database: string): Promise<number> {
  const client = new Client({ connectionString: server().url(database) });
  await client.connect();
  try {
    const found = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE datname = $1 AND locktype = 'advisory' AND NOT granted`,
      [database],
    );
    return found.rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasPostgres)('a journal whose database goes, or seems to', { timeout: 60_000 }, () => {
  test('what others recorded is told, also where a commit that was given up read it first', async () => {
    const { here, heard, goOn } = await abandonedCommit();
    await goOn();
    await here.journal.catchUp();
    expect(here.sums()).toEqual({ a: 1, b: 1 });
    expect(heard).toEqual([1, 2]);
  });

  test('nothing is taken in twice where a commit that was given up goes on beside a look', async () => {
    const { here, heard, goOn } = await abandonedCommit();
    // A slow network: what was read arrives a moment later.
    const read = here.store.eventsAfter.bind(here.store);
    const isRead = Promise.withResolvers<undefined>();
    here.store.eventsAfter = async (...range) => {
      const rows = await read(...range);
      isRead.resolve(undefined);
      await delay(500);
      return rows;
    };
    const looked = here.journal.catchUp();
    await isRead.promise;
    await goOn();
    await looked;
    expect(here.sums()).toEqual({ a: 1, b: 1 });
    expect(heard).toEqual([1, 2]);
  });

  test('work goes on soon after every connection died without a word, as after a sleep', async () => {
    const way = await ForgetfulNat.start(server().port);
    onTestFinished(() => way.close());
    const { journal, store } = await open(await server().newDatabase(), randomUUID(), { port: way.port });
    await journal.commit(counting, add('a'));
    way.forget();
    await expect.poll(() => way.flows, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => store.awayReason).toBeUndefined();
    // The server's own patience with one that does not answer is 45 s.
    const inTime = await Promise.race([journal.commit(counting, add('a')), delay(20_000)]);
    expect(inTime).toBeDefined();
  });

  test('a connection that goes while the journal is opened is no reason to refuse until a restart', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    const other = await open(database, workspace);
    await other.journal.commit(counting, add('a'));
    const proxy = await PgProxy.start(server().port);
    onTestFinished(() => proxy.close());
    proxy.loseNext('FROM switchyard.states', 'never sent');
    const closing = (async () => {
      await expect.poll(() => proxy.losses, { interval: 1 }).toBeGreaterThan(0);
      proxy.setOpen(false);
    })();
    const log = new KeptLog();
    const address = { ...pgAddress(server().url(database), undefined), port: proxy.port };
    const here = await openPgJournal(
      { address, workspace, clock: runningClock, log },
      { domains: [counting], bus: new Bus(log) },
    );
    onTestFinished(() => here.dispose());
    await closing;
    proxy.setOpen(true);
    await expect.poll(() => here.journal.read(counting).sums.get('a')).toBe(1);
  });

  test('a server without a connection left while the journal is opened is no reason to refuse until a restart', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    const other = await open(database, workspace);
    await other.journal.commit(counting, add('a'));
    await server().sql(
      database,
      `CREATE ROLE narrow LOGIN PASSWORD 'pw' CONNECTION LIMIT 1; GRANT USAGE ON SCHEMA switchyard TO narrow;
       GRANT ALL ON ALL TABLES IN SCHEMA switchyard TO narrow`,
    );
    const log = new KeptLog();
    const address = pgAddress(server().url(database, 'narrow', 'pw'), undefined);
    const here = await openPgJournal(
      { address, workspace, clock: runningClock, log },
      { domains: [counting], bus: new Bus(log) },
    );
    onTestFinished(() => here.dispose());
    expect(here.problem).toContain('it has no connection left');
    await expect(here.journal.commit(counting, add('b'))).rejects.toMatchObject({ code: 'journal-io' });
    await server().sql(database, 'ALTER ROLE narrow CONNECTION LIMIT 10');
    await expect.poll(() => here.problem, { timeout: 20_000 }).toBeUndefined();
    expect(here.journal.read(counting).sums.get('a')).toBe(1);
    await here.journal.commit(counting, add('b'));
  });

  test('a clock that is set ahead does not stop the time of the team', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    let aheadMs = 0;
    const jumping: Clock = { ...runningClock, now: () => (Date.now() + aheadMs) as Instant };
    const one = await open(database, workspace, { clock: jumping });
    const other = await open(database, workspace);
    aheadMs = 3_600_000;
    await one.journal.commit(counting, add('a'));
    await other.journal.commit(counting, add('a'));
    const rows = await other.store.eventsAfter(0, 9);
    expect(rows.map(({ ts }) => Math.abs(ts - Date.now()) < 60_000)).toEqual([true, true]);
  });
});
