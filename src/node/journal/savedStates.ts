import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StateSnapshot } from '../../core/journal/eventStore';

/** The saved states in the journal's file. The caller holds the transaction. */
export class SavedStates {
  readonly #seqs: StatementSync;
  readonly #states: StatementSync;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#seqs = database.prepare('SELECT DISTINCT seq FROM snapshots WHERE build = ? ORDER BY seq DESC');
    this.#states = database.prepare('SELECT stream, state FROM snapshots WHERE seq = ? AND build = ?');
  }

  /** Where this build has saved states, newest first. */
  seqs(build: string): readonly number[] {
    return this.#seqs.all(build).map(row => Number(row['seq']));
  }

  /** The states of this build at `seq`, or undefined where there are none. */
  at(build: string, seq: number): StateSnapshot | undefined {
    const rows = this.#states.all(seq, build);
    if (rows.length === 0) return undefined;
    return { seq, build, states: new Map(rows.map(row => [String(row['stream']), String(row['state'])])) };
  }

  /** Keeps the snapshot and lets go of all but the newest two: the second stands in where the newest is unreadable. */
  save({ seq, build, states }: StateSnapshot): void {
    const insert = this.#database.prepare(
      'INSERT OR REPLACE INTO snapshots (seq, build, stream, state) VALUES (?, ?, ?, ?)',
    );
    for (const [stream, state] of states) insert.run(seq, build, stream, state);
    this.#database.exec(
      'DELETE FROM snapshots WHERE seq NOT IN (SELECT DISTINCT seq FROM snapshots ORDER BY seq DESC LIMIT 2)',
    );
  }
}
