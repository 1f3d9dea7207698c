import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Bus } from '../../src/core/journal/bus';
import type { EventRow } from '../../src/core/journal/eventStore';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import type { Instant } from '../../src/core/support/clock';
import { useWriteAheadLog } from '../../src/node/journal/connection';
import { insertEvent, runInsert } from '../../src/node/journal/eventRows';
import { openJournal } from '../../src/node/journal/openJournal';
import { openSqliteEventStore } from '../../src/node/journal/openSqliteEventStore';
import { migrate } from '../../src/node/journal/schema';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';
import { note, type NoteWish, type NotingDomain, noting } from './noting';

/** One measured comparison; the numbers are medians. */
export interface Row {
  readonly what: string;
  readonly size: number;
  readonly ours: number;
  readonly reference: number;
  readonly unit: 'per second' | 'ms';
  readonly ratio: number;
  readonly target: string;
  readonly isMet: boolean;
}

const ROUNDS = 7;
const SMALL = 20_000;
const LARGE = 100_000;
const log = new KeptLog();

const open = (folder: string, domain: NotingDomain) =>
  openJournal(folder, { domains: [domain], clock: runningClock, bus: new Bus(log), log });

/** All rows of the table, and the exponents with which the costs grow with the number of events. */
export async function measureJournal(): Promise<{ rows: Row[]; exponents: Record<string, number> }> {
  const temporary = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  try {
    const normal = await measureAppends(temporary, noting('normal'), 5_000);
    const full = await measureAppends(temporary, noting('full'), 1_000);
    const small = await measureStart(join(temporary, 'small'), SMALL);
    const large = await measureStart(join(temporary, 'large'), LARGE);
    const exponent = (a: Row, b: Row): number => Math.log(b.ours / a.ours) / Math.log(LARGE / SMALL);
    return {
      rows: [normal, full, small.replay, large.replay, small.restore, large.restore],
      exponents: {
        replay: exponent(small.replay, large.replay),
        restore: exponent(small.restore, large.restore),
      },
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Our commits against bare inserts of the same rows into the same table, alternating. */
async function measureAppends(temporary: string, domain: NotingDomain, appends: number): Promise<Row> {
  const { journal, dispose } = await open(join(temporary, `ours-${domain.durability}`), domain);
  const bare = new DatabaseSync(join(temporary, `bare-${domain.durability}.db`));
  useWriteAheadLog(bare);
  bare.exec(`PRAGMA synchronous = ${domain.durability}`);
  migrate(bare);
  const insert = insertEvent(bare);
  const [ours, reference]: [number[], number[]] = [[], []];
  let seq = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    for (let i = 0; i < appends; i++) runInsert(insert, rowOf(++seq));
    const betweenMs = performance.now();
    for (let i = 1; i <= appends; i++) await journal.commit(domain, note(i));
    reference.push((appends * 1_000) / (betweenMs - startMs));
    ours.push((appends * 1_000) / (performance.now() - betweenMs));
  }
  bare.close();
  dispose();
  const ratio = median(ours) / median(reference);
  return {
    what: `append, ${domain.durability}, against a bare insert`,
    size: appends,
    ours: median(ours),
    reference: median(reference),
    unit: 'per second',
    ratio,
    target: '>= 0.70 x',
    isMet: ratio >= 0.7,
  };
}

/**
 * A live state by replaying all events, and by opening a journal with saved states, against JSON.parse of the same
 * events as lines with the five fields that replay reads. In processor time: both are pure computing.
 */
async function measureStart(folder: string, events: number): Promise<{ replay: Row; restore: Row }> {
  const domain = noting('normal');
  const lines = await fill(folder, events);
  const parse = (): void => {
    for (const line of lines) JSON.parse(line);
  };
  const check = (journal: LiveJournal): void => {
    if (journal.read(domain).version !== events) throw new Error('The state is wrong.');
  };

  const replay = await alternate(
    async () => {
      const { store } = await openSqliteEventStore(folder, { clock: runningClock, log });
      // Nothing is saved yet, and it is closed before anything is.
      const parts = {
        domains: [domain],
        store,
        clock: runningClock,
        bus: new Bus(log),
        log,
      };
      const startMs = processorMs();
      const journal = await LiveJournal.open(parts);
      const tookMs = processorMs() - startMs;
      check(journal);
      journal.dispose();
      store.dispose();
      return tookMs;
    },
    () => Promise.resolve(timed(parse)),
  );
  await saveStates(folder, domain);
  const restore = await alternate(
    async () => {
      const startMs = processorMs();
      const { journal, dispose } = await open(folder, domain);
      const tookMs = processorMs() - startMs;
      check(journal);
      dispose();
      return tookMs;
    },
    () => Promise.resolve(timed(parse)),
  );
  return {
    replay: {
      what: 'replay all, against JSON.parse',
      size: events,
      ...replay,
      unit: 'ms',
      target: '<= 3.00 x',
      isMet: replay.ratio <= 3,
    },
    restore: {
      what: 'open from saved states, every event an entry',
      size: events,
      ...restore,
      unit: 'ms',
      target: '<= 300 ms',
      isMet: restore.ours <= 300,
    },
  };
}

/** Fills a journal in one transaction; its events as JSON lines. */
async function fill(folder: string, events: number): Promise<readonly string[]> {
  const { store } = await openSqliteEventStore(folder, { clock: runningClock, log });
  const rows = Array.from({ length: events }, (_, i) => rowOf(i + 1));
  await store.transact('normal', transaction => rows.forEach(row => transaction.append(row)));
  store.dispose();
  return rows.map(
    ({ seq, ts, stream, v, payload }) =>
      `{"seq":${seq},"ts":${ts},"stream":"${stream}","v":${v},"payload":${payload}}`,
  );
}

async function saveStates(folder: string, domain: NotingDomain): Promise<void> {
  const { journal, dispose } = await open(folder, domain);
  await journal.compact();
  dispose();
}

function rowOf(seq: number): EventRow {
  const wish: NoteWish = note(seq);
  return {
    seq,
    ts: (1_700_000_000_000 + seq) as Instant,
    stream: 'noting',
    kind: 'noted',
    cat: 'noting',
    level: 'info',
    payload: JSON.stringify({ type: 'noted', ...wish, version: seq }),
    v: 1,
  };
}

async function alternate(ours: () => Promise<number>, reference: () => Promise<number>) {
  const [all, references]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    references.push(await reference());
    all.push(await ours());
  }
  return { ours: median(all), reference: median(references), ratio: median(all) / median(references) };
}

/** Processor time of the work, in ms. */
function timed(work: () => void): number {
  const startMs = processorMs();
  work();
  return processorMs() - startMs;
}

/** Processor time of this thread so far: other programs on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
