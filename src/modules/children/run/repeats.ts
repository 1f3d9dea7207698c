import { type Once } from '../../../core/coordination/once';
import { ONCE_MS } from '../../../core/coordination/keptRequests';
import { coordinationError } from '../../../core/coordination/coordinationError';

/** What came of a request, now or when it was first made. */
export interface Repeated<T> {
  readonly value: T;
  readonly isReplay: boolean;
}

interface Kept<T> {
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: Promise<T>;
}

/** Does requests with a key once, for as long as the program runs: what failed is done again. */
export class Repeats {
  readonly #kept = new Map<string, Kept<unknown>>();

  /** @throws {Refusal} E-IDEMPOTENCY-CONFLICT, and what `run` throws */
  async run<T>(once: Once | undefined, now: number, run: () => Promise<T>): Promise<Repeated<T>> {
    if (once === undefined) return { value: await run(), isReplay: false };
    for (const [key, { at }] of this.#kept) if (now - at > ONCE_MS) this.#kept.delete(key);
    const earlier = this.#kept.get(once.key);
    if (earlier !== undefined) {
      if (earlier.hash !== once.hash)
        throw coordinationError('E-IDEMPOTENCY-CONFLICT', {
          message: 'This idempotency key was already used for a different request.',
          hint: 'use a new idempotency_key',
        });
      return { value: (await earlier.value) as T, isReplay: true };
    }
    const value = run();
    this.#kept.set(once.key, { hash: once.hash, at: now, value });
    value.catch(() => this.#kept.delete(once.key));
    return { value: await value, isReplay: false };
  }
}
