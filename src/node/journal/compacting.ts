import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type EventRow, type Keep, pastStream, type Wanted } from '../../core/journal/eventStore';
import { EVENT_COLUMNS } from './eventRows';
import type { Instant } from '../../core/support/clock';
import type { SavedStates } from './savedStates';

/** What one transaction looks at, so that others come in between (chosen here: about 10 ms). */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1_024 * 1_024;

/** Numbers that the file keeps about its compaction. */
export type CompactionNumber = 'unfinished' | 'removed' | 'compactedAt' | 'lostAt';

/** Keeps in the file that something of it was lost, so that nothing goes because it is not named in it. */
export function noteLoss(database: DatabaseSync, at: Instant): void {
  database.prepare("INSERT OR REPLACE INTO compaction (name, value) VALUES ('lostAt', ?)").run(at);
}

/** Cuts the log down. Events go only where a saved state knows them. The caller holds the transaction. */
export class Compacting {
  readonly #database: DatabaseSync;
  readonly #savedStates: SavedStates;
  readonly #number: StatementSync;
  readonly #setNumber: StatementSync;

  constructor(database: DatabaseSync, savedStates: SavedStates) {
    this.#database = database;
    this.#savedStates = savedStates;
    this.#number = database.prepare('SELECT value FROM compaction WHERE name = ?');
    this.#setNumber = database.prepare('INSERT OR REPLACE INTO compaction (name, value) VALUES (?, ?)');
  }

  /** 0 where it was never set. */
  number(name: CompactionNumber): number {
    return Number(this.#number.get(name)?.['value'] ?? 0);
  }

  setNumber(name: CompactionNumber, value: number): void {
    this.#setNumber.run(name, value);
  }

  /** Cuts the next events of these streams down to what is left of them; gives where to go on, undefined at the end. */
  trim(streams: ReadonlySet<string>, after: number, keep: Keep): number | undefined {
    const places = this.#savedStates.places();
    const known = [...streams].filter(stream => places.has(stream));
    const upTo = Math.max(0, ...known.map(stream => places.get(stream) ?? 0));
    const rows = this.#next(known, after, upTo);
    const newest = this.#newest();
    const cut = this.#database.prepare(
      'UPDATE events SET stream = ?, run_id = ?, session = NULL, payload = ? WHERE seq = ?',
    );
    const removed: number[] = [];
    for (const row of rows) {
      if (row.seq > (places.get(row.stream) ?? 0)) continue;
      const left = keep(row);
      // The newest stays in any case: it says how far the numbers have got.
      if (left === null && row.seq !== newest) removed.push(row.seq);
      else cut.run(pastStream(row.stream), left?.run_id ?? null, left?.payload ?? '{}', row.seq);
    }
    this.#database
      .prepare('DELETE FROM events WHERE seq IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(removed));
    this.#count(removed.length);
    return rows.at(-1)?.seq;
  }

  /** Lets go of history that nobody wants. */
  forget({ isWanted, upTo, since }: Wanted): void {
    const past = "stream GLOB 'past/*' AND seq <= ?1 AND seq < ?2";
    const newest = this.#newest();
    const runs = this.#database
      .prepare(`SELECT DISTINCT run_id FROM events WHERE ${past} AND run_id IS NOT NULL`)
      .all(upTo, newest)
      .map(row => String(row['run_id']));
    const unwanted = JSON.stringify(runs.filter(run => !isWanted(run)));
    const { changes } = this.#database
      .prepare(
        `DELETE FROM events WHERE ${past} AND
         (ts < ?3 OR run_id IS NULL OR run_id IN (SELECT value FROM json_each(?4)))`,
      )
      .run(upTo, newest, since, unwanted);
    this.#count(Number(changes));
  }

  #next(streams: readonly string[], after: number, upTo: number): readonly EventRow[] {
    const select = this.#database.prepare(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE seq > ? AND seq <= ?
       AND stream IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
    );
    const rows: EventRow[] = [];
    let bytes = 0;
    for (const row of select.iterate(after, upTo, JSON.stringify(streams))) {
      for (const column in row) if (row[column] === null) delete row[column];
      // The table is STRICT, and only we write to it.
      const event = row as unknown as EventRow;
      rows.push(event);
      bytes += event.payload.length;
      if (bytes >= BYTES_AT_ONCE) break;
    }
    return rows;
  }

  #newest(): number {
    return Number(this.#database.prepare('SELECT max(seq) AS newest FROM events').get()?.['newest'] ?? 0);
  }

  #count(removed: number): void {
    if (removed > 0) this.setNumber('removed', this.number('removed') + removed);
  }
}
