import { ALL_MODULES } from '../../src/modules/allModules';
import { durableDomains } from '../../src/core/core';
import { Bus } from '../../src/core/journal/bus';
import type { EventRow } from '../../src/core/journal/eventStore';
import type { Instant } from '../../src/core/support/clock';
import { openJournal } from '../../src/node/journal/openJournal';
import { openSqliteEventStore } from '../../src/node/journal/openSqliteEventStore';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

const log = new KeptLog();

/** Fills a journal with what agents do all day: 2,000 keys overwritten, 5,000 facts said again, signs of life of 50 tasks. */
export async function fillJournal(folder: string, events: number): Promise<void> {
  const { store } = await openSqliteEventStore(folder, { clock: runningClock, log });
  const from = Date.now() - events * 100;
  for (let seq = 1; seq <= events;) {
    const last = Math.min(events, seq + 49_999);
    await store.transact('normal', transaction => {
      for (; seq <= last; seq++) transaction.append(busyRow(seq, (from + seq * 100) as Instant));
    });
  }
  store.dispose();
}

/** Opens a journal, makes it small, and says how long both took. */
export async function compactJournal(folder: string) {
  const startMs = performance.now();
  const { journal, dispose } = await openJournal(folder, {
    domains: durableDomains(ALL_MODULES),
    clock: runningClock,
    bus: new Bus(log),
    log,
  });
  const openedMs = performance.now();
  await journal.compact();
  const doneMs = performance.now();
  dispose();
  return { openMs: openedMs - startMs, compactMs: doneMs - openedMs };
}

/** What an agent does all day, as event number `seq`. */
export function busyRow(seq: number, ts: Instant): EventRow {
  const [stream, fact] = factOf(seq, ts);
  const { type: kind } = fact;
  return { seq, ts, stream, kind, cat: stream, level: 'info', payload: JSON.stringify(fact), v: 1 };
}

function factOf(seq: number, ts: Instant): readonly [string, { readonly type: string }] {
  if (seq % 10 < 6) {
    const value = { n: seq, text: 'what an agent found in a step of its plan '.repeat(3) };
    const times = { createdAt: ts, updatedAt: ts, expiresAt: null };
    const key = `area${seq % 40}:key${seq % 2_000}`;
    return ['blackboard', { type: 'bb_set', key, value, tags: ['a', 'b'], version: seq, ...times } as never];
  }
  if (seq % 10 < 9) {
    const said = { subject: `s${seq % 5_000}`, predicate: 'dependsOn', object: `o${seq % 50}` };
    const statements = [{ ...said, confidence: 0.9, source: 'agent' }];
    return ['knowledge', { type: 'kg_insert', statements, created: 0, total: 1 } as never];
  }
  return ['taskActivity', { type: 'tasksSeen', tasks: [`task-${seq % 50}`] } as never];
}
