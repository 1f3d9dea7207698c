import { ALL_MODULES } from '../../modules/allModules';
import { readdirSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { type Backend, journalBackends } from '../../../test/support/journalBackends';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { temporaryFolder } from '../../../test/support/journalOnDisk';
import { KeptLog } from '../../../test/support/keptLog';
import { runningClock } from '../../../test/support/runningClock';
import { Blackboard } from '../../modules/blackboard/blackboard';
import { onceOf } from '../../core/coordination/once';
import { durableDomains } from '../../core/core';
import { Bus } from '../../core/journal/bus';
import { Knowledge } from '../../modules/knowledge/knowledge';
import { taskActivity } from '../../core/workflow/report/taskActivity';
import { journalMigrations } from './schema';

/** One program at the place, which does by itself nothing that the test does not ask for. */
async function open(place: string, backend: Backend = sqlite) {
  const log = new KeptLog();
  const bus = new Bus(log);
  const still = { ...runningClock, after: () => ({ dispose: () => undefined }) };
  const opened = await backend.journal(place, {
    domains: durableDomains(ALL_MODULES),
    clock: runningClock,
    bus,
    log,
  });
  const { journal } = opened;
  const parts = { journal, bus, clock: still, log, workspace: '/work' };
  const [blackboard, knowledge] = [new Blackboard(parts), new Knowledge(parts)];
  const set = (key: string, value: string, once?: string) =>
    blackboard.set(
      { key, value, tags: [] },
      { origin: {}, ...(once === undefined ? {} : { once: onceOf('bb_set', once, { key }, text => text) }) },
    );
  const close = (): void => {
    blackboard.dispose();
    opened.dispose();
  };
  return { ...opened, log, blackboard, knowledge, set, close };
}

const backends = journalBackends(postgresForFile());
const [sqlite] = backends as [Backend];

/** The files of the folder in which the text stands, as it is or as SQLite may have it. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter(name => readFileSync(join(folder, name)).includes(text));
}

const secretOf = () => `planted-${randomUUID()}`;

describe.each(backends.filter(({ isThere }) => isThere))('in $name', backend => {
  test('leaves no byte of what was set, repeated, overwritten and deleted, whoever has the journal open', async () => {
    const place = await backend.place();
    const [one, other] = [await open(place, backend), await open(place, backend)];
    const [replaced, deleted, triple, source, message] = [
      secretOf(),
      secretOf(),
      secretOf(),
      secretOf(),
      secretOf(),
    ];
    await one.set('a', replaced, 'first');
    await one.set('a', 'new');
    await other.set('b', deleted, 'second');
    await one.blackboard.delete({ key: 'b' }, { origin: {} });
    const statement = { subject: triple, predicate: 'is', object: 'x', source: source, confidence: 1 };
    await one.knowledge.insert([statement]);
    await other.knowledge.remove([statement], { origin: {} });
    const task = 'task' as never;
    const milestone = { message: message, progress: null, metadata: null };
    await one.journal.commit(taskActivity, { verb: 'milestone', task, ...milestone });
    await one.journal.commit(taskActivity, { verb: 'forget', tasks: [task] });
    const secrets = [replaced, deleted, triple, source, message];
    const remains = async (texts: readonly string[]) =>
      await Promise.all(texts.map(async text => await backend.remains(place, text)));
    expect((await remains(secrets)).map(found => found.length > 0)).toEqual(secrets.map(() => true));

    await one.journal.compact();

    expect(await remains(secrets)).toEqual(secrets.map(() => []));
    // Not even where another window closes, and writes what it has.
    await other.journal.catchUp();
    await other.set('c', 'later');
    other.close();
    one.close();
    expect(await remains(secrets)).toEqual(secrets.map(() => []));
    expect(await backend.litter(place)).toEqual([]);
    const later = await open(place, backend);
    expect((await later.blackboard.get('a')).value).toBe('new');
    later.close();
  });

  test('erases by itself what was deleted, soon after', async () => {
    const place = await backend.place();
    const one = await open(place, backend);
    const secret = secretOf();
    await one.set('a', secret);
    await one.blackboard.delete({ key: 'a' }, { origin: {} });

    await vi.waitFor(async () => expect(await backend.remains(place, secret)).toEqual([]), 20_000);
    one.close();
  });

  test('erases before the program ends, and at the next start what a kill left', async () => {
    const place = await backend.place();
    const one = await open(place, backend);
    const [first, second] = [secretOf(), secretOf()];
    await one.set('a', first);
    await one.blackboard.delete({ key: 'a' }, { origin: {} });
    await one.journal.settle();
    expect(await backend.remains(place, first)).toEqual([]);

    await one.set('a', second);
    await one.blackboard.delete({ key: 'a' }, { origin: {} });
    one.close();
    expect(await backend.remains(place, second)).toEqual(backend.keepsIn);
    const next = await open(place, backend);
    await next.journal.settle();
    expect(await backend.remains(place, second)).toEqual([]);
    next.close();
  });

  test('tells who follows the board late that a value is not kept, and nothing wrong', async () => {
    const one = await open(await backend.place(), backend);
    await one.set('a', 'old');
    await one.set('a', 'new');
    await one.set('b', 'gone');
    await one.blackboard.delete({ key: 'b' }, { origin: {} });

    await one.journal.compact();

    const { events, missed } = await one.blackboard.watch(
      { startVersion: 0, limit: 9, waitMs: 0 },
      new AbortController().signal,
    );
    const said = (entry: { readonly value: unknown; readonly erased?: true } | null) =>
      entry === null ? null : entry.erased ? 'erased' : entry.value;
    expect(events.map(({ kind, entry, previous }) => [kind, said(entry), said(previous)])).toEqual([
      ['set', 'erased', null],
      ['set', 'new', 'erased'],
      ['set', 'erased', null],
      ['delete', null, 'erased'],
    ]);
    expect(missed).toBe(0);
    one.close();
  });
});

test('a file of before is made small and clean at its first start, with what was deleted in it long ago', async () => {
  const folder = temporaryFolder();
  const secret = secretOf();
  const database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec('PRAGMA journal_mode = WAL');
  journalMigrations[0]?.(database);
  database.exec(`PRAGMA user_version = 1`);
  const insert = database.prepare(
    `INSERT INTO events (seq, ts, stream, kind, cat, level, payload, v) VALUES (?, 1, 'knowledge', ?, 'kg', 'info', ?, 1)`,
  );
  const triple = { subject: secret, predicate: 'is', object: 'x', source: null, confidence: 1 };
  insert.run(
    1,
    'kg_insert',
    JSON.stringify({ type: 'kg_insert', statements: [triple], created: 1, total: 1 }),
  );
  insert.run(2, 'kg_delete', JSON.stringify({ type: 'kg_delete', names: [triple], total: 0 }));
  database.exec(`INSERT INTO snapshots VALUES (1, 'old', 'knowledge', '"${secret}"'); DELETE FROM snapshots`);
  database.close();
  expect(filesWith(folder, secret)).toEqual(['journal.db']);

  const one = await open(folder);
  await one.journal.settle();

  expect(filesWith(folder, secret)).toEqual([]);
  expect(await one.journal.figures()).toMatchObject({ events: 1, damagedCopies: 0 });
  one.close();
});

test('a compacted journal is not told to have lost events when it is repaired', async () => {
  const folder = temporaryFolder();
  const one = await open(folder);
  for (let i = 0; i < 50; i++) await one.set('a', `value ${i}`);
  await one.journal.compact();
  await one.set('a', 'last');
  await one.set('b', 'behind');
  one.close();
  const database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec(
    `UPDATE events SET payload = '{"type":' WHERE payload LIKE '%"last"%'; UPDATE states SET state = '{'`,
  );
  database.close();

  const next = await open(folder);

  expect(next.problem).toContain('work goes on. 1 could not be read');
  // The spare copy of the state has everything but the event that is damaged.
  expect((await next.blackboard.get('a')).value).toBe('value 49');
  expect((await next.blackboard.get('b')).value).toBe('behind');
  next.close();
});
