import type { Disposable } from '../../core/support/disposable';
import { Lost } from './pgErrors';
import type { Session } from './pgSession';

/** Connections beside the one that listens (chosen here: a commit, a reader, and a compaction). */
const MOST = 3;

/** A few connections, each used by one at a time and kept for the next. */
export class PgSessions implements Disposable {
  readonly #open: (lost: (session: Session) => void) => Promise<Session>;
  readonly #idle: Session[] = [];
  readonly #gone = new WeakSet<Session>();
  readonly #waiting: (() => void)[] = [];
  readonly #losing = new WeakMap<Promise<never>, Set<(error: unknown) => void>>();
  #count = 0;
  #isDisposed = false;

  constructor(open: (lost: (session: Session) => void) => Promise<Session>) {
    this.#open = open;
  }

  /**
   * Lends a connection. Where `gone` rejects first, the connection is given up, whatever it waits for.
   * @throws {Lost} where there is none to be had, and what `work` throws
   */
  async use<R>(gone: Promise<never>, work: (session: Session) => Promise<R>): Promise<R> {
    const session = await this.#take();
    let isSound = false;
    try {
      const result = await this.#unless(gone, work(session));
      isSound = true;
      return result;
    } catch (error) {
      isSound = !(error instanceof Lost);
      throw error;
    } finally {
      this.#give(session, isSound);
    }
  }

  /** Lets go of those that nobody uses: they lead to a server that has gone. */
  drop(): void {
    for (const session of this.#idle.splice(0)) this.#end(session);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.drop();
  }

  /** `Promise.race` would keep what it came to for as long as `gone` is open, which may be days. */
  async #unless<R>(gone: Promise<never>, work: Promise<R>): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const losing = this.#losing.get(gone) ?? this.#follow(gone);
    losing.add(reject);
    work.then(resolve, reject);
    try {
      return await promise;
    } finally {
      losing.delete(reject);
    }
  }

  #follow(gone: Promise<never>): Set<(error: unknown) => void> {
    const losing = new Set<(error: unknown) => void>();
    this.#losing.set(gone, losing);
    gone.catch((error: unknown) => {
      this.#losing.delete(gone);
      // What nobody uses leads to the same server.
      this.drop();
      for (const reject of losing) reject(error);
    });
    return losing;
  }

  async #take(): Promise<Session> {
    for (;;) {
      if (this.#isDisposed) throw new Lost('the program ends');
      const idle = this.#idle.pop();
      if (idle !== undefined) {
        if (!this.#gone.has(idle)) return idle;
        this.#end(idle);
        continue;
      }
      if (this.#count < MOST) break;
      await new Promise<void>(resolve => void this.#waiting.push(resolve));
    }
    this.#count += 1;
    try {
      return await this.#open(session => this.#gone.add(session));
    } catch (error) {
      this.#left();
      throw error;
    }
  }

  #give(session: Session, isSound: boolean): void {
    if (!isSound || this.#gone.has(session) || this.#isDisposed) return this.#end(session);
    this.#idle.push(session);
    this.#waiting.shift()?.();
  }

  #end(session: Session): void {
    session.close();
    this.#left();
  }

  #left(): void {
    this.#count -= 1;
    this.#waiting.shift()?.();
  }
}
