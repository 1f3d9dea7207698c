import type { Durability } from '../../src/core/journal/domain';
import {
  type EventRow,
  type EventStore,
  isPast,
  type Keep,
  type LogFigures,
  pastStream,
  type ReplayRow,
  type SavedState,
  type StoreTransaction,
  type TakeState,
  type Wanted,
} from '../../src/core/journal/eventStore';
import type { Instant } from '../../src/core/support/clock';
import { type Disposable, disposable } from '../../src/core/support/disposable';

/** Events that are trimmed at a time. */
const AT_ONCE = 1_000;

/** A log in memory that several stores share, as several processes share a file. */
export class MemoryLog {
  rows: EventRow[] = [];
  states: SavedState[] = [];
  isDone = true;
  compactedAt: Instant | null = null;
  readonly stores = new Set<MemoryEventStore>();
}

/** One process's view of a log in memory. */
export class MemoryEventStore implements EventStore {
  readonly log: MemoryLog;
  readOnlyReason: string | undefined;
  /** Nothing can be read: the log seems empty. */
  isAway = false;
  isUnread = false;
  readonly isShared = true;
  /** Thrown once, instead of the next commit: what was appended is gone. */
  nextCommitFails: Error | undefined;
  /** Thrown once, whether it was recorded or not. */
  nextIsUnknown: { readonly isRecorded: boolean; readonly error: Error } | undefined;
  /** Why these can't be recorded. */
  refuses: (rows: readonly EventRow[]) => Error | undefined = () => undefined;
  /** What a commit waits for after its work has run. */
  beforeCommit: (() => Promise<unknown>) | undefined;
  /** How many events the last transaction has appended. */
  lastAppended = 0;
  #decided = Promise.withResolvers<undefined>();
  readonly #listeners = new Set<() => void>();
  #byOthers = 0;

  constructor(log = new MemoryLog()) {
    this.log = log;
    log.stores.add(this);
  }

  async transact<R>(_durability: Durability, work: (transaction: StoreTransaction) => R): Promise<R> {
    await Promise.resolve();
    const appended: EventRow[] = [];
    const result = work({
      eventsAfter: seq => this.#after(seq),
      readStates: take => this.#show(take),
      append: row => {
        const last = appended.at(-1) ?? this.log.rows.at(-1);
        if (row.seq <= (last?.seq ?? 0)) throw new Error(`Event ${row.seq} is there already.`);
        appended.push(row);
      },
    });
    this.#decided.resolve(undefined);
    // Transactions of two stores never overlap: where nobody holds this one up, it is over at once.
    if (this.beforeCommit) await this.beforeCommit();
    const failure = this.nextCommitFails ?? this.refuses(appended);
    this.nextCommitFails = undefined;
    if (failure !== undefined) throw failure;
    const unknown = this.nextIsUnknown;
    this.nextIsUnknown = undefined;
    if (unknown?.isRecorded !== false) this.log.rows.push(...appended);
    this.lastAppended = appended.length;
    if (appended.length > 0) for (const other of this.log.stores) if (other !== this) other.#tell();
    if (unknown !== undefined) throw unknown.error;
    return result;
  }

  /** Resolves when the next work has run. */
  async nextDecided(): Promise<void> {
    this.#decided = Promise.withResolvers<undefined>();
    await this.#decided.promise;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly EventRow[]> {
    await Promise.resolve();
    this.isUnread = this.isAway;
    return this.isAway ? [] : this.#after(seq).slice(0, limit);
  }

  async replayAfter(seq: number, limit: number): Promise<readonly ReplayRow[]> {
    return this.eventsAfter(seq, limit);
  }

  async readStates(take: TakeState): Promise<void> {
    await Promise.resolve();
    if (!this.isAway) this.#show(take);
  }

  async saveStates(states: readonly SavedState[]): Promise<void> {
    await Promise.resolve();
    const newer = states.filter(({ stream, seq }) => this.#savedTo(stream) <= seq);
    const streams = new Set(newer.map(({ stream }) => stream));
    this.log.states = [...this.log.states.filter(({ stream }) => !streams.has(stream)), ...newer];
    this.log.isDone = false;
  }

  async trim(streams: ReadonlySet<string>, after: number, keep: Keep): Promise<number | undefined> {
    await Promise.resolve();
    const newest = this.log.rows.at(-1)?.seq;
    const next = this.log.rows.filter(row => row.seq > after && streams.has(row.stream)).slice(0, AT_ONCE);
    const last = next.at(-1)?.seq ?? 0;
    this.log.rows = this.log.rows.flatMap(row => {
      const isNext = row.seq > after && row.seq <= last && streams.has(row.stream);
      if (!isNext || row.seq > this.#savedTo(row.stream)) return [row];
      const left = keep(row);
      if (left === null && row.seq !== newest) return [];
      const { session: _, run_id: _run, ...bare } = row;
      return [{ ...bare, ...(left ?? { payload: '{}' }), stream: pastStream(row.stream) }];
    });
    return next.at(-1)?.seq;
  }

  async forget({ isWanted, upTo, since }: Wanted): Promise<void> {
    await Promise.resolve();
    this.log.rows = this.log.rows.filter(
      ({ seq, ts, stream, run_id: run }, i) =>
        !isPast(stream) ||
        seq > upTo ||
        i === this.log.rows.length - 1 ||
        (ts >= since && run !== undefined && isWanted(run)),
    );
  }

  async release(at: Instant): Promise<boolean> {
    await Promise.resolve();
    this.log.isDone = true;
    this.log.compactedAt = at;
    return true;
  }

  async compacted(streams: ReadonlySet<string>): Promise<{ readonly seq: number; readonly isDone: boolean }> {
    await Promise.resolve();
    if (this.isAway) return { seq: 0, isDone: true };
    return {
      seq: Math.min(...[...streams].map(stream => this.#savedTo(stream))),
      isDone: this.log.isDone,
    };
  }

  async figures(): Promise<LogFigures> {
    await Promise.resolve();
    return {
      bytes: this.log.rows.reduce((sum, { payload }) => sum + payload.length, 0),
      events: this.log.rows.length,
      oldestAt: this.log.rows[0]?.ts ?? null,
      compactedAt: this.log.compactedAt,
      damagedCopies: 0,
      damagedBytes: 0,
    };
  }

  othersMark(): unknown {
    return this.#byOthers;
  }

  onDidAppend(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  dispose(): void {
    this.log.stores.delete(this);
    this.#listeners.clear();
  }

  #show(take: TakeState): void {
    for (const saved of this.log.states) take(saved);
  }

  #savedTo(stream: string): number {
    return Math.max(0, ...this.log.states.filter(saved => saved.stream === stream).map(({ seq }) => seq));
  }

  #after(seq: number): readonly EventRow[] {
    return this.log.rows.filter(row => row.seq > seq);
  }

  #tell(): void {
    this.#byOthers++;
    for (const listener of this.#listeners) listener();
  }
}
