import { randomUUID } from 'node:crypto';
import type { EventRow, SavedState, StoreTransaction } from '../../core/journal/eventStore';
import { RefusalOfAll } from '../../core/journal/refusalOfAll';
import { Refusal } from '../../core/support/refusal';
import { Taken } from '../journal/taken';
import { Draft, type Fetched, NotFetched } from './draft';
import { Lost, unreachable } from './pgErrors';
import { Haste } from './pgHaste';
import { newsOf } from './pgNews';
import type { PgPresence } from './pgPresence';
import { columnsOf, eventRows, type StoredEvent } from './pgRows';
import type { Session } from './pgSession';
import type { PgSessions } from './pgSessions';
import { APPEND, LAST, LOCK_WORKSPACE, NEWS, NOTIFY, QUEUE, WRITTEN } from './pgStatements';

/** How long is waited to find out whether what was sent was recorded (chosen here: others wait behind it). */
const FIND_OUT_WITHIN_MS = 5_000;

/** What writing stands on. */
export interface WritingParts {
  readonly sessions: PgSessions;
  readonly presence: PgPresence;
  readonly workspace: string;
  readonly channel: string;
  readonly writer: string;
  readonly place: string;
}

type Work<R> = (transaction: StoreTransaction) => R;

interface Done<R> {
  readonly result: R;
}

interface Seen {
  readonly seen: number | undefined;
}

interface Write {
  readonly id: string;
  readonly attempt: number;
}

/** What of a piece of work has been sent. */
interface Sent<R> {
  /** By attempt: any of these may have been recorded, one at most. */
  readonly results: Map<number, R>;
  /** Whether the answer to one of them was lost. */
  isLost: boolean;
}

/**
 * Appends without a lock while deciding, as in a file: the first try takes for granted that nobody was faster, and is one statement,
 * so one way to the database and back. Only where it turns out wrong, or its outcome is not known, the next try locks the
 * workspace, reads, and decides again. As long as others are faster, the lock comes first (`Haste`).
 * Each piece of work has an id, which its events are recorded with: so it is never done twice.
 */
export class PgWriting {
  readonly #parts: WritingParts;
  readonly #haste = new Haste();

  constructor(parts: WritingParts) {
    this.#parts = parts;
  }

  /** @throws {Refusal} what the port says, and what the work throws; `RefusalOfAll` where the database is out of reach, or it may have been recorded */
  async run<R>(work: Work<R>): Promise<R> {
    const id = randomUUID();
    const sent: Sent<R> = { results: new Map(), isLost: false };
    const first = this.#haste.mayTry
      ? await this.#told(this.#firstTry(id, work, sent), sent)
      : { seen: seenBy(work) };
    if (first !== undefined && 'result' in first) return first.result;
    for (let attempt = 2; ; attempt++) {
      const after = first?.seen;
      const done = await this.#told(this.#locked({ id, attempt, after, work, sent }), sent);
      if (done !== undefined) return done.result;
    }
  }

