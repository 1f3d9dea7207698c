import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Durability } from '../../core/journal/domain';
import type {
  EventRow,
  EventStore,
  Keep,
  LogFigures,
  ReplayRow,
  SavedState,
  StoreTransaction,
  TakeState,
  Wanted,
} from '../../core/journal/eventStore';
import type { Clock, Instant } from '../../core/support/clock';
import { type Disposable, DisposableStore, disposable } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import { othersMark, watchAppends } from './appendWatch';
import { Compacting } from './compacting';
import { eventRows, replayRows, selectEvents, selectReplay } from './eventRows';
import { figuresOf } from './figures';
import { FilePlace } from './filePlace';
import { pause, withPatience } from './patience';
import { emptyLog, giveBack } from './releasing';
import { SavedStates } from './savedStates';
import { asRefusal } from './sqliteErrors';
import { Turns } from './turns';
import { Writing } from './writing';

/** How often the write-ahead log is tried to be emptied while others read in it, and the time between (chosen here). */
const EMPTY_TRIES = 20;
const EMPTY_EVERY_MS = 25;

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
  readonly #compacting: Compacting | undefined;
  readonly #place: FilePlace;
  readonly #othersMark: () => unknown;
  #durability: Durability | undefined;
  readonly readOnlyReason: string | undefined;
  readonly lostAt: number | undefined;

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
    this.#othersMark = othersMark(database);
    this.#select = selectEvents(database);
    this.#replay = selectReplay(database);
    this.#savedStates = new SavedStates(database);
    this.#writing = readOnlyReason === undefined ? new Writing(database, this.#savedStates) : undefined;
    this.#compacting = readOnlyReason === undefined ? new Compacting(database, this.#savedStates) : undefined;
    this.lostAt = this.#compacting?.number('lostAt');
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

  readStates(take: TakeState): Promise<void> {
    return this.#look(() => this.#savedStates.read(take));
  }

  async saveStates(states: readonly SavedState[]): Promise<void> {
    await this.#compact(compacting => {
      this.#savedStates.save(states);
      compacting.setNumber('unfinished', 1);
    });
  }

  trim(streams: ReadonlySet<string>, after: number, keep: Keep): Promise<number | undefined> {
    return this.#compact(compacting => compacting.trim(streams, after, keep));
  }

  forget(wanted: Wanted): Promise<void> {
    return this.#compact(compacting => compacting.forget(wanted));
  }

  async release(at: Instant): Promise<boolean> {
    while (await this.#write('normal', () => giveBack(this.#database)));
    if (!(await this.#emptied())) return false;
    await this.#compact(compacting => {
      compacting.setNumber('unfinished', 0);
      compacting.setNumber('compactedAt', at);
    });
    return true;
  }

  compacted(streams: ReadonlySet<string>): Promise<{ readonly seq: number; readonly isDone: boolean }> {
    return this.#look(() => {
      const places = this.#savedStates.places();
      const seq = Math.min(...[...streams].map(stream => places.get(stream) ?? 0));
      return { seq, isDone: this.#compacting?.number('unfinished') !== 1 };
    });
  }

  figures(): Promise<LogFigures> {
    return this.#look(() =>
      figuresOf(this.#path, this.#database, this.#compacting?.number('compactedAt') ?? 0),
    );
  }

  othersMark(): unknown {
    return this.#othersMark();
  }

  onDidAppend(listener: () => void): Disposable {
    return this.#owned.add(watchAppends(this.#path, this.#othersMark, this.#clock, listener));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #emptied(): Promise<boolean> {
    for (let tries = 0; tries < EMPTY_TRIES; tries++) {
      if (await this.#write('normal', () => emptyLog(this.#database))) return true;
      await pause(this.#clock, EMPTY_EVERY_MS);
    }
    return false;
  }

  #compact<R>(work: (compacting: Compacting) => R): Promise<R> {
    return this.#write('normal', writing =>
      writing.inTransaction(() => {
        if (this.#compacting === undefined) throw new Refusal('journal-read-only', this.readOnlyReason ?? '');
        return work(this.#compacting);
      }),
    );
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
