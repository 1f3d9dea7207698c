import type { Durability } from '../../src/core/journal/domain';
import type {
  EventRow,
  EventStore,
  ReplayRow,
  StateSnapshot,
  StoreTransaction,
} from '../../src/core/journal/eventStore';
import { type Disposable, disposable } from '../../src/core/support/disposable';

/** A log in memory that several stores share, as several processes share a file. */
export class MemoryLog {
  readonly rows: EventRow[] = [];
  snapshots: StateSnapshot[] = [];
  readonly stores = new Set<MemoryEventStore>();
}

/** One process's view of a log in memory. */
export class MemoryEventStore implements EventStore {
  readonly log: MemoryLog;
  readOnlyReason: string | undefined;
  /** Thrown once, instead of the next commit: what was appended is gone. */
  nextCommitFails: Error | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(log = new MemoryLog()) {
    this.log = log;
    log.stores.add(this);
  }

  async transact<R>(_durability: Durability, work: (transaction: StoreTransaction) => R): Promise<R> {
    await Promise.resolve();
    const appended: EventRow[] = [];
    const result = work({
      eventsAfter: seq => this.#after(seq),
      append: row => {
        const last = appended.at(-1) ?? this.log.rows.at(-1);
        if (row.seq <= (last?.seq ?? 0)) throw new Error(`Event ${row.seq} is there already.`);
        appended.push(row);
      },
    });
    const failure = this.nextCommitFails;
    this.nextCommitFails = undefined;
    if (failure !== undefined) throw failure;
    this.log.rows.push(...appended);
    if (appended.length > 0) for (const other of this.log.stores) if (other !== this) other.#tell();
    return result;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly EventRow[]> {
    await Promise.resolve();
    return this.#after(seq).slice(0, limit);
  }

  async replayAfter(seq: number, limit: number): Promise<readonly ReplayRow[]> {
    return this.eventsAfter(seq, limit);
  }

  async snapshotSeqs(build: string): Promise<readonly number[]> {
    await Promise.resolve();
    return this.log.snapshots
      .filter(snapshot => snapshot.build === build)
      .map(snapshot => snapshot.seq)
      .sort((a, b) => b - a);
  }

  async snapshot(build: string, seq: number): Promise<StateSnapshot | undefined> {
    await Promise.resolve();
    return this.log.snapshots.find(snapshot => snapshot.build === build && snapshot.seq === seq);
  }

  async saveSnapshot(snapshot: StateSnapshot): Promise<void> {
    await Promise.resolve();
    this.log.snapshots = [snapshot, ...this.log.snapshots].sort((a, b) => b.seq - a.seq).slice(0, 2);
  }

  onDidAppend(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  dispose(): void {
    this.log.stores.delete(this);
    this.#listeners.clear();
  }

  #after(seq: number): readonly EventRow[] {
    return this.log.rows.filter(row => row.seq > seq);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
