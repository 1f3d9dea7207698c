import type { Domain } from './domain';
import type { Correlation, Event } from './event';
import type { LogFigures } from './eventStore';

/** How large the log is, and how long history is kept. */
export interface JournalFigures extends LogFigures {
  readonly retentionDays: number;
}

/** The only durable truth, as domains see it. */
export interface Journal {
  /** The last event that the states know. */
  readonly seq: number;
  /** Why commits are refused and what to do about it; undefined while they are not. */
  readonly readOnlyReason: string | undefined;
  /** Whether the states know all that was recorded. While they don't, nothing may go because no state names it. */
  readonly isWhole: boolean;
  /** The durable history after an event, oldest first, at most `limit` events, payloads in today's form. */
  eventsAfter(seq: number, limit: number): Promise<readonly Event[]>;
  /** Makes the file as small as it can be: only states, and history that is wanted, are left. @throws {Refusal} journal-read-only */
  compact(): Promise<void>;
  /** How large the log is. */
  figures(): Promise<JournalFigures>;
  /** A domain's state as far as this process has read. For looking only: change it by a commit. */
  read<State, Wish, Fact extends { readonly type: string }>(domain: Domain<State, Wish, Fact>): State;
  /**
   * Takes in what other processes appended until now, where there is such: costs some microseconds where there is none. Never
   * rejects: where the log can't be read now, what is known stays what it is.
   */
  freshen(): Promise<void>;
  /**
   * Reads what others appended, decides on the fresh state, appends and evolves: all in one transaction, which commits that wait may share.
   * @throws {Refusal} what `decide` refuses; `journal-read-only` and `journal-full` when nothing can be written.
   */
  commit<State, Wish, Fact extends { readonly type: string }>(
    domain: Domain<State, Wish, Fact>,
    wish: Wish,
    origin?: Correlation,
  ): Promise<readonly Fact[]>;
}
