import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Durability } from '../../core/journal/domain';
import type {
  EventRow,
  EventStore,
  ReplayRow,
  StateSnapshot,
  StoreTransaction,
} from '../../core/journal/eventStore';
import type { Clock } from '../../core/support/clock';
import { type Disposable, DisposableStore, disposable } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import { watchAppends } from './appendWatch';
import { eventRows, replayRows, selectEvents, selectReplay } from './eventRows';
import { FilePlace } from './filePlace';
import { withPatience } from './patience';
import { SavedStates } from './savedStates';
import { asRefusal } from './sqliteErrors';
import { Turns } from './turns';
import { Writing } from './writing';

/** The durable log in a SQLite file whose tables are in place. Opened by `openSqliteEventStore`. */
export class SqliteEventStore implements EventStore {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #turns: Turns;
  readonly #select: StatementSync;
  readonly #replay: StatementSync;
  readonly #savedStates: SavedStates;
  readonly #owned = new DisposableStore();
  readonly #writing: Writing | undefined;
  readonly #place: FilePlace;
  #durability: Durability | undefined;
  readonly readOnlyReason: string | undefined;

  /** Takes the connection over. With a reason, nothing is ever written. `closed` runs after the file was closed. */
  constructor(
    path: string,
    database: DatabaseSync,
    clock: Clock,
    readOnlyReason?: string,
    closed?: () => void,
  ) {
    this.#path = path;
    this.#database = database;
    this.#clock = clock;
    this.#turns = new Turns(clock);
    this.readOnlyReason = readOnlyReason;
    this.#owned.add(
      disposable(() => {
        database.close();
        closed?.();
      }),
    );
    this.#place = new FilePlace(path, clock);
    this.#select = selectEvents(database);
    this.#replay = selectReplay(database);
    this.#savedStates = new SavedStates(database);
    this.#writing = readOnlyReason === undefined ? new Writing(database) : undefined;
  }

  transact<R>(durability: Durability, work: (transaction: StoreTransaction) => R): Promise<R> {
    return this.#write(durability, writing => writing.run(work));
  }

  eventsAfter(seq: number, limit: number): Promise<readonly EventRow[]> {
    return this.#look(() => eventRows(this.#select, seq, limit));
  }

  replayAfter(seq: number, limit: number): Promise<readonly ReplayRow[]> {
    return this.#look(() => replayRows(this.#replay, seq, limit));
  }

  snapshotSeqs(build: string): Promise<readonly number[]> {
    return this.#look(() => this.#savedStates.seqs(build));
  }

  snapshot(build: string, seq: number): Promise<StateSnapshot | undefined> {
    return this.#look(() => this.#savedStates.at(build, seq));
  }

  async saveSnapshot(snapshot: StateSnapshot): Promise<void> {
    await this.#write('normal', writing => writing.inTransaction(() => this.#savedStates.save(snapshot)));
  }

  onDidAppend(listener: () => void): Disposable {
    return this.#owned.add(watchAppends(this.#path, this.#database, this.#clock, listener));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #look<R>(read: () => R): Promise<R> {
    try {
      return await withPatience(this.#clock, read);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  async #write<R>(durability: Durability, work: (writing: Writing) => R): Promise<R> {
    const gap = this.#turns.gap();
    if (gap !== undefined) await gap;
    try {
      return await withPatience(this.#clock, () => this.#attempt(durability, work));
    } catch (error) {
      throw asRefusal(error);
    } finally {
      this.#turns.ended();
    }
  }

  #attempt<R>(durability: Durability, work: (writing: Writing) => R): R {
    if (this.#writing === undefined) throw new Refusal('journal-read-only', this.readOnlyReason ?? '');
    if (durability !== this.#durability) {
      // SQLite changes this between transactions only.
      this.#database.exec(`PRAGMA synchronous = ${durability}`);
      this.#durability = durability;
    }
    this.#place.check();
    return work(this.#writing);
  }
}
