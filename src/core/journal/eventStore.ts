import type { Instant } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { Durability } from './domain';
import type { Correlation, EventLevel } from './event';

/** What replay needs of an event: reading all fifteen columns takes six times as long (measured, 100,000 events). */
export interface ReplayRow {
  /** Place in the total order, from 1. There are gaps where events were compacted, or lost from a damaged file. */
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

/** What the state of a domain was after event `seq`. Its events up to there may be gone: it takes their place. */
export interface SavedState {
  readonly stream: string;
  readonly seq: number;
  /** The domain's version when it was saved. */
  readonly version: number;
  /** As JSON text. */
  readonly state: string;
}

/** Looks at a saved state; false asks for another copy of it, where there is one. */
export type TakeState = (saved: SavedState) => boolean;

/** What is left of an event that a saved state has in it: null for nothing. */
export type Keep = (row: EventRow) => Pick<EventRow, 'run_id' | 'payload'> | null;

/** What history is still wanted. */
export interface Wanted {
  /** Whether anybody can still ask for what happened in this run. */
  readonly isWanted: (run: string) => boolean;
  /** Runs that began after this event are left alone. */
  readonly upTo: number;
  /** What is older goes in any case. */
  readonly since: Instant;
}

/** How large the log is. */
export interface LogFigures {
  /** On the disk, with everything that belongs to it; what was kept of damaged ones is not. */
  readonly bytes: number;
  readonly events: number;
  /** When the oldest of them happened; null where there is none. */
  readonly oldestAt: Instant | null;
  /** When the log was last made smaller; null where it never was. */
  readonly compactedAt: Instant | null;
  /** Copies of damaged logs that were kept, and what they take: nothing is ever deleted in them. */
  readonly damagedCopies: number;
  readonly damagedBytes: number;
  /** Whom it is shared with; left out where it is a file of this machine. */
  readonly team?: TeamPresence;
}

/** Whom a log is shared with, and who is connected now. */
export interface TeamPresence {
  /** Host, port and name of the database. */
  readonly place: string;
  /** By name, with their programs, and the agents that use these; ourselves among them. */
  readonly members: readonly { readonly name: string; readonly programs: number; readonly agents: number }[];
}

/** Where a stream whose state was saved, and whose event was compacted, is found. Nobody's state is made of it. */
const PAST = 'past/';

/** The stream of an event of which only the history is left. */
export function pastStream(stream: string): string {
  return PAST + stream;
}

/** Whether only the history of an event is left. */
export function isPast(stream: string): boolean {
  return stream.startsWith(PAST);
}

/** The stream that an event was told on. */
export function streamOf(stream: string): string {
  return isPast(stream) ? stream.slice(PAST.length) : stream;
}

/** The log while nobody else can write to it. */
export interface StoreTransaction {
  /** All events after this one, oldest first. */
  eventsAfter(seq: number): readonly EventRow[];
  /** Shows the newest saved state of every stream. */
  readStates(take: TakeState): void;
  append(row: EventRow): void;
}

/**
 * The durable log that several processes share. Every method waits its turn without blocking, and rejects with
 * `journal-full`, `journal-read-only`, `journal-busy`, `journal-damaged` or `journal-io` refusals only.
 */
export interface EventStore extends Disposable {
  /** Why nothing can be written and what to do about it; undefined while writing works. */
  readonly readOnlyReason: string | undefined;
  /** Whether the last reading took the log for empty, as it was out of reach: what is in it will be history, not news. */
  readonly isUnread?: boolean;
  /** When a start last found that something of the log was lost, 0 for never; left out where nobody could tell. */
  readonly lostAt?: number | undefined;
  /** Whether a transaction takes so long that those who wait meanwhile share the next one. Left out: each has its own. */
  readonly isShared?: boolean;
  /**
   * Runs `work` while no other process writes; what it appended is durable when the promise resolves, and gone when it
   * rejects or `work` throws. May run `work` again where the first try did not get through.
   */
  transact<R>(durability: Durability, work: (transaction: StoreTransaction) => R): Promise<R>;
  /** At most `limit` events after this one, oldest first. */
  eventsAfter(seq: number, limit: number): Promise<readonly EventRow[]>;
  /** The same, with what replay needs only. */
  replayAfter(seq: number, limit: number): Promise<readonly ReplayRow[]>;
  /** Shows the newest saved state of every stream. */
  readStates(take: TakeState): Promise<void>;
  /** Puts these in the place of those before, but for streams of which another process has saved newer ones. */
  saveStates(states: readonly SavedState[]): Promise<void>;
  /**
   * Cuts the next events of these streams, oldest first, down to what `keep` leaves of them, as far as their saved states
   * know them. Gives where to go on, undefined at the end.
   */
  trim(streams: ReadonlySet<string>, after: number, keep: Keep): Promise<number | undefined>;
  /** Lets go of history that nobody wants. */
  forget(wanted: Wanted): Promise<void>;
  /** Gives the room of what has gone back to the disk, for good. False where others were in the way: try later. */
  release(at: Instant): Promise<boolean>;
  /** Up to where the states are saved of all these streams, and whether what was begun after saving them has been done. */
  compacted(streams: ReadonlySet<string>): Promise<{ readonly seq: number; readonly isDone: boolean }>;
  figures(): Promise<LogFigures>;
  /**
   * Another value as soon as another process has written, and never by what this store writes. A look of some microseconds;
   * undefined where nobody can tell now.
   */
  othersMark(): unknown;
  /** Asks whether another process has written, where the mark alone is late: then it is right. Never rejects. */
  ask?(): Promise<void>;
  /** Another process appended. May come late or once for many; never comes for what this store appended. */
  onDidAppend(listener: () => void): Disposable;
}