  /** What a try came to; undefined where its outcome is not known and the database is there again. */
  async #told<T>(attempt: Promise<T>, sent: Sent<unknown>): Promise<T | undefined> {
    const { presence, place } = this.#parts;
    try {
      return await attempt;
    } catch (error) {
      // What was lost may still arrive.
      if (sent.isLost && isOfDatabase(error)) throw unknown(place, 'it refused when it was asked');
      if (!(error instanceof Lost)) throw error;
      if (sent.results.size === 0) throw unreachable(place, error.why);
      sent.isLost = true;
      presence.suspect();
      if (await presence.isBackWithin(FIND_OUT_WITHIN_MS)) return undefined;
      throw unknown(place, error.why);
    }
  }

  /** How far the caller has seen, where somebody was faster. */
  async #firstTry<R>(id: string, work: Work<R>, sent: Sent<R>): Promise<Done<R> | Seen> {
    const draft = new Draft('nothing newer');
    const outcome = outcomeOf(() => work(draft));
    if ('error' in outcome && outcome.error instanceof NotFetched) return { seen: draft.seen };
    if ('error' in outcome && draft.rows.length > 0) throw outcome.error;
    if (draft.rows.length === 0) {
      // A refusal holds only if all there was had been seen.
      if (draft.seen !== undefined && (await this.#last()) > draft.seen) return { seen: draft.seen };
      if ('error' in outcome) throw outcome.error;
      return outcome;
    }
    const { result } = outcome as Done<R>;
    const isPlaced = await this.#use(async session => {
      sent.results.set(1, result);
      return await session.together(async () => {
        const appended = this.#append(session, draft, { id, attempt: 1 });
        this.#notify(session, draft);
        return await appended;
      });
    });
    if (isPlaced) {
      this.#haste.succeeded();
      return this.#placed(draft, result);
    }
    sent.results.clear();
    this.#haste.failed();
    if (draft.seen === undefined) throw new Taken(draft.rows[0]?.seq ?? 0);
    return { seen: draft.seen };
  }

  /** Keeps others out, reads, decides and appends. */
  async #locked<R>(one: {
    readonly id: string;
    readonly attempt: number;
    readonly after: number | undefined;
    readonly work: Work<R>;
    readonly sent: Sent<R>;
  }): Promise<Done<R>> {
    const { id, attempt, after, sent } = one;
    const { workspace } = this.#parts;
    let isGivenUp = false;
    // The answers of a connection that was given up may still come: what they would lead to is somebody else's by then.
    const work: Work<R> = transaction => {
      if (isGivenUp) throw new Lost('the connection was lost');
      return one.work(transaction);
    };
    const done = this.#use(async session => {
      return await session.transaction(async commitAfter => {
        // All of them are sent at once: each sees what is there when the one before has ended.
        const [, [place], [earlier], fetched] = await Promise.all([
          session.often(QUEUE, [workspace]),
          session.often<{ last: number }>(LOCK_WORKSPACE, [workspace]),
          // What was never sent was never recorded.
          sent.results.size === 0 ? [] : session.often<{ attempt: number }>(WRITTEN, [workspace, id]),
          after === undefined ? undefined : this.#fetched(session, after, undefined),
        ]);
        this.#haste.found(fetched === undefined || fetched.events.length > 0);
        if (earlier !== undefined) return { result: sent.results.get(earlier.attempt) as R };
        const { draft, result } = await this.#decide(session, work, fetched);
        this.#refuseOlder(draft, place?.last ?? 0);
        if (draft.rows.length === 0) return { result };
        sent.results.set(attempt, result);
        const isPlaced = await commitAfter(
          async () => await this.#append(session, draft, { id, attempt }),
          () => this.#notify(session, draft),
        );
        if (!isPlaced) throw new Taken(draft.rows[0]?.seq ?? 0);
        return this.#placed(draft, result);
      });
    });
    try {
      return await done;
    } finally {
      isGivenUp = true;
    }
  }

  /** Runs the work, and again after what it asks for was fetched. */
  async #decide<R>(session: Session, work: Work<R>, before: Fetched | undefined) {
    let fetched = before;
    for (;;) {
      const draft = new Draft(fetched ?? { after: Number.MAX_SAFE_INTEGER, events: [], states: undefined });
      const outcome = outcomeOf(() => work(draft));
      if ('result' in outcome) return { draft, result: outcome.result };
      if (!(outcome.error instanceof NotFetched)) throw outcome.error;
      const { what } = outcome.error;
      fetched =
        what === 'states'
          ? await this.#fetched(session, fetched?.after ?? 0, await this.#states(session))
          : await this.#fetched(session, what.after, fetched?.states);
    }
  }

  async #fetched(session: Session, after: number, states: Fetched['states']): Promise<Fetched> {
    const rows = await session.often<StoredEvent>(NEWS, [this.#parts.workspace, after, null]);
    return { after, events: eventRows(rows), states };
  }

  async #states(session: Session): Promise<readonly SavedState[]> {
    return await session.rows<SavedState>(
      'SELECT stream, seq, version, state FROM switchyard.states WHERE workspace = $1 ORDER BY stream',
      [this.#parts.workspace],
    );
  }

  async #append(session: Session, { rows, seen }: Draft, { id, attempt }: Write): Promise<boolean> {
    const values = [this.#parts.workspace, rows[0]?.seq, lastOf(rows), seen ?? null, id, attempt];
    return (await session.often(APPEND, [...values, ...columnsOf(rows)])).length > 0;
  }

  #placed<R>({ rows }: Draft, result: R): Done<R> {
    this.#parts.presence.saw(lastOf(rows));
    return { result };
  }

  /** Sent right behind the append, which nobody waits for: who misses it looks by and by. */
  #notify(session: Session, { rows }: Draft): void {
    const { channel, writer } = this.#parts;
    session.often(NOTIFY, [channel, newsOf(writer, lastOf(rows))]).catch(() => undefined);
  }

  async #last(): Promise<number> {
    const [row] = await this.#use(
      async session => await session.often<{ last: number }>(LAST, [this.#parts.workspace]),
    );
    return row?.last ?? 0;
  }

  /** What was read here is not there any more: somebody has put back an older copy of the database. */
  #refuseOlder({ seen }: Draft, last: number): void {
    if (seen === undefined || seen <= last) return;
    throw new Refusal(
      'journal-damaged',
      `The team's journal in PostgreSQL at ${this.#parts.place} is older than what was read from it: was a backup put back? Start Switchyard again.`,
    );
  }

  async #use<R>(work: (session: Session) => Promise<R>): Promise<R> {
    const { sessions, presence } = this.#parts;
    return await sessions.use(presence.gone, work);
  }
}

function unknown(place: string, why: string): Refusal {
  return new RefusalOfAll(
    'journal-io',
    `The team's journal in PostgreSQL at ${place} was lost while something was recorded: ${why}. Whether it was recorded shows when it is back. Look before you try again.`,
  );
}

/** The database refused, and not what was decided. */
function isOfDatabase(error: unknown): boolean {
  return Refusal.is(error) && error.code.startsWith('journal-');
}

function outcomeOf<R>(work: () => R): { readonly result: R } | { readonly error: unknown } {
  try {
    return { result: work() };
  } catch (error) {
    return { error };
  }
}

const lastOf = (rows: readonly EventRow[]): number => (rows.at(-1) as EventRow).seq;

/** How far the log is known to whom the work is of, which it asks for before all else. */
function seenBy(work: Work<unknown>): number | undefined {
  const draft = new Draft({ after: Number.MAX_SAFE_INTEGER, events: [], states: undefined });
  const outcome = outcomeOf(() => work(draft));
  if (!('error' in outcome) || !(outcome.error instanceof NotFetched)) return undefined;
  const { what } = outcome.error;
  return what === 'states' ? undefined : what.after;
}
