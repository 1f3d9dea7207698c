import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { Lost, unreachable } from './pgErrors';
import { showOneself, shownName } from './pgMembers';
import { lastByOthers } from './pgNews';
import { prepareSchema, type Rights, rightsOf } from './pgSchema';
import type { Session } from './pgSession';

/** Pauses between two tries to connect, in milliseconds (chosen here: with the wait for a connection, a return is noticed within 5 s). */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Where the server is there but of no use, such as without our tables. */
const USELESS_PAUSE_MS = 3_000;
/** How often the connection is tried while nothing is heard, and how long an answer may take (chosen here). */
const PULSE_MS = 5_000;
/** How long is waited until it shows whether the database is there (chosen here: a pulse that finds nobody, and a try to connect). */
const FOUND_WITHIN_MS = 15_000;
/** A clock that is off by more has been set (chosen here). */
const JUMP_MS = 1_000;
/** Notifications come in bursts: after the first one, one look in so long is enough (chosen here). */
const SETTLE_MS = 10;

/** What the presence of a database is made of. */
export interface PresenceParts {
  readonly open: (lost: (session: Session) => void) => Promise<Session>;
  readonly place: string;
  readonly workspace: string;
  /** Of letters and digits: what appends are told by. */
  readonly channel: string;
  /** How many agents use this program now: told to the others with each pulse. */
  readonly agents: () => number;
  /** Who we are among those who append. */
  readonly writer: string;
  readonly clock: Clock;
  readonly log: Log;
}

const PULSE = `SELECT last, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, set_config('application_name', $2, false)
  FROM switchyard.workspaces WHERE id = $1`;

