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
      const result = await Promise.race([work(session), gone]);
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
