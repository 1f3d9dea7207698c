import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { countedRow } from '../../../test/support/journalOnDisk';
import { KeptLog } from '../../../test/support/keptLog';
import { PgProxy } from '../../../test/support/pgProxy';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { runningClock } from '../../../test/support/runningClock';
import type { Clock, Instant } from '../../core/support/clock';
import { disposable } from '../../core/support/disposable';
import { LiveJournal } from '../../core/journal/liveJournal';
import { Bus } from '../../core/journal/bus';
import { Refusal } from '../../core/support/refusal';
import { openPgEventStore } from './openPgEventStore';
import { openPgJournal } from './openPgJournal';
import { pgAddress } from './pgAddress';
import { Lost } from './pgErrors';
import { PgPresence } from './pgPresence';

const server = postgresForFile();
const add = (name: string) => ({ add: [{ name, by: 1 }] });

async function open(
  database: string,
  workspace: string,
  clock: Clock = runningClock,
  url = server().url(database),
  agents?: () => number,
) {
  const log = new KeptLog();
  const store = await openPgEventStore({
    address: pgAddress(url, undefined),
    workspace,
    clock,
    log,
    agents,
  });
  onTestFinished(() => store.dispose());
  const journal = await LiveJournal.open({ domains: [counting], store, clock, bus: new Bus(log), log });
  return { store, journal, sums: () => Object.fromEntries(journal.read(counting).sums) };
}

/** On which nobody looks at the database now and then: what is heard of is heard by notifications. */
const unhurried: Clock = {
  ...runningClock,
  after: (ms, due) => (ms >= 1_000 ? { dispose: () => undefined } : runningClock.after(ms, due)),
};

/** Tries that fail at once, and how long was waited after each of them. */
async function pauses(tries: number, failure: Error): Promise<readonly number[]> {
  const waited: number[] = [];
  const done = Promise.withResolvers<undefined>();
  const clock: Clock = {
    ...runningClock,
    after(ms, due) {
      waited.push(ms);
      if (waited.length === tries) done.resolve(undefined);
      else queueMicrotask(due);
      return { dispose: () => undefined };
    },
  };
  const names = { place: 'nowhere', workspace: 'team', channel: 'channel', writer: 'us', agents: () => 0 };
  const presence = new PgPresence({
    open: () => Promise.reject(failure),
    ...names,
    clock,
    log: new KeptLog(),
  });
  await done.promise;
  presence.dispose();
  return waited;
}

test('a database that is away is tried again, less and less often, but once in a second', async () => {
  expect(await pauses(7, new Lost('nothing listens there'))).toEqual([
    100, 200, 400, 800, 1_000, 1_000, 1_000,
  ]);
});

test('one that is of no use is left in peace for three seconds', async () => {
  expect(await pauses(2, new Refusal('journal-read-only', 'There are no tables.'))).toEqual([3_000, 3_000]);
});

