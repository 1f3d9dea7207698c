import { partOf, WORKSPACE } from '../support/spaces';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Blackboard } from '../../src/modules/blackboard/blackboard';
import { blackboardDomain } from '../../src/modules/blackboard/blackboardDomain';
import { Bus } from '../../src/core/journal/bus';
import { useWriteAheadLog } from '../../src/node/journal/connection';
import { openJournal } from '../../src/node/journal/openJournal';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** One thing measured at one size: microseconds of processor time for each, medians of the rounds. */
export interface BoardRow {
  readonly what: string;
  readonly entries: number;
  readonly ours: number;
  readonly sqlite: number;
  /** Left out where a plain Map can't do it. */
  readonly map: number | undefined;
}

const SMALL = 1_000;
const LARGE = 100_000;
const ROUNDS = 7;
const READERS = 100;
const IN_A_BATCH = 1_000;
const log = new KeptLog();
const signal = new AbortController().signal;
const origin = {};

/** The three that are compared, filled alike. */
type World = Awaited<ReturnType<typeof worldOf>>;

/** All rows, at the small size and then at the large one. */
export async function measureBlackboard(): Promise<readonly BoardRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  try {
    const small = await measure(join(folder, 'small'), SMALL);
    return [...small, ...(await measure(join(folder, 'large'), LARGE))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, entries: number): Promise<BoardRow[]> {
  const world = await worldOf(folder, entries);
  const rows = [];
  for (const { what, times, ours, sqlite, map } of comparisons(world, entries)) {
    const took: Record<'ours' | 'sqlite' | 'map', number[]> = { ours: [], sqlite: [], map: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      took.sqlite.push(await microsecondsEach(times, sqlite));
      if (map) took.map.push(await microsecondsEach(times, map));
      took.ours.push(await microsecondsEach(times, ours));
    }
    const fromMap = map ? median(took.map) : undefined;
    rows.push({ what, entries, ours: median(took.ours), sqlite: median(took.sqlite), map: fromMap });
  }
  world.dispose();
  return rows;
}

interface Comparison {
  readonly what: string;
  readonly times: number;
  readonly ours: (i: number) => unknown;
  readonly sqlite: (i: number) => unknown;
  readonly map?: (i: number) => unknown;
}

function comparisons({ board, version, map, bare }: World, entries: number): Comparison[] {
  const keyOf = (i: number): string => `ns:k${(i * 7_919) % entries}`;
  return [
    {
      what: 'set',
      times: 1_000,
      ours: i => board.set(entry(keyOf(i), i), { origin }),
      sqlite: i => bare.set(keyOf(i), i),
      map: i => map.set(keyOf(i), JSON.stringify(entry(keyOf(i), i))),
    },
    {
      what: 'get',
      times: 5_000,
      ours: i => board.get(keyOf(i)),
      sqlite: i => bare.get(keyOf(i)),
      map: i => JSON.parse(map.get(keyOf(i)) ?? '') as unknown,
    },
    {
      what: 'query, newest 25',
      times: 500,
      ours: () => board.query({ limit: 25 }),
      sqlite: () => bare.newest(),
    },
    {
      what: 'query, 25 by a tag',
      times: 500,
      ours: i => board.query({ tags: [`t${i % 20}`], limit: 25 }),
      sqlite: i => bare.tagged(`t${i % 20}`),
    },
    {
      what: `one change heard by ${READERS} readers`,
      times: 20,
      ours: async i => {
        const wish = { startVersion: version(), limit: 1, waitMs: 30_000 };
        const readers = Array.from({ length: READERS }, () => board.watch(wish, signal));
        await board.set(entry(keyOf(i), i), { origin });
        await Promise.all(readers);
      },
      sqlite: i => {
        const before = bare.set(keyOf(i), i) - 1;
        for (let reader = 0; reader < READERS; reader += 1) bare.after(before);
      },
    },
  ];
}

async function worldOf(folder: string, entries: number) {
  const bus = new Bus(log);
  const domains = [blackboardDomain];
  const opened = await openJournal(folder, { domains, clock: runningClock, bus, log });
  const board = new Blackboard({
    journal: opened.journal,
    bus,
    clock: runningClock,
    log,
    workspace: WORKSPACE,
  });
  const bare = bareBoard(join(folder, 'bare.db'));
  const map = new Map<string, string>();
  const all = Array.from({ length: entries }, (_, i) => entry(`ns:k${i}`, i));
  for (let i = 0; i < entries; i += IN_A_BATCH) await board.setAll(all.slice(i, i + IN_A_BATCH), { origin });
  bare.fill(all.map(({ key }) => key));
  for (const each of all) map.set(each.key, JSON.stringify(each));
  return {
    board,
    map,
    bare,
    version: () => partOf(opened.journal.read(blackboardDomain))?.inner.version ?? 0,
    dispose() {
      board.dispose();
      opened.dispose();
      bare.close();
    },
  };
}

/** A table that does the least of the same: a write for each change, in the same mode, and an index for each question. */
function bareBoard(file: string) {
  const database = new DatabaseSync(file);
  useWriteAheadLog(database);
  database.exec(
    'CREATE TABLE board (key TEXT PRIMARY KEY, entry TEXT, version INTEGER, tag TEXT) STRICT;' +
      'CREATE INDEX byVersion ON board (version); CREATE INDEX byTag ON board (tag, version)',
  );
  const write = database.prepare('REPLACE INTO board VALUES (?, ?, ?, ?)');
  const read = database.prepare('SELECT entry FROM board WHERE key = ?');
  const newest = database.prepare('SELECT entry FROM board ORDER BY version DESC LIMIT 25');
  const after = database.prepare('SELECT entry FROM board WHERE version > ? ORDER BY version LIMIT 1');
  const ofTag = database.prepare('SELECT entry FROM board WHERE tag = ? ORDER BY version DESC LIMIT 25');
  let version = 0;
  const set = (key: string, i: number): number => {
    const each = entry(key, i);
    write.run(key, JSON.stringify(each), (version += 1), String(each.tags[0]));
    return version;
  };
  const parsed = (rows: readonly Record<string, unknown>[]): unknown[] =>
    rows.map(row => JSON.parse(String(row['entry'])) as unknown);
  return {
    set,
    get: (key: string) => parsed([read.get(key) ?? {}]),
    after: (than: number) => parsed(after.all(than)),
    newest: () => parsed(newest.all()),
    tagged: (tag: string) => parsed(ofTag.all(tag)),
    fill(keys: readonly string[]) {
      database.exec('BEGIN');
      for (const [i, key] of keys.entries()) set(key, i);
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

function entry(key: string, i: number) {
  return { key, value: { step: i, state: 'open', owner: `agent-${i % 7}` }, tags: [`t${i % 20}`] };
}

async function microsecondsEach(times: number, run: (i: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await run(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
