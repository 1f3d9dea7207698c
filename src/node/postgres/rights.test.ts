import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { countedRow } from '../../../test/support/journalOnDisk';
import { KeptLog } from '../../../test/support/keptLog';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { runningClock } from '../../../test/support/runningClock';
import { Bus } from '../../core/journal/bus';
import type { EventRow } from '../../core/journal/eventStore';
import { openPgEventStore } from './openPgEventStore';
import { openPgJournal } from './openPgJournal';
import { pgAddress } from './pgAddress';
import { pgMigrations } from './pgSchema';
import { Session } from './pgSession';

const server = postgresForFile();
const PASSWORD = 'secret-of-a-role';

const add = (name: string, by = 1) => ({ add: [{ name, by }] });

/** A role with a password, that may do what is said of it. */
async function role(database: string, ...grants: readonly string[]): Promise<string> {
  const name = `role_${randomUUID().replaceAll('-', '')}`;
  await server().sql(database, `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'`);
  for (const grant of grants) await server().sql(database, `GRANT ${grant} TO ${name}`);
  return name;
}

/** What docs/teams.md lists. */
const ALL_RIGHTS = [
  'USAGE ON SCHEMA switchyard',
  'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA switchyard',
];

async function open(url: string, workspace = 'team') {
  const log = new KeptLog();
  const texts: string[] = [];
  const kept = { ...noLog, warn: (message: string) => void texts.push(message) };
  const opened = await openPgJournal(
    { address: pgAddress(url, undefined), workspace, clock: runningClock, log: kept },
    { domains: [counting], bus: new Bus(log) },
  );
  onTestFinished(() => opened.dispose());
  return {
    ...opened,
    texts,
    sums: () => Object.fromEntries(opened.journal.read(counting).sums),
  };
}

const noLog = { debug: () => undefined, info: () => undefined, error: () => undefined };

async function store(url: string, workspace: string) {
  const opened = await openPgEventStore({
    address: pgAddress(url, undefined),
    workspace,
    clock: runningClock,
    log: new KeptLog(),
  });
  onTestFinished(() => opened.dispose());
  return opened;
}

/** An empty database with our tables in it. */
async function prepared(): Promise<string> {
  const database = await server().newDatabase();
  await store(server().url(database), 'nobody');
  return database;
}

const nothingLeaks = (texts: readonly string[]) => {
  for (const secret of [PASSWORD, 'role_', 'boss', server().password, 'postgres://'])
    expect(texts.join('\n')).not.toContain(secret);
};

