import type { Instant } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { Durability } from './domain';
import type { Correlation, EventLevel } from './event';

/** What replay needs of an event: reading all fifteen columns takes six times as long (measured, 100,000 events). */
export interface ReplayRow {
  /** Place in the total order, from 1. Gaps come only from repairing a damaged file. */
  readonly seq: number;
  readonly ts: Instant;
  readonly stream: string;
  readonly v: number;
  /** The whole fact as JSON text, `type` included. */
  readonly payload: string;
}

/** An event as the log keeps it. */
export interface EventRow extends ReplayRow, Correlation {
  readonly kind: string;
  readonly cat: string;
  readonly level: EventLevel;
}

/** What the states of all domains were after event `seq`. */
export interface StateSnapshot {
  readonly seq: number;
  /** The version of the program that saved it: another build may shape its states in another way. */
  readonly build: string;
  /** Each stream's state, as JSON text. */
  readonly states: ReadonlyMap<string, string>;
}

/** The log while nobody else can write to it. */
export interface StoreTransaction {
  /** All events after this one, oldest first. */
  eventsAfter(seq: number): readonly EventRow[];
  append(row: EventRow): void;
}

/**
 * The durable log that several processes share. Every method waits its turn without blocking, and rejects with
 * `journal-full`, `journal-read-only`, `journal-busy`, `journal-damaged` or `journal-io` refusals only.
 */
export interface EventStore extends Disposable {
  /** Why nothing can be written and what to do about it; undefined while writing works. */
  readonly readOnlyReason: string | undefined;
  /**
   * Runs `work` while no other process writes; what it appended is durable when the promise resolves, and gone when it
   * rejects or `work` throws. May run `work` again where the first try did not get through.
   */
  transact<R>(durability: Durability, work: (transaction: StoreTransaction) => R): Promise<R>;
  /** At most `limit` events after this one, oldest first. */
  eventsAfter(seq: number, limit: number): Promise<readonly EventRow[]>;
  /** The same, with what replay needs only. */
  replayAfter(seq: number, limit: number): Promise<readonly ReplayRow[]>;
  /** Where this build has saved states, newest first. */
  snapshotSeqs(build: string): Promise<readonly number[]>;
  /** The snapshot of this build at `seq`, or undefined where it has gone. */
  snapshot(build: string, seq: number): Promise<StateSnapshot | undefined>;
  /** Keeps the snapshot and lets go of all but the newest two. */
  saveSnapshot(snapshot: StateSnapshot): Promise<void>;
  /** Another process appended. May come late or once for many; never comes for what this store appended. */
  onDidAppend(listener: () => void): Disposable;
}
