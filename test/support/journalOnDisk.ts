import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Bus } from '../../src/core/journal/bus';
import type { Event } from '../../src/core/journal/event';
import type { EventRow } from '../../src/core/journal/eventStore';
import type { Clock, Instant } from '../../src/core/support/clock';
import { openJournal } from '../../src/node/journal/openJournal';
import { openSqliteEventStore, type OpenOptions } from '../../src/node/journal/openSqliteEventStore';
import { counting } from './counting';
import { KeptLog } from './keptLog';
import { runningClock } from './runningClock';

/** An empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The store of a folder, closed after the test. */
export async function openStore(folder: string, options: Partial<OpenOptions> = {}) {
  const opened = await openSqliteEventStore(folder, { clock: runningClock, log: new KeptLog(), ...options });
  onTestFinished(() => opened.store.dispose());
  return opened;
}

/** The journal of a folder over the counting domain, closed after the test. */
export async function openCounting(folder: string, clock: Clock = runningClock) {
  const log = new KeptLog();
  const bus = new Bus(log);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const opened = await openJournal(folder, { domains: [counting], clock, bus, log });
  onTestFinished(() => opened.dispose());
  return {
    ...opened,
    heard,
    lines: log.lines,
    sums: () => Object.fromEntries(opened.journal.read(counting).sums),
  };
}

/** An event of the counting domain. */
export function countedRow(seq: number, note = ''): EventRow {
  return {
    seq,
    ts: (1_700_000_000_000 + seq) as Instant,
    stream: 'counting',
    kind: 'counted',
    cat: 'counting',
    level: 'info',
    session: `session-${seq % 7}`,
    payload: JSON.stringify({ type: 'counted', name: `n${seq % 5}`, by: 1, note }),
    v: 1,
  };
}

/** Fills a folder's journal with this many events and closes it. */
export async function fill(folder: string, events: number, note = ''): Promise<void> {
  const { store } = await openSqliteEventStore(folder, { clock: runningClock, log: new KeptLog() });
  await store.transact('normal', transaction => {
    for (let seq = 1; seq <= events; seq++) transaction.append(countedRow(seq, note));
  });
  store.dispose();
}