describe.skipIf(!hasPostgres)('rights in PostgreSQL', () => {
  test('a role sees and changes the rows of its workspace only, whatever it asks for', async () => {
    const database = await prepared();
    const name = await role(database, ...ALL_RIGHTS);
    const url = server().url(database, name, PASSWORD);
    const [ours, theirs] = [await open(url, 'ours'), await open(url, 'theirs')];
    await ours.journal.commit(counting, add('ours'));
    await theirs.journal.commit(counting, add('theirs'));
    expect([ours.sums(), theirs.sums()]).toEqual([{ ours: 1 }, { theirs: 1 }]);

    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    const seen = async () => (await client.query('SELECT workspace FROM switchyard.events')).rows;
    expect(await seen()).toEqual([]);
    await client.query(`SET switchyard.workspace = 'ours'`);
    expect(await seen()).toEqual([{ workspace: 'ours' }]);
    expect((await client.query(`UPDATE switchyard.events SET payload = 'x' WHERE true`)).rowCount).toBe(1);
    expect((await client.query(`DELETE FROM switchyard.events WHERE workspace = 'theirs'`)).rowCount).toBe(0);
    await expect(
      client.query(
        `INSERT INTO switchyard.events (workspace, seq, ts, stream, kind, cat, level, payload, v) VALUES ('theirs', 9, 1, 's', 'k', 'c', 'info', '{}', 1)`,
      ),
    ).rejects.toThrow('row-level security');
    // The owner of the tables is kept apart as well.
    const rows = await server().sql(
      database,
      `SELECT relname FROM pg_class WHERE relnamespace = 'switchyard'::regnamespace AND relkind = 'r' AND NOT relforcerowsecurity`,
    );
    expect(rows).toEqual([{ relname: 'schema_version' }]);
  });

  test('SQL in any field is data', async () => {
    const database = await prepared();
    const evil = `'); DROP TABLE switchyard.events; -- \\ " $1 {"a"} , NULL \u0000 é`;
    const kept = evil.replaceAll('\0', '');
    const row = {
      ...countedRow(1, evil),
      stream: evil,
      kind: evil,
      cat: evil,
      level: evil as 'info',
      session: evil,
      run_id: evil,
      op_id: evil,
      job_id: evil,
      graph_id: evil,
      node_id: evil,
      child_id: evil,
    } satisfies EventRow;
    const opened = await store(server().url(database), `team'; DROP TABLE switchyard.events; --`);
    await opened.transact('full', transaction => transaction.append(row));
    await opened.saveStates([{ stream: kept, seq: 1, version: 1, state: JSON.stringify(evil) }]);

    const [found] = await opened.eventsAfter(0, 9);
    expect(found).toEqual({
      ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === evil ? kept : value])),
      seq: 1,
    });
    expect(JSON.parse(found?.payload ?? '')).toMatchObject({ note: evil });
    await opened.trim(new Set([kept]), 0, () => ({ run_id: kept, payload: '{}' }));
    await opened.forget({ isWanted: () => false, upTo: 9, since: 0 as never });
    expect(await opened.eventsAfter(0, 9)).toMatchObject([{ stream: `past/${kept}`, run_id: kept }]);
  });

  test('a role without a right, or before there are tables, is told what it lacks', async () => {
    const empty = await server().newDatabase();
    const stranger = await open(server().url(empty, await role(empty), PASSWORD));
    await expect(stranger.journal.commit(counting, add('a'))).rejects.toMatchObject({
      code: 'journal-read-only',
      message: expect.stringContaining('has no tables yet, or older ones, and its role may not change them'),
    });
    const database = await prepared();
    const barred = await open(server().url(database, await role(database), PASSWORD));
    await expect(barred.journal.commit(counting, add('a'))).rejects.toMatchObject({
      message: expect.stringContaining('may not use the schema "switchyard"'),
    });
    const boss = await open(server().url(database));
    await boss.journal.commit(counting, add('a'));
    const reading = ['USAGE ON SCHEMA switchyard', 'SELECT ON ALL TABLES IN SCHEMA switchyard'];
    const reader = await open(server().url(database, await role(database, ...reading), PASSWORD));
    await expect(reader.journal.commit(counting, add('a'))).rejects.toMatchObject({
      code: 'journal-read-only',
      message: expect.stringContaining('the role may only read'),
    });
    expect(reader.sums()).toEqual({ a: 1 });
    nothingLeaks([stranger, barred, reader].flatMap(({ texts, problem }) => [...texts, problem ?? '']));
  });

  test('a role that may only append records, and leaves it to others to make the log small', async () => {
    const database = await prepared();
    const appending = [
      'USAGE ON SCHEMA switchyard',
      'SELECT ON ALL TABLES IN SCHEMA switchyard',
      'INSERT ON switchyard.events, switchyard.writes, switchyard.workspaces',
      'UPDATE ON switchyard.workspaces',
    ];
    const one = await open(server().url(database, await role(database, ...appending), PASSWORD));
    for (let i = 0; i < 3; i++) await one.journal.commit(counting, add('a'));
    await one.journal.compact();
    expect((await one.journal.figures()).events).toBe(3);
    const boss = await open(server().url(database));
    await boss.journal.compact();
    expect((await boss.journal.figures()).events).toBe(1);
    await one.journal.commit(counting, add('a'));
    expect(one.sums()).toEqual({ a: 4 });
  });

  test('a right that comes later is used without a restart', async () => {
    const database = await prepared();
    const name = await role(database);
    const late = await open(server().url(database, name, PASSWORD));
    await expect(late.journal.commit(counting, add('a'))).rejects.toMatchObject({
      code: 'journal-read-only',
    });
    for (const right of ALL_RIGHTS) await server().sql(database, `GRANT ${right} TO ${name}`);
    await expect
      .poll(
        async () =>
          await late.journal.commit(counting, add('a')).then(
            () => true,
            () => false,
          ),
        {
          timeout: 10_000,
        },
      )
      .toBe(true);
  });

  test('tables of a newer version, and a read-only database, are told and left alone', async () => {
    const database = await prepared();
    const url = server().url(database);
    const before = await open(url);
    await before.journal.commit(counting, add('a'));
    await server().sql(database, `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    const reader = await open(url);
    await expect(reader.journal.commit(counting, add('a'))).rejects.toMatchObject({
      code: 'journal-read-only',
      message: expect.stringContaining('is read-only'),
    });
    expect(reader.sums()).toEqual({ a: 1 });
    await server().sql('postgres', `ALTER DATABASE ${database} RESET default_transaction_read_only`);

    await server().sql(database, `UPDATE switchyard.schema_version SET version = ${pgMigrations.length + 1}`);
    const older = await open(url);
    await expect(older.journal.commit(counting, add('a'))).rejects.toMatchObject({
      code: 'journal-read-only',
      message: expect.stringContaining(`a newer version of Switchyard has changed the tables`),
    });
    expect(older.sums()).toEqual({});
    nothingLeaks([reader, older].flatMap(({ texts, problem }) => [...texts, problem ?? '']));
  });

  test('a database that is not there, and a server that is not, are told by host, port and name only', async () => {
    const told = async (url: string) => {
      const opened = await open(url);
      const refused: unknown = await opened.journal
        .commit(counting, add('a'))
        .catch((error: unknown) => error);
      const texts = [
        ...opened.texts,
        String(refused),
        JSON.stringify(refused),
        String((refused as Error).cause),
      ];
      nothingLeaks(texts);
      return (refused as Error).message;
    };
    const gone = server().url('gone');
    expect(await told(gone)).toContain(
      `127.0.0.1:${server().port}/gone can't be reached: it has no such database`,
    );
    expect(await told(gone.replace(String(server().port), '1'))).toContain('127.0.0.1:1/gone');
    expect(await told(gone.replace('127.0.0.1', 'no-such-host.invalid'))).toMatch(
      /host name (?:is not known|cannot be looked up)/,
    );
    expect(await told(`${gone}?sslmode=require`)).toContain('it does not speak TLS');
  });

  test('a server without space records nothing of a change, says so, and goes on when it has some', async () => {
    const database = await prepared();
    const writer = await open(server().url(database));
    await writer.journal.commit(counting, add('a'));
    // What a server says whose disk is full: nobody fills one for a test.
    await server().sql(
      database,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No space left: secret-of-a-role' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk AFTER INSERT ON switchyard.events EXECUTE FUNCTION full_disk()`,
    );
    const refused: unknown = await writer.journal.commit(counting, add('b')).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'journal-full',
      message: expect.stringContaining('has no space left, so nothing was recorded'),
    });
    nothingLeaks([...writer.texts, String(refused), JSON.stringify(refused)]);
    expect(writer.sums()).toEqual({ a: 1 });
    await server().sql(database, 'DROP TRIGGER full_disk ON switchyard.events');
    await writer.journal.commit(counting, add('c'));
    expect((await open(server().url(database))).sums()).toEqual({ a: 1, c: 1 });
  });

  test('each connection presses commits to disk, and gives up a lock, whatever is usual in the database', async () => {
    const database = await prepared();
    await server().sql('postgres', `ALTER DATABASE ${database} SET synchronous_commit = off`);
    const session = await Session.open(pgAddress(server().url(database), undefined), 'team', () => undefined);
    onTestFinished(() => session.close());
    const [row] = await session.rows(
      `SELECT current_setting('synchronous_commit') AS sync, current_setting('lock_timeout') AS lock,
         current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('switchyard.workspace') AS workspace`,
    );
    expect(row).toEqual({ sync: 'on', lock: '30s', idle: '5s', workspace: 'team' });
  });

  test('one that may read is heard once it is granted the rest', { timeout: 40_000 }, async () => {
    const database = await server().newDatabase();
    await open(server().url(database));
    const reads = await role(
      database,
      'USAGE ON SCHEMA switchyard',
      'SELECT ON ALL TABLES IN SCHEMA switchyard',
    );
    const late = await open(server().url(database, reads, PASSWORD));
    const commit = async (): Promise<boolean> =>
      await late.journal.commit(counting, add('a')).then(
        () => true,
        () => false,
      );
    expect(await commit()).toBe(false);
    for (const grant of ALL_RIGHTS) await server().sql(database, `GRANT ${grant} TO ${reads}`);
    await expect.poll(commit, { timeout: 30_000 }).toBe(true);
  });
});
