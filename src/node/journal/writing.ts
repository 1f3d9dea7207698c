import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventRow, StoreTransaction, TakeState } from '../../core/journal/eventStore';
import { eventRows, insertEvent, lastSeq, runInsert, selectEvents, selectLast } from './eventRows';
import type { SavedStates } from './savedStates';
import { Taken } from './taken';

/** What one try came to: the result of the work, or that another process was faster. */
type Outcome<R> = { readonly result: R } | 'overtaken';

/**
 * Appends without holding the lock while deciding: an event can be appended only as the newest, with the number that
 * comes after all that the caller has seen. The first try takes that for granted and reads nothing; only where it turns out
 * wrong the next one reads. A lock and a look around every append would cost half as much again (measured).
 */
export class Writing implements StoreTransaction {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #insert: StatementSync;
  readonly #last: StatementSync;
  readonly #select: StatementSync;
  readonly #savedStates: SavedStates;
  /** What the running try has appended so far. */
  #rows: EventRow[] = [];
  /** How far the running try takes itself to have seen the log. */
  #seen = 0;
  #isReading = false;

  constructor(database: DatabaseSync, savedStates: SavedStates) {
    this.#database = database;
    this.#savedStates = savedStates;
    // Never deferred: reading first and writing later fails when another process has written in between.
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#insert = insertEvent(database);
    this.#last = selectLast(database);
    this.#select = selectEvents(database);
  }

  eventsAfter(seq: number): readonly EventRow[] {
    const events = this.#isReading ? eventRows(this.#select, seq, -1) : [];
    this.#seen = events.at(-1)?.seq ?? seq;
    return events;
  }

  readStates(take: TakeState): void {
    this.#savedStates.read(take);
  }

  append(row: EventRow): void {
    this.#rows.push(row);
  }

  /** Runs the work until nobody is faster; what it appended is then on disk. */
  run<R>(work: (transaction: StoreTransaction) => R): R {
    this.#isReading = false;
    let outcome = this.#try(work);
    while (outcome === 'overtaken') {
      this.#isReading = true;
      outcome = this.#try(work);
    }
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

  #try<R>(work: (transaction: StoreTransaction) => R): Outcome<R> {
    this.#rows = [];
    this.#seen = Number.MAX_SAFE_INTEGER;
    try {
      const result = work(this);
      return this.#write(this.#rows) ? { result } : 'overtaken';
    } catch (error) {
      // A refusal holds, and an error counts, only if all there was had been seen.
      if ((this.#rows.length === 0 || error instanceof Taken) && this.#isOvertaken()) return 'overtaken';
      throw error;
    }
  }

  /** False where there was nothing to write, and something that had not been seen. */
  #write(rows: readonly EventRow[]): boolean {
    const row = rows[0];
    if (row === undefined) return !this.#isOvertaken();
    if (rows.length === 1) this.#add(row);
    else this.inTransaction(() => rows.forEach(one => this.#add(one)));
    return true;
  }

  #add(row: EventRow): void {
    if (!runInsert(this.#insert, row)) throw new Taken(row.seq);
  }

  #isOvertaken(): boolean {
    return lastSeq(this.#last) > this.#seen;
  }
}
