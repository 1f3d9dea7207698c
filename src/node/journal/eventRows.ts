import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventRow, ReplayRow } from '../../core/journal/eventStore';

/** The columns of an event, in the order in which `insertEvent` binds them. */
export const EVENT_COLUMNS =
  'seq, ts, stream, kind, cat, level, session, run_id, op_id, job_id, graph_id, node_id, child_id, payload, v';

/** Adds an event by `runInsert`, unless there is one of this number or a higher one: those before may be gone. */
export function insertEvent(database: DatabaseSync): StatementSync {
  return database.prepare(
    `INSERT INTO events (${EVENT_COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15
     WHERE NOT EXISTS (SELECT 1 FROM events WHERE seq >= ?1)`,
  );
}

/** Binds an event to `insertEvent` and runs it. False where its place was taken. */
export function runInsert(insert: StatementSync, row: EventRow): boolean {
  const { changes } = insert.run(
    row.seq,
    row.ts,
    row.stream,
    row.kind,
    row.cat,
    row.level,
    row.session ?? null,
    row.run_id ?? null,
    row.op_id ?? null,
    row.job_id ?? null,
    row.graph_id ?? null,
    row.node_id ?? null,
    row.child_id ?? null,
    row.payload,
    row.v,
  );
  return changes === 1;
}

/** Whole events after a seq, oldest first: bind the seq and the limit (-1 for none). */
export function selectEvents(database: DatabaseSync): StatementSync {
  return database.prepare(`SELECT ${EVENT_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`);
}

/** The newest event: asking this first costs a seventh of asking `selectEvents` for nothing (measured). */
export function selectLast(database: DatabaseSync): StatementSync {
  const select = database.prepare('SELECT max(seq) FROM events');
  select.setReturnArrays(true);
  return select;
}

/** `selectEvents` with the columns of a `ReplayRow` only, as arrays: six times as fast (measured). */
export function selectReplay(database: DatabaseSync): StatementSync {
  const select = database.prepare(
    'SELECT seq, ts, stream, v, payload FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  select.setReturnArrays(true);
  return select;
}

/** The rows of `selectEvents`. Columns that are null are left out. */
export function eventRows(select: StatementSync, afterSeq: number, limit: number): readonly EventRow[] {
  const rows = select.all(afterSeq, limit);
  for (const row of rows) {
    for (const column in row) if (row[column] === null) delete row[column];
  }
  // The table is STRICT and only `runInsert` fills it, so its rows are what we wrote.
  return rows as unknown as readonly EventRow[];
}

/** The number of the newest event, 0 where there is none. */
export function lastSeq(select: StatementSync): number {
  // An array, as `setReturnArrays` promises and the types can't say.
  const [last] = select.get() as unknown as readonly [number | null];
  return last ?? 0;
}

/** The rows of `selectReplay`. */
export function replayRows(select: StatementSync, afterSeq: number, limit: number): readonly ReplayRow[] {
  // Arrays, as `setReturnArrays` promises and the types can't say; the table is STRICT.
  const rows = select.all(afterSeq, limit) as unknown as readonly (readonly [
    number,
    ReplayRow['ts'],
    string,
    number,
    string,
  ])[];
  return rows.map(([seq, ts, stream, v, payload]) => ({ seq, ts, stream, v, payload }));
}
