import type { Clock } from '../../support/clock';
import type { Disposable } from '../../support/disposable';
import type { UpstreamConnection } from './upstream';

/** How often a running server is asked, how long it may take, how often it may fail to. */
const PING_EVERY_MS = 30_000;
const PING_TIMEOUT_MS = 2_000;
const MOST_MISSES = 3;

/** So much later than it should have, in milliseconds, something happens only after the machine slept, or hung itself. */
const SLEPT_MS = 5_000;

/** A moment on both clocks: one of them stands still while the machine sleeps, which one depends on the system. */
interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** Pings a server until it is disposed, and tells once when the server no longer answers. */
export class HealthWatch implements Disposable {
  readonly #connection: Pick<UpstreamConnection, 'ping'>;
  readonly #clock: Clock;
  readonly #onSilent: (reason: string) => void;
  #timer: Disposable;
  #misses = 0;
  #isDisposed = false;

  /** `onSilent` gets the reason, for people. */
  constructor(
    connection: Pick<UpstreamConnection, 'ping'>,
    clock: Clock,
    onSilent: (reason: string) => void,
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#onSilent = onSilent;
    this.#timer = this.#schedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.dispose();
  }

  #schedule(): Disposable {
    const from = this.#now();
    return this.#clock.after(PING_EVERY_MS, () => {
      // What was missed before the machine slept says nothing about now.
      if (this.#hasSlept(from, PING_EVERY_MS)) this.#misses = 0;
      void this.#round(); // Never rejects.
    });
  }

  async #round(): Promise<void> {
    const from = this.#now();
    try {
      await this.#connection.ping(PING_TIMEOUT_MS);
      this.#misses = 0;
    } catch (error) {
      // A ping that the machine slept through was not missed by the server.
      this.#misses = this.#hasSlept(from, PING_TIMEOUT_MS) ? 0 : this.#misses + 1;
      if (this.#misses >= MOST_MISSES && !this.#isDisposed) {
        const words = error instanceof Error ? error.message : '';
        this.#onSilent(`It didn't answer ${MOST_MISSES} pings in a row. ${words}`.trimEnd());
        return;
      }
    }
    if (!this.#isDisposed) this.#timer = this.#schedule();
  }

  #hasSlept(from: Moment, expectedMs: number): boolean {
    const to = this.#now();
    const tookMs = Math.max(to.wallMs - from.wallMs, to.monotonicMs - from.monotonicMs);
    return tookMs > expectedMs + SLEPT_MS;
  }

  #now(): Moment {
    return { wallMs: this.#clock.now(), monotonicMs: this.#clock.monotonicMs() };
  }
}
