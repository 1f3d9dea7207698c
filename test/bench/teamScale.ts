import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Bus } from '../../src/core/journal/bus';
import { openPgJournal } from '../../src/node/postgres/openPgJournal';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { KeptLog } from '../support/keptLog';
import type { PgServer } from '../support/postgres';
import { runningClock } from '../support/runningClock';
import { noting } from './noting';
import { type Peer, recordedPerSecond } from './teamPeers';
import type { Writer } from './teamWriter';

const READERS = [0, 10, 50, 100];
const ROUND_MS = 3_000;
const RECORDS = 20;
const APART_MS = 200;
const log = new KeptLog();

/** What a workspace costs with so many programs that only read: all of them are on this machine as well. */
export async function measureScale(
  server: PgServer,
  start: (kind: Writer, workspace: string) => Promise<Peer>,
  database: string,
) {
  const writer = await start('ours', 'scale');
  const readers: Reader[] = [];
  const table = [];
  for (const programs of READERS) {
    while (readers.length < programs) readers.push(await Reader.open(server.url(database)));
    const reachedMs = await untilAllKnow(writer, readers);
    const idle = await connectionsOf(server, database);
    const perSecond = await recordedPerSecond([writer], ROUND_MS);
    await delay(1_000);
    table.push({
      'programs that read': programs,
      'records/s of one': Math.round(perSecond),
      'until all know one, ms (median)': Number.isNaN(reachedMs) ? '' : Math.round(reachedMs),
      connections: idle,
      'memory of the server, MB': serverMegabytes(),
    });
  }
  const [size] = await server.sql(
    database,
    `SELECT pg_total_relation_size('switchyard.events')::float8 / count(*) AS event, avg(octet_length(payload))::float8 AS payload,
       (SELECT pg_total_relation_size('switchyard.writes')::float8 / count(*) FROM switchyard.writes) AS write FROM switchyard.events`,
  );
  for (const reader of readers) reader.dispose();
  writer.end();
  const bytes = (name: string): number => Math.round(Number(size?.[name]));
  const told = `An event with a payload of ${bytes('payload')} bytes takes ${bytes('event')} bytes on disk, including its index. Its write record takes ${bytes('write')} bytes, for an hour.`;
  return { table, told };
}

/** A program that knows what others record. */
class Reader {
  #next = Promise.withResolvers<number>();
  readonly dispose: () => void;

  private constructor(bus: Bus, dispose: () => void) {
    this.dispose = dispose;
    bus.subscribe(({ seq }) => {
      if (seq !== null) this.#next.resolve(Number(process.hrtime.bigint()) / 1e6);
    });
  }

  static async open(url: string): Promise<Reader> {
    const bus = new Bus(log);
    const address = pgAddress(url, undefined);
    const options = { address, workspace: 'scale', clock: runningClock, log };
    const { dispose } = await openPgJournal(options, { domains: [noting('full')], bus });
    return new Reader(bus, dispose);
  }

  /** When it next heard of something. */
  async next(): Promise<number> {
    this.#next = Promise.withResolvers<number>();
    return await this.#next.promise;
  }
}

async function untilAllKnow(writer: Peer, readers: readonly Reader[]): Promise<number> {
  if (readers.length === 0) return Number.NaN;
  const all: number[] = [];
  for (let i = 0; i < RECORDS; i++) {
    await delay(APART_MS);
    const heard = Promise.all(readers.map(async reader => await reader.next()));
    const ended = writer.hears('ended');
    writer.ask('once');
    all.push(Math.max(...(await heard)) - (await ended).atMs);
  }
  return all.toSorted((a, b) => a - b)[RECORDS / 2] ?? Number.NaN;
}

async function connectionsOf(server: PgServer, database: string): Promise<number> {
  const [row] = await server.sql(
    database,
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name LIKE 'switchyard%' AND datname = $1`,
    [database],
  );
  return Number(row?.['count']);
}

/** Of all processes of PostgreSQL on this machine that belong to no container, shared memory counted once. */
function serverMegabytes(): number {
  let kilobytes = 0;
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      if (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)')) continue;
      const [, pss] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
      kilobytes += Number(pss ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  return Math.round(kilobytes / 1_000);
}