/** Knows whether the database is there, by a connection that listens, and connects again whenever it has gone. */
export class PgPresence implements Disposable {
  readonly #parts: PresenceParts;
  readonly #news: Emitter<undefined>;
  readonly #changed: Emitter<undefined>;
  readonly #first = Promise.withResolvers<undefined>();
  #refusal: Refusal | undefined;
  #rights: Rights = { readOnlyReason: undefined, mayCompact: false };
  #gone = goneLater();
  #back = Promise.withResolvers<undefined>();
  #isHere = false;
  #session: Session | undefined;
  #mark = 0;
  #seen = 0;
  #offsetMs = 0;
  /** Our times when that was measured. */
  #measured: { readonly nowMs: number; readonly monotonicMs: number } | undefined;
  #settling: Disposable | undefined;
  /** How far the log has got by what was heard. */
  #heardOf = 0;
  /** When listeners were told last. */
  #toldMs = Number.NEGATIVE_INFINITY;
  #isDisposed = false;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
    this.#news = new Emitter(error =>
      parts.log.error('A listener of the journal failed', { error: String(error) }),
    );
    this.#changed = new Emitter(error =>
      parts.log.error('A listener of the connection failed', { error: String(error) }),
    );
    void this.#run();
  }

  /** Resolves when the first try to connect has ended, well or not. */
  get firstTry(): Promise<unknown> {
    return this.#first.promise;
  }

  /** Why nothing reaches the database now; undefined while it can be tried. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  get rights(): Rights {
    return this.#rights;
  }

  /** Rejects with `Lost` when the database is found to have gone. */
  get gone(): Promise<never> {
    return this.#gone.promise;
  }

  /** Another number after each append of others. */
  get mark(): number {
    return this.#mark;
  }

  /** Others may have appended up to this event. */
  heardOf(last: number): void {
    if (last > this.#seen) this.#tell(last);
  }

  /** Measures that again where our clock was set since, or the machine slept: what is recorded next would have a wrong time. */
  async timed(): Promise<void> {
    if (this.#measured === undefined || this.#session === undefined) return;
    const { clock } = this.#parts;
    const { nowMs, monotonicMs } = this.#measured;
    const jumpedMs = clock.now() - nowMs - (clock.monotonicMs() - monotonicMs);
    if (Math.abs(jumpedMs) > JUMP_MS) await Promise.race([this.#pulse(this.#session), this.gone]);
  }

  /** How far the clock of the database is ahead of ours, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Everything up to this event is known here, whoever appended it. */
  saw(seq: number): void {
    this.#seen = Math.max(this.#seen, seq);
  }

  onNews(listener: () => void): Disposable {
    return this.#news.event(listener);
  }

  /** Hears when what can be done with the database, or why nothing can, is another than before. */
  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  /** Waits for the database. False where it is not there within this time. */
  async isBackWithin(limitMs: number): Promise<boolean> {
    if (this.#isHere) return true;
    const late = Promise.withResolvers<undefined>();
    const timer = this.#parts.clock.after(limitMs, () => late.resolve(undefined));
    await Promise.race([this.#back.promise, late.promise]);
    timer.dispose();
    return this.#isHere;
  }

  /** Connects anew, and waits until that has ended, well or not. */
  async found(): Promise<void> {
    if (this.#refusal !== undefined) return;
    this.suspect();
    const away = Promise.withResolvers<undefined>();
    const listening = this.onDidChange(() => away.resolve(undefined));
    await Promise.race([this.isBackWithin(FOUND_WITHIN_MS), away.promise]);
    listening.dispose();
  }

  /** A statement found the database gone: until it is there again, `isBackWithin` waits. */
  suspect(): void {
    if (!this.#isHere) return;
    this.#isHere = false;
    this.#session?.close();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#settling?.dispose();
    this.#session?.close();
    this.#back.resolve(undefined);
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isDisposed) {
      try {
        await this.#connectAndStay();
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        this.#away(error);
        pauseMs = error instanceof Lost ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : USELESS_PAUSE_MS;
      }
      this.#first.resolve(undefined);
      if (!this.#isDisposed) await new Promise<void>(resolve => void clock.after(pauseMs, resolve));
    }
  }

  /** Resolves when the connection has gone, rejects where there was none. */
  async #connectAndStay(): Promise<void> {
    const { open, place, workspace, channel, agents } = this.#parts;
    const ended = Promise.withResolvers<undefined>();
    const session = await open(() => ended.resolve(undefined));
    this.#session = session;
    try {
      await session.listen(channel, payload => this.#heard(payload));
      const rights = await prepareSchema(session, place);
      if (rights.readOnlyReason === undefined)
        await session.rows('INSERT INTO switchyard.workspaces (id) VALUES ($1) ON CONFLICT DO NOTHING', [
          workspace,
        ]);
      await showOneself(session, channel, agents());
      await this.#pulse(session);
      this.#here(rights);
      while (!(await this.#hasEndedWithin(ended.promise, PULSE_MS)))
        if (!(await this.#answers(session, ended.promise)) || !(await this.#hasRights(session))) break;
    } finally {
      this.#isHere = false;
      this.#session = undefined;
      session.close();
      // Connections beside it may be dead without a word, as it was.
      this.#lose('the connection was lost');
    }
  }

  /** False where rights that were missed have come: the connection is made anew with them. */
  async #hasRights(session: Session): Promise<boolean> {
    const { readOnlyReason } = this.#rights;
    if (readOnlyReason === undefined) return true;
    const now = await rightsOf(session, `the team's journal in PostgreSQL at ${this.#parts.place}`);
    return now.readOnlyReason === readOnlyReason;
  }

  async #answers(session: Session, ended: Promise<unknown>): Promise<boolean> {
    const pulse = this.#pulse(session).then(
      () => true,
      () => false,
    );
    const late = this.#hasEndedWithin(ended, PULSE_MS).then(() => false);
    return await Promise.race([pulse, late]);
  }

  async #hasEndedWithin(ended: Promise<unknown>, limitMs: number): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = this.#parts.clock.after(limitMs, () => late.resolve(false));
    const has = await Promise.race([ended.then(() => true), late.promise]);
    timer.dispose();
    return has;
  }

  /** Finds what no notification told of, such as behind a pooler, and how far the clocks are apart. */
  async #pulse(session: Session): Promise<void> {
    const { clock, workspace, channel, agents } = this.#parts;
    const measured = { nowMs: clock.now(), monotonicMs: clock.monotonicMs() };
    const values = [workspace, shownName(channel, agents())];
    const [row] = await session.rows<{ last: number; now: number }>(PULSE, values);
    if (row === undefined) return;
    const tookMs = clock.monotonicMs() - measured.monotonicMs;
    this.#offsetMs = Math.round(row.now - measured.nowMs - tookMs / 2);
    this.#measured = measured;
    this.heardOf(row.last);
  }

  #here(rights: Rights): void {
    const { log, place } = this.#parts;
    if (this.#refusal !== undefined)
      log.info("The team's journal is there again", { place, readOnly: rights.readOnlyReason !== undefined });
    const isChanged = this.#refusal !== undefined || rights.readOnlyReason !== this.#rights.readOnlyReason;
    this.#rights = rights;
    this.#refusal = undefined;
    this.#isHere = true;
    this.#back.resolve(undefined);
    this.#back = Promise.withResolvers<undefined>();
    this.#first.resolve(undefined);
    // What was appended while nobody listened.
    this.#tell();
    if (isChanged) this.#changed.fire(undefined);
  }

  #away(error: unknown): void {
    const { log, place } = this.#parts;
    if (this.#isDisposed) return;
    const refusal = error instanceof Lost ? unreachable(place, error.why) : error;
    if (!Refusal.is(refusal)) {
      log.error('The journal of the team failed', { error: String(error) });
      return;
    }
    const isChanged = this.#refusal?.message !== refusal.message;
    if (isChanged) log.warn(refusal.message);
    this.#refusal = refusal;
    this.#lose(error instanceof Lost ? error.why : 'it is of no use now');
    if (isChanged) this.#changed.fire(undefined);
  }

  #lose(why: string): void {
    this.#gone.reject(new Lost(why));
    this.#gone = goneLater();
  }

  #heard(news: string): void {
    const last = lastByOthers(news, this.#parts.writer);
    if (last !== undefined) this.heardOf(last);
  }

  /** There is something new up to `last`, or who knows what. */
  #tell(last = Number.POSITIVE_INFINITY): void {
    this.#mark += 1;
    this.#heardOf = Math.max(this.#heardOf, last);
    if (this.#settling !== undefined) return;
    const { clock } = this.#parts;
    const pauseMs = Math.max(0, this.#toldMs + SETTLE_MS - clock.monotonicMs());
    this.#settling = clock.after(pauseMs, () => {
      this.#settling = undefined;
      this.#toldMs = clock.monotonicMs();
      // Whoever records takes in what others did as well.
      const isNew = this.#heardOf > this.#seen;
      this.#heardOf = 0;
      if (isNew) this.#news.fire(undefined);
    });
  }
}

/** A promise that is only ever rejected, and that nobody has to wait for. */
function goneLater(): PromiseWithResolvers<never> {
  const later = Promise.withResolvers<never>();
  later.promise.catch(() => undefined);
  return later;
}
