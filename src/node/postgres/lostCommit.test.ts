import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { type Fault, PgProxy } from '../../../test/support/pgProxy';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { runningClock } from '../../../test/support/runningClock';
import { Bus } from '../../core/journal/bus';
import { follow } from '../journal/followedJournal';
import { openPgEventStore } from './openPgEventStore';
import { pgAddress } from './pgAddress';

const server = postgresForFile();

const add = (name: string, by = 1) => ({ add: [{ name, by }] });

async function open(database: string, workspace: string, port = server().port) {
  const log = new KeptLog();
  const address = { ...pgAddress(server().url(database), undefined), port };
  const store = await openPgEventStore({ address, workspace, clock: runningClock, log });
  const opened = await follow(
    { store },
    { domains: [counting], clock: runningClock, bus: new Bus(log), log },
  );
  onTestFinished(() => opened.dispose());
  return { ...opened, store, log, sums: () => Object.fromEntries(opened.journal.read(counting).sums) };
}

async function proxied() {
  const database = await server().newDatabase();
  const workspace = randomUUID();
  const proxy = await PgProxy.start(server().port);
  onTestFinished(() => proxy.close());
  const here = await open(database, workspace, proxy.port);
  const there = await open(database, workspace);
  return { proxy, here, there, database };
}

/** What a single statement is known by once the server has its text, and what ends a transaction of several. */
const APPEND = '\0append\0';
const COMMIT = 'COMMIT';

describe.skipIf(!hasPostgres)('a connection that is lost in the middle of a commit', () => {
  test.each<Fault>(['answer lost', 'never sent', 'sent late'])(
    'never records twice and loses nothing where the first try is lost (%s)',
    async fault => {
      const { proxy, here, there } = await proxied();
      await here.journal.commit(counting, add('a'));
      proxy.loseNext(APPEND, fault);

      await here.journal.commit(counting, add('a'));
      await here.journal.commit(counting, add('b'));

      await delay(fault === 'sent late' ? 2_000 : 0);
      await there.journal.catchUp();
      await here.journal.catchUp();
      expect(proxy.losses).toBe(1);
      expect([here.sums(), there.sums()]).toEqual([
        { a: 2, b: 1 },
        { a: 2, b: 1 },
      ]);
      expect((await there.store.eventsAfter(0, 99)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    },
  );

  test.each<Fault>(['answer lost', 'never sent', 'sent late'])(
    'nor where the second try is lost, after somebody was faster (%s)',
    async fault => {
      const { proxy, here, there } = await proxied();
      await there.journal.commit(counting, add('a', 5));
      proxy.loseNext(COMMIT, fault);

      await here.journal.commit(counting, add('a', -3));
      await here.journal.commit(counting, add('b'));

      await delay(fault === 'sent late' ? 2_000 : 0);
      await there.journal.catchUp();
      expect(proxy.losses).toBe(1);
      expect(there.sums()).toEqual({ a: 2, b: 1 });
      expect((await there.store.eventsAfter(0, 99)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    },
  );

  test.each<readonly [Fault, string, boolean]>(
    (['answer lost', 'never sent', 'sent late'] as const).flatMap(fault => [
      [fault, APPEND, false],
      [fault, COMMIT, true],
    ]),
  )('nor where several share it (%s, at %j, others faster: %s)', async (fault, at, areFaster) => {
    const { proxy, here, there } = await proxied();
    // Until a copy of the state pays off.
    await Promise.all(Array.from({ length: 40 }, () => here.journal.commit(counting, add('warm'))));
    await there.journal.catchUp();
    if (areFaster) await there.journal.commit(counting, add('a', 5));
    proxy.loseNext(at, fault);

    const told = await Promise.allSettled(
      [add('a', 2), add('a', -1), add('b', -1), add('a', -1), add('b', 1)].map(wish =>
        here.journal.commit(counting, wish),
      ),
    );
    await here.journal.commit(counting, add('b'));

    await delay(fault === 'sent late' ? 2_000 : 0);
    await there.journal.catchUp();
    expect(proxy.losses).toBe(1);
    expect(told.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    const sums = { warm: 40, ...(areFaster ? { a: 5 } : { a: 0 }), b: 2 };
    expect([here.sums(), there.sums()]).toEqual([sums, sums]);
    const seqs = (await there.store.eventsAfter(0, 99)).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: areFaster ? 46 : 45 }, (_, i) => i + 1));
  });

  test('says that nobody knows where it was lost, and the database then refuses', async () => {
    const { proxy, here, database } = await proxied();
    await Promise.all(Array.from({ length: 40 }, () => here.journal.commit(counting, add('warm'))));
    await server().sql(
      database,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON switchyard.events EXECUTE FUNCTION full_disk()`,
    );
    proxy.loseNext(APPEND, 'never sent');

    const told = await Promise.allSettled(['a', 'b'].map(name => here.journal.commit(counting, add(name))));

    for (const one of told)
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { code: 'journal-io', message: expect.stringContaining('Whether it was recorded shows') },
      });
    await expect(here.journal.commit(counting, add('c'))).rejects.toMatchObject({ code: 'journal-full' });
  });

  test('refuses at once while nobody gets through, reads on from memory, and goes on within five seconds', async () => {
    const { proxy, here, there } = await proxied();
    await here.journal.commit(counting, add('a'));
    proxy.setOpen(false);
    await expect.poll(() => here.store.awayReason).toContain("can't be reached");

    const start = performance.now();
    await expect(here.journal.commit(counting, add('a'))).rejects.toMatchObject({ code: 'journal-io' });
    await here.journal.freshen();
    expect(performance.now() - start).toBeLessThan(200);
    expect(here.sums()).toEqual({ a: 1 });

    await there.journal.commit(counting, add('a', 4));
    proxy.setOpen(true);
    const back = performance.now();
    await expect.poll(() => here.sums(), { interval: 20, timeout: 5_000 }).toEqual({ a: 5 });
    await here.journal.commit(counting, add('a'));
    expect(performance.now() - back).toBeLessThan(5_000);
    expect(here.sums()).toEqual({ a: 6 });
  });
});
