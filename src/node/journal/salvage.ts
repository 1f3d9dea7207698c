import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventRow } from '../../core/journal/eventStore';
import { EVENT_COLUMNS } from './eventRows';
import { isDamage } from './sqliteErrors';

type Row = Record<string, unknown>;

const TEXTS = ['stream', 'kind', 'cat', 'level', 'payload'];
const OPTIONAL_TEXTS = ['session', 'run_id', 'op_id', 'job_id', 'graph_id', 'node_id', 'child_id'];

/** Every event that can still be read and is whole, oldest first, however many places of the file are damaged. */
export function* readableEvents(database: DatabaseSync): Generator<EventRow> {
  const select = database.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE seq BETWEEN ? AND ? ORDER BY seq`,
  );
  const probe = database.prepare('SELECT seq FROM events WHERE seq >= ? LIMIT 1');
  for (let from: number | undefined = 1; from !== undefined;) {
    const stuckAt: number | undefined = yield* readUntilDamage(select, from, Number.MAX_SAFE_INTEGER);
    from = stuckAt === undefined ? undefined : firstBehind(probe, stuckAt);
    if (stuckAt !== undefined && from !== undefined) yield* readBetween(select, stuckAt, from - 1);
  }
}

/** Reads on until a page is damaged; gives the seq to go on at, or undefined at the end of the range. */
function* readUntilDamage(
  select: StatementSync,
  from: number,
  to: number,
): Generator<EventRow, number | undefined> {
  let next = from;
  try {
    for (const row of select.iterate(from, to)) {
      const seq = Number(row['seq']);
      if (seq < next) return next;
      next = seq + 1;
      const event = wholeEvent(row);
      if (event !== undefined) yield event;
    }
    return undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return next <= to ? next : undefined;
  }
}

/** A seq behind the damage, at most twice as far as the damage reaches; undefined where nothing more can be read. */
function firstBehind(probe: StatementSync, stuckAt: number): number | undefined {
  for (let step = 1; stuckAt + step < Number.MAX_SAFE_INTEGER; step *= 2) {
    if (isReadable(probe, stuckAt + step)) return stuckAt + step;
  }
  return undefined;
}

/** Reads what it can of a range by halving it around every damaged page. */
function* readBetween(select: StatementSync, from: number, to: number): Generator<EventRow> {
  const stuckAt = yield* readUntilDamage(select, from, to);
  if (stuckAt === undefined || from === to) return;
  const middle = Math.floor((stuckAt + to) / 2);
  if (middle < to) {
    yield* readBetween(select, stuckAt, middle);
    yield* readBetween(select, middle + 1, to);
  } else if (stuckAt > from) {
    yield* readBetween(select, stuckAt, to);
  }
}

function isReadable(probe: StatementSync, seq: number): boolean {
  try {
    probe.get(seq);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** The row as an event, or undefined where the damage has left it without its parts. */
function wholeEvent(row: Row): EventRow | undefined {
  const isWhole =
    Number.isSafeInteger(row['seq']) &&
    Number(row['seq']) > 0 &&
    Number.isSafeInteger(row['ts']) &&
    Number.isSafeInteger(row['v']) &&
    TEXTS.every(column => typeof row[column] === 'string') &&
    OPTIONAL_TEXTS.every(column => row[column] === null || typeof row[column] === 'string') &&
    isJson(String(row['payload']));
  if (!isWhole) return undefined;
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return present as unknown as EventRow;
}

/** Whether the text is JSON; damage inside a long payload is not visible in any other way. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Being unreadable is the answer.
    return false;
  }
}
