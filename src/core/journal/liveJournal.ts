import type { Clock } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';
import type { Bus } from './bus';
import { CommitLine, type Decided, type Waiting } from './commitLine';
import type { Domain, Durability, TidyScope } from './domain';
import { DomainStates } from './domainStates';
import type { AnyDomain, AnyFact } from './slot';
import type { Correlation, Event, EventLevel } from './event';
import {
  type EventRow,
  type EventStore,
  isPast,
  type Keep,
  type ReplayRow,
  type SavedState,
  type StoreTransaction,
  streamOf,
} from './eventStore';
import type { Journal, JournalFigures } from './journal';
import { Compactor } from './compactor';
import { type History, NO_HISTORY } from './history';
import { OneAtATime } from '../support/oneAtATime';
import { RETENTION_DAYS } from './retention';
import type { Restoring } from './restoring';

/** Events read at a time, so that a long replay lets others run in between (chosen here). */
const BATCH = 1_000;

const DAY_MS = 86_400_000;

/** How long a copy of a log can be put back that lost something (chosen here; the message says so). */
const AFTER_LOSS_MS = 30 * DAY_MS;

/** What a journal is made of. */
export interface JournalParts {
  /** Every domain of this program. Events of others are passed over and kept. */
  readonly domains: readonly AnyDomain[];
  readonly store: EventStore;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  /** What is left of events whose content lies in saved states: nothing, where nobody says. */
  readonly history?: History;
  /** Days for which it is left. */
  readonly retentionDays?: () => number;
}

/** The journal over a durable log that other processes may write to as well. Memory never knows more than the disk. */
export class LiveJournal implements Journal, Disposable {
  readonly #parts: JournalParts;
  readonly #states: DomainStates;
  readonly #compactor: Compactor;
  readonly #queue = new OneAtATime();
  readonly #line: CommitLine;
  #isNextCalled = false;
  #tooNew: string | undefined;
  /** The last event that was published. */
  #told = 0;
  /** Nothing could be read yet: what is in the log is history. */
  #isLate = false;
  /** Since then, what a start does last is not done. */
  #owesStart = false;
  /** What the store showed when all that others had written was taken in. */
  #mark: unknown;

