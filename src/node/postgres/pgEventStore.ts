import { setImmediate } from 'node:timers/promises';
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
import type { Instant } from '../../core/support/clock';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { Lost, unreachable } from './pgErrors';
import type { PgPresence } from './pgPresence';
import { PgCompacting } from './pgCompacting';
import { eventRows, type StoredEvent } from './pgRows';
import type { Session } from './pgSession';
import type { PgSessions } from './pgSessions';
import { membersOnline } from './pgMembers';
import { LAST, NEWS } from './pgStatements';
import { readStates, statePlaces } from './pgStates';
import { PgWriting, type WritingParts } from './pgWriting';

/** What stands for "no limit": PostgreSQL takes null. */
const NO_LIMIT = -1;

/** The durable log of one workspace in a PostgreSQL database. Opened by `openPgEventStore`. */
export class PgEventStore implements EventStore {
  /** The way to the database and its disk take longer than deciding. */
  readonly isShared = true;
  readonly #presence: PgPresence;
  readonly #sessions: PgSessions;
  readonly #workspace: string;
  readonly #place: string;
  readonly #channel: string;
  readonly #writing: PgWriting;
  readonly #owned = new DisposableStore();
  #newestAt = 0;
  #isOpening = true;
  #isOpenedUnread = false;
  #isUnread = false;

  constructor(parts: WritingParts) {
    this.#presence = parts.presence;
    this.#sessions = parts.sessions;
    this.#workspace = parts.workspace;
    this.#place = parts.place;
    this.#channel = parts.channel;
    this.#writing = new PgWriting(parts);
    this.#owned.add(this.#sessions);
    this.#owned.add(this.#presence);
  }

  get readOnlyReason(): string | undefined {
    return this.#presence.rights.readOnlyReason;
  }

  get isUnread(): boolean {
    return this.#isUnread;
  }

  /** Whoever opened a journal over it has done so: from now on, what can't be read is refused, and no more taken for empty. */
  opened(): void {
    this.#isOpening = false;
  }

  /** Nothing of the log can be read for now: it opens as if the database were away. */
  openUnread(): void {
    this.#isOpenedUnread = true;
  }

  /** After a reading that failed: waits until the database is there again, or is known to be away. */
  async found(): Promise<void> {
    await this.#presence.found();
  }

  /** Why the log can't even be read now. */
  get awayReason(): string | undefined {
    return this.#presence.refusal?.message;
  }

  /** Hears when `awayReason` or `readOnlyReason` is another than before. */
  onDidChangeReach(listener: () => void): Disposable {
    return this.#owned.add(this.#presence.onDidChange(listener));
  }