describe.skipIf(!hasPostgres)('the presence of a database', () => {
  test('takes in what others appended when it is asked to, and looks no further where there is nothing new', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    const [one, other] = [await open(database, workspace, unhurried), await open(database, workspace)];
    let reads = 0;
    const { eventsAfter } = one.store;
    one.store.eventsAfter = async (...range) => {
      reads++;
      return await eventsAfter.apply(one.store, range);
    };
    await one.journal.freshen();
    const first = one.store.othersMark();
    reads = 0;
    await one.journal.commit(counting, add('a'));
    await one.journal.freshen();
    expect([reads, one.store.othersMark()]).toEqual([0, first]);

    // At once: no notification is waited for.
    await other.journal.commit(counting, add('a'));
    await one.journal.freshen();
    expect([one.sums(), reads]).toEqual([{ a: 2 }, 1]);
    await expect.poll(() => one.store.othersMark(), { interval: 5 }).not.toBe(first);
    await one.journal.freshen();
    const after = reads;
    await one.journal.freshen();
    expect(reads).toBe(after);
  });

  test('tells of news at once, of a burst in one go, and not of what a commit of its own has taken in', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    const waits: { readonly ms: number; readonly run: () => void }[] = [];
    let nowMs = 0;
    const held: Clock = {
      ...runningClock,
      monotonicMs: () => nowMs,
      after: (ms, run) =>
        ms > 10 ? runningClock.after(ms, run) : (waits.push({ ms, run }), disposable(() => undefined)),
    };
    const [one, other] = [await open(database, workspace, held), await open(database, workspace)];
    let told = 0;
    one.store.onDidAppend(() => told++);
    const heard = async (): Promise<void> => {
      const before = one.store.othersMark();
      await other.journal.commit(counting, add('a'));
      await expect.poll(() => one.store.othersMark(), { interval: 5 }).not.toBe(before);
    };
    waits.splice(0)[0]?.run();
    expect(told).toBe(1);
    nowMs = 100;

    await heard();
    await heard();
    expect(waits.map(({ ms }) => ms)).toEqual([0]);
    waits.splice(0)[0]?.run();
    expect(told).toBe(2);

    nowMs = 104;
    await heard();
    expect(waits.map(({ ms }) => ms)).toEqual([6]);
    await one.journal.commit(counting, add('a'));
    expect(one.sums()).toEqual({ a: 4 });
    waits.splice(0)[0]?.run();
    expect(told).toBe(2);
  });

  test('tells who is connected for the same workspace, and by which name', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    await open(database, randomUUID());
    await server().sql(database, `CREATE ROLE "be\nn." LOGIN SUPERUSER PASSWORD 'bens'`);
    let agents = 1;
    const boss = server().url(database);
    const one = await open(database, workspace);
    const other = await open(database, workspace, runningClock, boss, () => agents);
    const ben = await open(database, workspace, runningClock, server().url(database, 'be%0An.', 'bens'));
    const members = async () => (await one.journal.figures()).team?.members;
    expect(await members()).toEqual([
      { name: 'be?n.', programs: 1, agents: 0 },
      { name: 'boss', programs: 2, agents: 1 },
    ]);
    // Whoever comes or goes is told of with the next pulse.
    agents = 12;
    await expect.poll(async () => (await members())?.at(-1)?.agents).toBe(12);
    for (const { store } of [other, ben]) store.dispose();
    await expect.poll(members).toEqual([{ name: 'boss', programs: 1, agents: 0 }]);
    expect((await one.journal.figures()).team?.place).toBe(`127.0.0.1:${server().port}/${database}`);
  });

  test('finds what no notification told of, as behind a pooler', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    const { store, journal } = await open(database, workspace);
    await journal.commit(counting, add('a'));
    const before = store.othersMark();
    const { payload } = countedRow(2);
    await server().sql(
      database,
      `WITH place AS (UPDATE switchyard.workspaces SET last = 2 WHERE id = $1)
       INSERT INTO switchyard.events (workspace, seq, ts, stream, kind, cat, level, payload, v)
       VALUES ($1, 2, 1, 'counting', 'counted', 'counting', 'info', $2, 1)`,
      [workspace, payload],
    );
    await expect.poll(() => store.othersMark(), { interval: 20 }).not.toBe(before);
    await journal.freshen();
    expect(journal.seq).toBe(2);
  });

  test('tells the time of the database, which never goes back', async () => {
    const database = await server().newDatabase();
    const wrong: Clock = { ...runningClock, now: () => (Date.now() - 86_400_000) as Instant };
    const { store } = await open(database, randomUUID(), wrong);
    expect(Math.abs(store.now(wrong.now()) - Date.now())).toBeLessThan(1_000);
    const ahead = { ...countedRow(1), ts: (Date.now() + 3_600_000) as Instant };
    await store.transact('full', transaction => transaction.append(ahead));
    await store.eventsAfter(0, 9);
    expect(store.now(wrong.now())).toBe(ahead.ts);
  });

  test('comes late, and tells of what was recorded before once for each stream', async () => {
    const database = await server().newDatabase();
    const workspace = randomUUID();
    const other = await open(database, workspace);
    for (let i = 0; i < 5; i++) await other.journal.commit(counting, add('a'));
    const proxy = await PgProxy.start(server().port);
    onTestFinished(() => proxy.close());
    proxy.setOpen(false);

    const log = new KeptLog();
    const bus = new Bus(log);
    const heard: string[] = [];
    bus.subscribe(({ kind, seq }) => heard.push(`${kind} ${seq}`));
    const address = { ...pgAddress(server().url(database), undefined), port: proxy.port };
    const here = await openPgJournal(
      { address, workspace, clock: runningClock, log },
      { domains: [counting], bus },
    );
    onTestFinished(() => here.dispose());
    expect(here.problem).toContain("can't be reached");
    proxy.setOpen(true);
    await expect.poll(() => here.journal.read(counting).sums.get('a')).toBe(5);
    expect(here.problem).toBeUndefined();
    expect(heard).toEqual(['reachChanged null', 'caughtUp null']);

    await other.journal.commit(counting, add('a'));
    await expect.poll(() => heard).toEqual(['reachChanged null', 'caughtUp null', 'counted 6']);
    proxy.setOpen(false);
    await expect.poll(() => heard.at(-1)).toBe('reachChanged null');
    expect(here.problem).toContain("can't be reached");
  });

  test('goes on after its server was torn down, and each connection with it', async () => {
    const database = await server().newDatabase();
    const { journal, store, sums } = await open(database, randomUUID());
    await journal.commit(counting, add('a'));
    await server().sql(
      'postgres',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [database],
    );
    await journal.commit(counting, add('a'));
    await server().stop('immediate');
    await expect.poll(() => store.awayReason).toContain("can't be reached");
    await expect(journal.commit(counting, add('a'))).rejects.toMatchObject({ code: 'journal-io' });
    await server().start();
    const startMs = performance.now();
    await expect
      .poll(
        async () =>
          await journal.commit(counting, add('a')).then(
            () => true,
            () => false,
          ),
        { interval: 20 },
      )
      .toBe(true);
    expect(performance.now() - startMs).toBeLessThan(5_000);
    expect(sums()).toEqual({ a: 3 });
  });
});
