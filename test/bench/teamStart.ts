import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { durableDomains } from '../../src/core/core';
import { Bus } from '../../src/core/journal/bus';
import type { EventRow } from '../../src/core/journal/eventStore';
import type { AnyDomain } from '../../src/core/journal/slot';
import type { Instant } from '../../src/core/support/clock';
import { ALL_MODULES } from '../../src/modules/allModules';
import { openJournal } from '../../src/node/journal/openJournal';
import { openPgEventStore } from '../../src/node/postgres/openPgEventStore';
import { openPgJournal } from '../../src/node/postgres/openPgJournal';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { KeptLog } from '../support/keptLog';
import type { PgServer } from '../support/postgres';
import { runningClock } from '../support/runningClock';
import { busyRow, fillJournal } from './growth';
import type { Row } from './team';

const SIZES = [20_000, 100_000, 500_000];
/** As many as gather at most before they are compacted again. */
const SINCE = 20_000;
const ROUNDS = 5;
const FILLED_AT_ONCE = 20_000;
const log = new KeptLog();

/** How long a start takes after so many events, from saved states, and with what gathers at most after them. */
export async function measureStarts(server: PgServer, folder: string) {
  const database = await server.newDatabase();
  const address = pgAddress(server.url(database), undefined);
  const domains = durableDomains(ALL_MODULES);
  const open = async (workspace: string) =>
    await openPgJournal({ address, workspace, clock: runningClock, log }, { domains, bus: new Bus(log) });
  const fill = async (workspace: string, after: number, events: number): Promise<void> => {
    const store = await openPgEventStore({ address, workspace, clock: runningClock, log });
    const from = Date.now() - (after + events) * 100;
    for (let seq = after + 1; seq <= after + events;) {
      const rows: EventRow[] = [];
      for (; rows.length < FILLED_AT_ONCE && seq <= after + events; seq++)
        rows.push(busyRow(seq, (from + seq * 100) as Instant));
      await store.transact('full', transaction => rows.forEach(row => transaction.append(row)));
    }
    store.dispose();
  };
  const rows: Row[] = [];
  const compactions: number[] = [];
  const starts: number[] = [];
  for (const size of SIZES) {
    const workspace = `events${size}`;
    await fill(workspace, 0, size);
    const opened = await open(workspace);
    const startMs = performance.now();
    await opened.journal.compact();
    compactions.push(performance.now() - startMs);
    const { seq } = opened.journal;
    opened.dispose();
    const sqlite = await compactedFile(join(folder, workspace), size, domains);
    const ours = await inTurns(async () => await open(workspace), sqlite);
    starts.push(ours.ours);
    rows.push(startRow(`start after ${size} events, from saved states, beside SQLite`, ours));
    if (size !== SIZES.at(-1)) continue;
    // Compaction has added some of its own.
    await fill(workspace, seq, SINCE);
    const late = await inTurns(async () => await open(workspace), sqlite);
    rows.push(startRow(`the same with ${SINCE} events more that are not in them`, late));
  }
  const exponent = (values: readonly number[]): string => {
    const [first = 1, last = 1] = [values[0], values.at(-1)];
    return (Math.log(last / first) / Math.log((SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1))).toFixed(2);
  };
  const told = [
    `Start: size ^ ${exponent(starts)}. First compaction: ${compactions.map(ms => `${Math.round(ms)} ms`).join(', ')} after ${SIZES.join(', ')} events, size ^ ${exponent(compactions)}.`,
  ];
  return { rows, told };
}

function startRow(
  what: string,
  { ours, reference }: { readonly ours: number; readonly reference: number },
): Row {
  return { what, ours, reference, unit: 'ms', target: '<= 1,000 ms', isMet: ours <= 1_000 };
}

/** Opens a file with the same history, compacted. */
async function compactedFile(folder: string, events: number, domains: readonly AnyDomain[]) {
  mkdirSync(folder, { mode: 0o700 });
  await fillJournal(folder, events);
  const open = async () =>
    await openJournal(folder, { domains, clock: runningClock, bus: new Bus(log), log });
  const { journal, dispose } = await open();
  await journal.compact();
  dispose();
  return open;
}

async function inTurns(
  ours: () => Promise<{ readonly dispose: () => void }>,
  reference: () => Promise<{ readonly dispose: () => void }>,
) {
  const [all, references]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [open, into] of [
      [reference, references],
      [ours, all],
    ] as const) {
      const startMs = performance.now();
      const { dispose } = await open();
      into.push(performance.now() - startMs);
      dispose();
    }
  return { ours: median(all), reference: median(references) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
