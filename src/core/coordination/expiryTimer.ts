import type { Clock, Instant } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { Log } from '../support/log';

/** Longest a timer waits, so that no machine's limit is met; then it looks again. */
const MAX_WAIT_MS = 86_400_000;
/** After a failure, e.g. a full disk, it is tried again this much later (chosen here). */
const RETRY_MS = 30_000;

/** What time does to a state: entries of a board, locks, transactions. */
interface Expiring {
  /** When the next one's time is over. */
  earliest(): Instant | undefined;
  /** Records what is over. */
  expire(): Promise<void>;
}

/** Has it recorded that something is over: when somebody looks, and when their time comes, so that watchers hear of it. */
export class ExpiryTimer implements Disposable {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #expiring: Expiring;
  #timer: Disposable | undefined;
  #timerIsFor: Instant | undefined;
  #settling: Promise<boolean> | undefined;
  #isDisposed = false;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }, expiring: Expiring) {
    this.#clock = clock;
    this.#log = log;
    this.#expiring = expiring;
    this.follow();
  }

  /**
   * Records what is over, if anything is. Where that fails (a read-only journal) it says false, and what is over is merely
   * not shown.
   */
  async settle(): Promise<boolean> {
    const earliest = this.#expiring.earliest();
    if (earliest === undefined || earliest > this.#clock.now()) return true;
    this.#settling ??= this.#expire();
    return await this.#settling;
  }

  /** To be called when the earliest end may be another one. */
  follow(): void {
    const earliest = this.#expiring.earliest();
    if (earliest === this.#timerIsFor) return;
    this.#wait(earliest, 0);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  #wait(until: Instant | undefined, atLeastMs: number): void {
    this.#timer?.dispose();
    this.#timerIsFor = until;
    if (until === undefined || this.#isDisposed) return;
    const delayMs = Math.min(Math.max(until - this.#clock.now(), atLeastMs), MAX_WAIT_MS);
    this.#timer = this.#clock.after(delayMs, () => void this.#ring());
  }

  /** Never rejects. */
  async #ring(): Promise<void> {
    const isDone = await this.settle();
    this.#wait(this.#expiring.earliest(), isDone ? 0 : RETRY_MS);
  }

  async #expire(): Promise<boolean> {
    try {
      await this.#expiring.expire();
      return true;
    } catch (error) {
      this.#log.debug('What is over could not be recorded as such', { error: String(error) });
      return false;
    } finally {
      this.#settling = undefined;
    }
  }
}
