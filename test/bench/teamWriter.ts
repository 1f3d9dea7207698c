import { Client } from 'pg';
import { Bus } from '../../src/core/journal/bus';
import { openJournal } from '../../src/node/journal/openJournal';
import { openPgJournal } from '../../src/node/postgres/openPgJournal';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';
import { note, noting } from './noting';

// One program that records, for team.bench.mjs. Arguments: what it records with, where, in which workspace, and how many writers it has, as an
// endpoint has agents. The parent sends for how many milliseconds each is to record one note after the other, and hears how many there
// were; or it says `watch` or `once`, and hears when.

/** What records a note. */
export type Writer = 'ours' | 'sqlite' | keyof typeof STATEMENTS;

/** What the parent asks for. */
export type Asked = { readonly forMs: number } | 'once' | 'watch';

/** What it hears: `atMs` on the clock that all processes of a machine share. */
export type Told =
  | { readonly type: 'ready' }
  | { readonly type: 'recorded'; readonly count: number; readonly perSecond: number }
  | { readonly type: 'ended'; readonly atMs: number }
  | { readonly type: 'woke'; readonly atMs: number };

const [kind, place, workspace, writers] = process.argv.slice(2) as [Writer, string, string, string];
const domain = noting('full');
const log = new KeptLog();
const bus = new Bus(log);
const tell = (told: Told): void => void process.send?.(told);
/** Monotonic, and the same in all processes. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const INTO = '(workspace, ts, stream, kind, cat, level, payload, v)';
const ROW = `'noting', 'noted', 'noting', 'info', $3, 1`;

/** The references: the same row as ours, in one statement and a transaction of its own. */
const STATEMENTS = {
  /** Numbered by a sequence: commits go to disk together, and no reader can tell what is still to come in between. */
  bare: `INSERT INTO bare.events ${INTO} VALUES ($1, $2, ${ROW})`,
  /** Numbered from a row that each has to lock, as whatever has one order. */
  ordered: `WITH place AS (UPDATE bare.workspaces SET last = last + 1 WHERE id = $1 RETURNING last)
    INSERT INTO bare.ordered (seq, workspace, ts, stream, kind, cat, level, payload, v) SELECT last, $1, $2, ${ROW} FROM place`,
  /** Tells whoever listens. */
  notifying: `WITH added AS (INSERT INTO bare.events ${INTO} VALUES ($1, $2, ${ROW})) SELECT pg_notify('bare', '')`,
};

/** Records a note, by one of the writers: each has a connection of its own where that is what is measured. */
type Record = (n: number, writer: number) => Promise<unknown>;

async function recorder(): Promise<Record> {
  const parts = { domains: [domain], bus };
  if (kind === 'ours') {
    const options = { address: pgAddress(place, undefined), workspace, clock: runningClock, log };
    const { journal } = await openPgJournal(options, parts);
    return async n => await journal.commit(domain, note(n));
  }
  if (kind === 'sqlite') {
    const { journal } = await openJournal(place, { ...parts, clock: runningClock, log });
    return async n => await journal.commit(domain, note(n));
  }
  const clients = await Promise.all(Array.from({ length: Number(writers) }, connected));
  watch = async () => await clients[0]?.query('LISTEN bare');
  const text = STATEMENTS[kind];
  return async (n, writer) => {
    const payload = JSON.stringify({ type: 'noted', ...note(n), version: n });
    await clients[writer]?.query(text, [workspace, Date.now(), payload]);
  };
}

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: place });
  await client.connect();
  client.on('notification', () => tell({ type: 'woke', atMs: nowMs() }));
  return client;
}

let watch = async (): Promise<unknown> =>
  await Promise.resolve(bus.subscribe(({ seq }) => seq !== null && tell({ type: 'woke', atMs: nowMs() })));
const record = await recorder();
let n = 0;

async function recordFor(limitMs: number): Promise<void> {
  const startMs = performance.now();
  let count = 0;
  const write = async (writer: number): Promise<void> => {
    for (; performance.now() - startMs < limitMs; count++) await record(++n, writer);
  };
  await Promise.all(Array.from({ length: Number(writers) }, async (_, writer) => await write(writer)));
  tell({ type: 'recorded', count, perSecond: (count * 1_000) / (performance.now() - startMs) });
}

async function recordOnce(): Promise<void> {
  await record(++n, 0);
  tell({ type: 'ended', atMs: nowMs() });
}

process.on('message', (asked: Asked) => {
  if (asked === 'watch') void watch().then(() => tell({ type: 'ready' }));
  else if (asked === 'once') void recordOnce();
  else void recordFor(asked.forMs);
});
tell({ type: 'ready' });
