import type { Clock } from '../../core/support/clock';

const MINUTE_MS = 60_000;

/** Counts what each user asks for, minute by minute. */
export class CallRate {
  readonly #most: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #counts = new Map<string, number>();
  #startedMs = 0;

  /** @param most calls of a user in a minute; 0: any number */
  constructor(most: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#most = most;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
  }

  /** Counts one call. Undefined where it may be made, else the seconds until the next one may. */
  take(user: string): number | undefined {
    if (this.#most === 0) return undefined;
    const now = this.#clock.monotonicMs();
    if (now - this.#startedMs >= MINUTE_MS) {
      this.#counts.clear();
      this.#startedMs = now;
    }
    const count = this.#counts.get(user) ?? 0;
    if (count >= this.#most) return Math.ceil((this.#startedMs + MINUTE_MS - now) / 1_000);
    this.#counts.set(user, count + 1);
    return undefined;
  }
}
