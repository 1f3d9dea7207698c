import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventRow, StoreTransaction } from '../../core/journal/eventStore';
import { eventRows, insertEvent, lastSeq, runInsert, selectEvents, selectLast } from './eventRows';
import { isTaken } from './sqliteErrors';

/** What one try came to: the result of the work, or that another process was faster. */
type Outcome<R> = { readonly result: R } | 'overtaken';

/**
 * Appends without holding the lock while deciding: the number of an event is its primary key, so it can be appended only
 * if the caller has seen all before it. The first try takes that for granted and reads nothing; only where it turns out
 * wrong the next one reads. A lock and a look around every append would cost half as much again (measured).
 */
export class Writing {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #insert: StatementSync;
  readonly #last: StatementSync;
  readonly #select: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    // Never deferred: reading first and writing later fails when another process has written in between.
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#insert = insertEvent(database);
    this.#last = selectLast(database);
    this.#select = selectEvents(database);
  }

  /** Runs the work until nobody is faster; what it appended is then on disk. */
  append<R>(work: (transaction: StoreTransaction) => R): R {
    let outcome = this.#try(work, () => []);
    while (outcome === 'overtaken') outcome = this.#try(work, seq => eventRows(this.#select, seq, -1));
    return outcome.result;
  }

  /** Runs statements of any kind in one transaction. */
  inTransaction<R>(work: () => R): R {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      // Some errors, a full disk among them, have rolled it back already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #try<R>(work: (transaction: StoreTransaction) => R, read: (seq: number) => readonly EventRow[]): Outcome<R> {
    let seen = Number.MAX_SAFE_INTEGER;
    const rows: EventRow[] = [];
    try {
      const result = work({
        eventsAfter(seq) {
          const events = read(seq);
          seen = events.at(-1)?.seq ?? seq;
          return events;
        },
        append(row) {
          rows.push(row);
        },
      });
      const [row, second] = rows;
      if (second !== undefined) this.inTransaction(() => rows.forEach(one => runInsert(this.#insert, one)));
      else if (row !== undefined) runInsert(this.#insert, row);
      else if (lastSeq(this.#last) > seen) return 'overtaken';
      return { result };
    } catch (error) {
      // A refusal holds, and an error counts, only if all there was had been seen.
      if ((rows.length === 0 || isTaken(error)) && lastSeq(this.#last) > seen) return 'overtaken';
      throw error;
    }
  }
}
