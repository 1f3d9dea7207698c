import type { Clock } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';
import type { Bus } from './bus';
import type { Domain } from './domain';
import { type AnyDomain, type AnyFact, DomainStates } from './domainStates';
import type { Correlation, Event } from './event';
import type { EventRow, EventStore, StoreTransaction } from './eventStore';
import type { Journal } from './journal';
import { OneAtATime } from './oneAtATime';
import { StateSnapshots } from './stateSnapshots';

/** Events read at a time, so that a long replay lets others run in between (chosen here). */
const BATCH = 1_000;

/** Saving states waits for the rush to pass in which it became due, such as the start of the program (chosen here). */
const SAVE_AFTER_MS = 1_000;

/** What a journal is made of. */
export interface JournalParts {
  /** Every domain of this program. Events of others are passed over and kept. */
  readonly domains: readonly AnyDomain[];
  readonly store: EventStore;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  /** Version of this program. States saved by another build are not trusted: their shape may have changed. */
  readonly build: string;
}

/** The journal over a durable log that other processes may write to as well. Memory never knows more than the disk. */
export class LiveJournal implements Journal, Disposable {
  readonly #parts: JournalParts;
  readonly #states: DomainStates;
  readonly #snapshots: StateSnapshots;
  readonly #queue = new OneAtATime();
  #tooNew: string | undefined;
  #saving: Disposable | undefined;

  private constructor(parts: JournalParts) {
    this.#parts = parts;
    this.#states = new DomainStates(parts.domains, parts.log);
    this.#snapshots = new StateSnapshots(parts.store, this.#states, parts.build, parts.log);
  }

  /** The journal with everything that the log holds taken in. @throws {Refusal} journal-damaged, and what reading the log refuses. */
  static async open(parts: JournalParts): Promise<LiveJournal> {
    const journal = new LiveJournal(parts);
    await journal.#replay();
    return journal;
  }

  /** The last event that the states know. */
  get seq(): number {
    return this.#states.seq;
  }

  /** Why commits are refused and what to do about it; undefined while they are not. */
  get readOnlyReason(): string | undefined {
    return this.#tooNew ?? this.#parts.store.readOnlyReason;
  }

  read<State, Wish, Fact extends AnyFact>(domain: Domain<State, Wish, Fact>): State {
    return this.#states.of(domain);
  }

  commit<State, Wish, Fact extends AnyFact>(
    domain: Domain<State, Wish, Fact>,
    wish: Wish,
    origin: Correlation = {},
  ): Promise<readonly Fact[]> {
    return this.#queue.run(async () => {
      this.#refuseReadOnly();
      const news: Event[] = [];
      let appended: readonly EventRow[];
      try {
        appended = await this.#parts.store.transact(domain.durability, transaction => {
          this.#takeIn(transaction.eventsAfter(this.seq), news);
          this.#refuseReadOnly();
          return this.#append(transaction, domain, wish, origin);
        });
      } finally {
        this.#publish(news);
      }
      const own: Event[] = [];
      this.#takeIn(appended, own);
      this.#publish(own);
      this.#saveWhenDue();
      // What the log gives back for a fact of this domain is a fact of this domain.
      return own.map(event => event.payload as Fact);
    });
  }

  /** Takes in what other processes appended, and publishes it. */
  catchUp(): Promise<void> {
    return this.#queue.run(async () => {
      for (;;) {
        const rows = this.#tooNew === undefined ? await this.#parts.store.eventsAfter(this.seq, BATCH) : [];
        const news: Event[] = [];
        this.#takeIn(rows, news);
        this.#publish(news);
        if (rows.length < BATCH) break;
      }
      this.#saveWhenDue();
    });
  }

  /** The durable history after an event, oldest first, at most `limit` events, payloads in today's form. */
  async eventsAfter(seq: number, limit: number): Promise<readonly Event[]> {
    return (await this.#parts.store.eventsAfter(seq, limit)).map(row =>
      this.#event(row, this.#states.fact(row)),
    );
  }

  /** Leaves the store alone, which is the caller's. */
  dispose(): void {
    this.#saving?.dispose();
  }

  async #replay(): Promise<void> {
    await this.#snapshots.restore();
    for (;;) {
      const rows = await this.#parts.store.replayAfter(this.seq, BATCH);
      this.#tooNew = this.#states.replay(rows);
      if (this.#tooNew !== undefined) return;
      if (rows.length < BATCH) break;
    }
    this.#saveWhenDue();
  }

  #append<State, Wish, Fact extends AnyFact>(
    transaction: StoreTransaction,
    domain: Domain<State, Wish, Fact>,
    wish: Wish,
    origin: Correlation,
  ): readonly EventRow[] {
    const ts = this.#parts.clock.now();
    const rows = domain.decide(this.#states.of(domain), wish, ts).map((fact, i) => ({
      ...origin,
      seq: this.seq + i + 1,
      ts,
      stream: domain.name,
      kind: fact.type,
      cat: domain.name,
      level: 'info' as const,
      ...domain.label?.(fact),
      payload: JSON.stringify(fact),
      v: domain.version,
    }));
    for (const row of rows) transaction.append(row);
    return rows;
  }

  /** Evolves the states by what is on disk, as it was written there, and says what to publish. */
  #takeIn(rows: readonly EventRow[], news: Event[]): void {
    for (const row of rows) {
      const reason = this.#states.tooNew(row);
      if (reason !== undefined) {
        this.#tooNew = reason;
        news.push(this.#becameReadOnly(reason));
        return;
      }
      const fact = this.#states.fact(row);
      this.#states.apply(row, fact);
      news.push(this.#event(row, fact));
    }
  }

  #event(row: EventRow, payload: unknown): Event {
    return { ...row, payload, v: this.#states.version(row) };
  }

  #becameReadOnly(reason: string): Event {
    this.#parts.log.warn('The journal became read-only', { reason });
    return {
      seq: null,
      ts: this.#parts.clock.now(),
      stream: 'journal',
      kind: 'becameReadOnly',
      cat: 'journal',
      level: 'warn',
      payload: { type: 'becameReadOnly', reason },
      v: 1,
    };
  }

  #publish(events: readonly Event[]): void {
    for (const event of events) this.#parts.bus.publish(event);
  }

  #saveWhenDue(): void {
    if (!this.#snapshots.isDue || this.#saving !== undefined || this.readOnlyReason !== undefined) return;
    this.#saving = this.#parts.clock.after(SAVE_AFTER_MS, () => {
      this.#saving = undefined;
      // Nobody waits for it: `save` tells the log where it fails.
      void this.#queue.run(() => this.#snapshots.save());
    });
  }

  #refuseReadOnly(): void {
    if (this.readOnlyReason !== undefined) throw new Refusal('journal-read-only', this.readOnlyReason);
  }
}