  private constructor(parts: JournalParts) {
    this.#parts = parts;
    this.#states = new DomainStates(parts.domains, parts.log);
    this.#line = new CommitLine(this.#states, parts.clock, parts.store.isShared ?? false);
    this.#compactor = new Compactor({
      ...parts,
      streams: this.#states.streams,
      refusal: () => this.#notCompactable(),
      tidied: scope => this.#tidied(scope),
      keep: this.#keep,
      isWanted: run => this.#history.isWanted(run, this.#read),
      retentionMs: () => this.#retentionDays * DAY_MS,
    });
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

  /**
   * A log that can only be read may be a copy, or nothing at all; one that was out of reach at the start is read later. Of one that lost
   * something a person may put a copy back.
   */
  get isWhole(): boolean {
    const { store, clock } = this.#parts;
    const { lostAt = 0 } = store;
    const isMended = lostAt === 0 || clock.now() - lostAt >= AFTER_LOSS_MS;
    return isMended && !this.#owesStart && this.#notCompactable() === undefined;
  }

  read<State, Wish, Fact extends AnyFact>(domain: Domain<State, Wish, Fact>): State {
    return this.#states.of(domain);
  }

  async commit<State, Wish, Fact extends AnyFact>(
    domain: Domain<State, Wish, Fact>,
    wish: Wish,
    origin: Correlation = {},
  ): Promise<readonly Fact[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly AnyFact[]>();
    const durability = domain.durabilityOf?.(wish) ?? domain.durability;
    this.#line.add({ domain, wish, origin, durability, resolve, reject });
    this.#callNext();
    // What the log gives back for a fact of this domain is a fact of this domain.
    return (await promise) as readonly Fact[];
  }

  /** Those who come until then share what is done. */
  #callNext(): void {
    if (this.#isNextCalled) return;
    this.#isNextCalled = true;
    void this.#queue.run(async () => {
      this.#isNextCalled = false;
      if (this.#line.first !== undefined) await this.#recordNext(this.#line.first);
      if (this.#line.first !== undefined) this.#callNext();
    });
  }

  /** Records what waits, in one transaction. Never rejects: each caller hears of its own. False where that failed. */
  async #recordNext(first: Waiting): Promise<boolean> {
    let all: readonly Decided[];
    try {
      all = await this.#decided(first.durability);
    } catch (error) {
      this.#line.failed(error);
      return false;
    }
    this.#line.took(all);
    this.#isLate = false;
    for (const one of all) this.#end(one);
    this.#compactor.look();
    return true;
  }

  async #decided(durability: Durability): Promise<readonly Decided[]> {
    const news: Event[] = [];
    try {
      this.#refuseReadOnly();
      return await this.#parts.store.transact(durability, transaction => {
        this.#line.begin();
        this.#takeIn(this.#newest(transaction, news), news);
        this.#refuseReadOnly();
        return this.#line.decide(transaction, durability);
      });
    } finally {
      this.#publish(news);
    }
  }

  /** Takes in what was recorded, tells it, and only then lets its caller go on. */
  #end(decided: Decided): void {
    if ('error' in decided) return decided.of.reject(decided.error);
    const own: Event[] = [];
    try {
      this.#takeIn(decided.rows, own, 'now');
      this.#publish(own);
      decided.of.resolve(own.map(({ payload }) => payload as AnyFact));
    } catch (error) {
      decided.of.reject(error);
    }
  }

  async freshen(): Promise<void> {
    await this.#parts.store.ask?.();
    const mark = this.#parts.store.othersMark();
    if (mark !== undefined && mark === this.#mark) return;
    try {
      await this.catchUp();
      this.#mark = mark;
    } catch (error) {
      this.#parts.log.warn('Catching up failed', { error: String(error) });
    }
  }

  /** Takes in what other processes appended, and publishes it. */
  catchUp(): Promise<void> {
    return this.#queue.run(async () => {
      const { first } = this.#line;
      // What is recorded was decided on all that others appended until then.
      if (first !== undefined && !this.#owesStart && (await this.#recordNext(first))) return;
      for (;;) {
        const rows = this.#tooNew === undefined ? await this.#parts.store.eventsAfter(this.seq, BATCH) : [];
        const news: Event[] = [];
        const isBehind = this.#isBehind(rows) && (await this.#takeOver(news));
        if (!isBehind) this.#takeIn(rows, news);
        this.#publish(news);
        if (!isBehind && rows.length < BATCH) break;
      }
      await this.#arrived();
      this.#compactor.look();
    });
  }

  /** The durable history after an event, oldest first, at most `limit` events, payloads in today's form. */
  async eventsAfter(seq: number, limit: number): Promise<readonly Event[]> {
    return (await this.#parts.store.eventsAfter(seq, limit)).map(row =>
      this.#event(row, this.#states.fact(row)),
    );
  }

  /** Makes the file as small as it can be: what was replaced a moment ago goes too. @throws {Refusal} journal-read-only */
  async compact(): Promise<void> {
    const reason = this.#notCompactable();
    if (reason !== undefined) throw new Refusal('journal-read-only', reason);
    await this.#compactor.run('all');
  }

  /** How large the log is. */
  async figures(): Promise<JournalFigures> {
    return { ...(await this.#parts.store.figures()), retentionDays: this.#retentionDays };
  }

  /** Has deleted content leave the file before the program ends, where it has not yet. What fails is done at the next start. */
  async settle(): Promise<void> {
    if (!this.#compactor.owes || this.#notCompactable() !== undefined) return;
    await this.#compactor
      .run('usual')
      .catch((error: unknown) =>
        this.#parts.log.warn('What was deleted leaves the file at the next start', { error: String(error) }),
      );
  }

  /** Leaves the store alone, which is the caller's. */
  dispose(): void {
    this.#compactor.dispose();
  }

  async #replay(): Promise<void> {
    await this.#takeOver([]);
    while (this.#tooNew === undefined) {
      const rows = await this.#parts.store.replayAfter(this.seq, BATCH);
      // Another program may compact between two readings: what it took out of the log is in the states that it saved.
      if (this.#isBehind(rows) && (await this.#takeOver([]))) continue;
      this.#tooNew = this.#states.replay(rows, (row, fact) => this.#count(row, fact, 'now'));
      if (rows.length < BATCH) break;
    }
    this.#told = this.seq;
    this.#isLate = this.#parts.store.isUnread ?? false;
    this.#owesStart = this.#isLate;
    if (this.readOnlyReason === undefined) await this.#compactor.resume();
  }

  /** All that was in a log out of reach has been taken in: what a start does last is done now. */
  async #arrived(): Promise<void> {
    if (!this.#owesStart || this.#parts.store.isUnread === true) return;
    this.#isLate = false;
    this.#owesStart = false;
    if (this.readOnlyReason === undefined) await this.#compactor.resume();
  }

  /** What others appended; where part of it was compacted before we read it, the states that they saved come first. */
  #newest(transaction: StoreTransaction, news: Event[]): readonly EventRow[] {
    for (;;) {
      const rows = transaction.eventsAfter(this.seq);
      if (!this.#isBehind(rows) || this.#tooNew !== undefined) return rows;
      const restoring = this.#states.restoring();
      transaction.readStates(restoring.take);
      // What follows the states may have been compacted again by now: not every transaction keeps others out.
      if (!this.#restored(restoring, news)) return rows;
    }
  }

  /** The same outside of a transaction. False where nobody has saved more than we know. */
  async #takeOver(news: Event[]): Promise<boolean> {
    const restoring = this.#states.restoring();
    await this.#parts.store.readStates(restoring.take);
    return this.#restored(restoring, news);
  }

  #restored(restoring: Restoring, news: Event[]): boolean {
    this.#states.restored(restoring);
    if (restoring.reason !== undefined) {
      this.#tooNew = restoring.reason;
      news.push(this.#becameReadOnly(restoring.reason));
      return true;
    }
    news.push(...this.#caughtUp(restoring.streams));
    return restoring.streams.length > 0;
  }

  #isBehind(rows: readonly Pick<ReplayRow, 'seq' | 'stream'>[]): boolean {
    return rows.some(({ seq, stream }, i) => isPast(stream) || seq !== (rows[i - 1]?.seq ?? this.seq) + 1);
  }

  /** Evolves the states by what is on disk, as it was written there, and says what to publish. */
  #takeIn(rows: readonly EventRow[], news: Event[], erases: 'now' | 'later' = 'later'): void {
    if (this.#tooNew !== undefined) return;
    for (const row of rows) {
      const reason = this.#states.tooNew(row);
      if (reason !== undefined) {
        this.#tooNew = reason;
        news.push(this.#becameReadOnly(reason));
        return;
      }
      const fact = this.#states.fact(row);
      this.#states.apply(row, fact);
      this.#count(row, fact, erases);
      if (row.seq > this.#told && !this.#isLate) news.push(this.#event(row, fact));
      this.#told = Math.max(this.#told, row.seq);
    }
    if (this.#isLate) news.push(...this.#caughtUp(rows.map(({ stream }) => streamOf(stream))));
  }

  /** Whoever follows a stream looks again: what happened in between is not told one by one. */
  #caughtUp(streams: readonly string[]): readonly Event[] {
    return [...new Set(streams)].map(stream => this.#volatile(stream, 'caughtUp', 'debug', {}));
  }

  /** `soonest`: others erase what they deleted themselves, most likely. */
  #count(row: ReplayRow, fact: unknown, soonest: 'now' | 'later'): void {
    this.#compactor.count(row);
    const how = this.#states.erases(row, fact);
    if (how !== undefined) this.#compactor.erase(row.seq, soonest === 'now' ? how : soonest);
  }

  #event(row: EventRow, payload: unknown): Event {
    return { ...row, stream: streamOf(row.stream), payload, v: this.#states.version(row) };
  }

  #becameReadOnly(reason: string): Event {
    this.#parts.log.warn('The journal became read-only', { reason });
    return this.#volatile('journal', 'becameReadOnly', 'warn', { reason });
  }

  #volatile(stream: string, kind: string, level: EventLevel, what: Readonly<Record<string, unknown>>): Event {
    const ts = this.#parts.clock.now();
    return { seq: null, ts, stream, kind, cat: stream, level, payload: { type: kind, ...what }, v: 1 };
  }

  #publish(events: readonly Event[]): void {
    for (const event of events) this.#parts.bus.publish(event);
  }

  readonly #read: Journal['read'] = domain => this.read(domain);

  get #history(): History {
    return this.#parts.history ?? NO_HISTORY;
  }

  get #retentionDays(): number {
    return this.#parts.retentionDays?.() ?? RETENTION_DAYS;
  }

  readonly #keep: Keep = row => {
    const left = this.#history.past(this.#event(row, this.#states.fact(row)), this.#read);
    return left === undefined ? null : { run_id: left.run, payload: JSON.stringify(left.payload) };
  };

  async #tidied(scope: TidyScope): Promise<readonly SavedState[]> {
    for (const { domain, wish } of this.#states.tidying(this.#parts.clock.now(), scope)) {
      await this.commit(domain, wish);
    }
    return await this.#queue.run(() => Promise.resolve(this.#states.save()));
  }

  #notCompactable(): string | undefined {
    return (
      this.readOnlyReason ??
      (this.#states.isSound ? undefined : 'An event could not be taken in, so no event may go: see the log.')
    );
  }

  #refuseReadOnly(): void {
    if (this.readOnlyReason !== undefined) throw new Refusal('journal-read-only', this.readOnlyReason);
  }
}
