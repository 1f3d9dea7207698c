import type { EventRow } from '../../core/journal/eventStore';

/** The columns of an event, in the order in which `columnsOf` gives them. */
export const EVENT_COLUMNS =
  'seq, ts, stream, kind, cat, level, session, run_id, op_id, job_id, graph_id, node_id, child_id, payload, v';

/** The types of these columns, as arrays. */
export const EVENT_ARRAYS = ['bigint', 'bigint', ...Array.from({ length: 12 }, () => 'text'), 'integer'].map(
  type => `${type}[]`,
);

/** A row of these columns, as the database gives it. */
export type StoredEvent = { readonly [Column in keyof EventRow]: EventRow[Column] | null };

/** The rows of a query of these columns. Columns that are null are left out. */
export function eventRows(rows: readonly StoredEvent[]): readonly EventRow[] {
  for (const row of rows as unknown as readonly Record<string, unknown>[])
    for (const column in row) if (row[column] === null) delete row[column];
  // Only we write to the table.
  return rows as unknown as readonly EventRow[];
}

/** Events as one array for each column: so a single statement takes any number of them. */
export function columnsOf(rows: readonly EventRow[]): readonly unknown[][] {
  const all = (column: keyof EventRow): unknown[] =>
    rows.map(row => {
      const value = row[column];
      // PostgreSQL has no NUL in a text. In a payload it is escaped already, being JSON.
      return typeof value === 'string' ? value.replaceAll('\0', '') : (value ?? null);
    });
  return [
    all('seq'),
    all('ts'),
    all('stream'),
    all('kind'),
    all('cat'),
    all('level'),
    all('session'),
    all('run_id'),
    all('op_id'),
    all('job_id'),
    all('graph_id'),
    all('node_id'),
    all('child_id'),
    all('payload'),
    all('v'),
  ];
}
