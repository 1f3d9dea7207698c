import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SavedState, TakeState } from '../../core/journal/eventStore';

/** A state up to this size is kept twice: a damaged page must not take it all (chosen here). */
const TWICE_UP_TO = 4 * 1_024 * 1_024;

/** The table of states, and that of their copies: a page is of one table only. */
export const STATE_TABLES = ['states', 'spare_states'] as const;

/** What stands in for both tables in a file of an older form, which can only be read. */
const NONE = "(SELECT '' AS stream, 0 AS seq, 0 AS version, '' AS state LIMIT 0)";

/** The saved states in the journal's file. The caller holds the transaction where something is written. */
export class SavedStates {
  readonly #database: DatabaseSync;
  readonly #places: StatementSync;
  /** For both tables. */
  readonly #reads: readonly StatementSync[];

  constructor(database: DatabaseSync) {
    this.#database = database;
    const hasStates =
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'states'").get() !== undefined;
    const tables = hasStates ? STATE_TABLES : [NONE];
    this.#places = database.prepare(`SELECT stream, seq FROM ${tables[0]}`);
    this.#reads = tables.map(table =>
      database.prepare(`SELECT stream, seq, version, state FROM ${table} WHERE stream = ?`),
    );
  }

  /** Shows the state of every stream, and its copy where it was not taken. */
  read(take: TakeState): void {
    for (const stream of this.places().keys()) {
      for (const read of this.#reads) {
        const row = read.get(stream);
        if (row === undefined) continue;
        // The tables are STRICT, and only we write to them.
        if (take(row as unknown as SavedState)) break;
      }
    }
  }

  /** Up to which event each stream is saved. */
  places(): ReadonlyMap<string, number> {
    return new Map(this.#places.all().map(({ stream, seq }) => [String(stream), Number(seq)]));
  }

  /** Puts these in the place of those before, but where there are newer ones. */
  save(states: readonly SavedState[]): void {
    const places = this.places();
    const [put, putSpare] = STATE_TABLES.map(table =>
      this.#database.prepare(
        `INSERT OR REPLACE INTO ${table} (stream, seq, version, state) VALUES (?, ?, ?, ?)`,
      ),
    );
    const removeSpare = this.#database.prepare('DELETE FROM spare_states WHERE stream = ?');
    for (const { stream, seq, version, state } of states) {
      if ((places.get(stream) ?? -1) > seq) continue;
      put?.run(stream, seq, version, state);
      if (state.length <= TWICE_UP_TO) putSpare?.run(stream, seq, version, state);
      else removeSpare.run(stream);
    }
  }
}