  /** The time of the database, and never before the newest event that was seen here. */
  now(ours: Instant): Instant {
    return Math.max(ours + this.#presence.offsetMs, this.#newestAt) as Instant;
  }

  async transact<R>(_durability: Durability, work: (transaction: StoreTransaction) => R): Promise<R> {
    this.#refuseAway();
    await this.#presence.timed().catch(() => undefined);
    // Whoever was told of the last transaction may go on to the next one.
    await setImmediate();
    return await this.#writing.run(transaction =>
      work({
        eventsAfter: seq => this.#noted(transaction.eventsAfter(seq)),
        readStates: take => transaction.readStates(take),
        append: row => transaction.append(row),
      }),
    );
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly EventRow[]> {
    this.#isUnread = this.#isStartingAway;
    if (this.#isUnread) return [];
    const rows = await this.#read(
      async session =>
        await session.often<StoredEvent>(NEWS, [this.#workspace, seq, limit === NO_LIMIT ? null : limit]),
    );
    return this.#noted(eventRows(rows));
  }

  async replayAfter(seq: number, limit: number): Promise<readonly ReplayRow[]> {
    this.#isUnread = this.#isStartingAway;
    if (this.#isUnread) return [];
    const rows = await this.#read(
      async session =>
        await session.rows<ReplayRow & Record<string, unknown>>(
          `SELECT seq, ts, stream, v, payload FROM switchyard.events WHERE workspace = $1 AND seq > $2
           ORDER BY seq LIMIT $3`,
          [this.#workspace, seq, limit === NO_LIMIT ? null : limit],
        ),
    );
    return this.#noted(rows);
  }

  async readStates(take: TakeState): Promise<void> {
    if (this.#isStartingAway) return;
    await this.#read(async session => await readStates(session, this.#workspace, take));
  }

  async saveStates(states: readonly SavedState[]): Promise<void> {
    await this.#compact(async compacting => await compacting.save(states));
  }

  async trim(streams: ReadonlySet<string>, after: number, keep: Keep): Promise<number | undefined> {
    return await this.#compact(async compacting => await compacting.trim(streams, after, keep));
  }

  async forget(wanted: Wanted): Promise<void> {
    await this.#compact(async compacting => await compacting.forget(wanted));
  }

  async release(at: Instant): Promise<boolean> {
    await this.#compact(async compacting => await compacting.done(at));
    return true;
  }

  async compacted(streams: ReadonlySet<string>): Promise<{ readonly seq: number; readonly isDone: boolean }> {
    if (this.#isStartingAway) return { seq: 0, isDone: true };
    return await this.#read(async session => {
      const places = await statePlaces(session, this.#workspace);
      const seq = Math.min(...[...streams].map(stream => places.get(stream) ?? 0));
      const isUnfinished = (await new PgCompacting(session, this.#workspace).number('unfinished')) === 1;
      // Who may not cut the log down leaves that to those who may.
      return { seq, isDone: !isUnfinished || !this.#presence.rights.mayCompact };
    });
  }

  async figures(): Promise<LogFigures> {
    return await this.#read(async session => {
      const [row] = await session.rows<{ bytes: number; events: number; oldestAt: Instant | null }>(
        `SELECT count(*) AS events, (SELECT ts FROM switchyard.events WHERE workspace = $1 ORDER BY seq LIMIT 1) AS "oldestAt",
           coalesce(sum(octet_length(payload)), 0)::bigint
             + (SELECT coalesce(sum(octet_length(state)), 0)::bigint FROM switchyard.states WHERE workspace = $1) AS bytes
         FROM switchyard.events WHERE workspace = $1`,
        [this.#workspace],
      );
      const at = await new PgCompacting(session, this.#workspace).number('compactedAt');
      return {
        bytes: row?.bytes ?? 0,
        events: row?.events ?? 0,
        oldestAt: row?.oldestAt ?? null,
        compactedAt: at === 0 ? null : (at as Instant),
        damagedCopies: 0,
        damagedBytes: 0,
        team: { place: this.#place, members: await membersOnline(session, this.#channel) },
      };
    });
  }

  othersMark(): unknown {
    return this.#presence.mark;
  }

  /** Notifications are some milliseconds late: one program has made what the other is asked for by then. */
  async ask(): Promise<void> {
    if (this.#presence.refusal !== undefined) return;
    try {
      await this.#sessions.use(this.#presence.gone, async session => {
        const [row] = await session.often<{ last: number }>(LAST, [this.#workspace]);
        if (row !== undefined) this.#presence.heardOf(row.last);
      });
    } catch {
      // What is known stays what it is.
    }
  }

  onDidAppend(listener: () => void): Disposable {
    return this.#owned.add(this.#presence.onNews(listener));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #noted<Row extends ReplayRow>(rows: readonly Row[]): readonly Row[] {
    const newest = rows.at(-1);
    if (newest !== undefined) {
      this.#presence.saw(newest.seq);
      this.#newestAt = Math.max(this.#newestAt, newest.ts);
    }
    return rows;
  }

  /** A program starts without the database: what is in it is taken in when it is there. */
  get #isStartingAway(): boolean {
    return this.#isOpening && (this.#isOpenedUnread || this.#presence.refusal !== undefined);
  }

  #refuseAway(): void {
    const { refusal } = this.#presence;
    if (refusal !== undefined) throw refusal;
  }

  async #read<R>(read: (session: Session) => Promise<R>): Promise<R> {
    this.#refuseAway();
    try {
      return await this.#sessions.use(this.#presence.gone, read);
    } catch (error) {
      throw error instanceof Lost ? unreachable(this.#place, error.why) : error;
    }
  }

  /** Nothing is done by a role that may only append: those who may more do it. */
  async #compact<R>(work: (compacting: PgCompacting) => Promise<R>): Promise<R | undefined> {
    if (!this.#presence.rights.mayCompact) return undefined;
    return await this.#read(
      async session =>
        await session.transaction(async () => {
          const compacting = new PgCompacting(session, this.#workspace);
          await compacting.lock();
          return await work(compacting);
        }),
    );
  }
}
