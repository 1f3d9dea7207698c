import type { ToolDefinition } from '../../core/registry/tool';
import type { Clock } from '../../core/support/clock';
import { type Disposable, disposable } from '../../core/support/disposable';

/** How long an answer waits for the client to ask for its new list, in milliseconds (measured: agents take 1 to 100). */
const RELIST_MS = 300;

type Tools = readonly ToolDefinition[];

interface Waiting {
  /** The list has come: what is left is to settle. */
  settle(): void;
}

/**
 * Which list of tools a client has: when to tell it of another one, and when it has taken that. The same definitions are the same
 * objects in every list.
 */
export class ClientList {
  readonly #clock: Clock;
  readonly #relistMs: number;
  readonly #waiting = new Set<Waiting>();
  /** The newest list that went out, and when. */
  #taken: { readonly list: Tools; readonly atMs: number } | undefined;
  /** The newest list that the client knows to exist. */
  #told: Tools | undefined;
  /** False once the client let a new list lie: many never ask again, and nobody waits for them twice. */
  #relists = true;

  /** `relistMs`: another patience, with a client that is known to ask. */
  constructor(clock: Clock, relistMs = RELIST_MS) {
    this.#clock = clock;
    this.#relistMs = relistMs;
  }

  /** The client asked for its list and is given this one. */
  taken(list: Tools): void {
    if (this.#taken && this.#told !== this.#taken.list) this.#relists = true;
    this.#taken = { list, atMs: this.#clock.monotonicMs() };
    this.#told = list;
    for (const waiting of this.#waiting) waiting.settle();
  }

  /** Whether the client has to be told that this is its list now. It counts as told then. */
  isNews(current: () => Tools): boolean {
    // It never listed: whatever there is now is news, and nothing has to be made for it.
    if (!this.#told) return true;
    const list = current();
    if (isSame(list, this.#told)) return false;
    this.#told = list;
    return true;
  }

  /**
   * Whether the client has the list that is current. Waits for a client that asks for it at once.
   * @param settleMs how long the client takes to use a new list, in milliseconds
   */
  async isTaken(current: () => Tools, settleMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#taken) return false; // It never listed: there is no list to be renewed.
    if (this.#has(current())) return await this.#settled(settleMs, signal);
    if (!this.#relists) return false;
    return await new Promise<boolean>(resolve => {
      const done = (isTaken: boolean): void => {
        this.#waiting.delete(waiting);
        limit.dispose();
        aborted.dispose();
        resolve(isTaken);
      };
      let limit = this.#clock.after(this.#relistMs, () => {
        this.#relists = false;
        done(false);
      });
      const aborted = onAbort(signal, () => done(false));
      const waiting: Waiting = {
        settle: () => {
          if (!this.#has(current())) return;
          limit.dispose();
          limit = this.#clock.after(settleMs, () => done(true));
        },
      };
      this.#waiting.add(waiting);
    });
  }

  #has(list: Tools): boolean {
    return this.#taken !== undefined && isSame(this.#taken.list, list);
  }

  /** The list came before anybody waited for it. */
  async #settled(settleMs: number, signal: AbortSignal): Promise<boolean> {
    const leftMs = settleMs - (this.#clock.monotonicMs() - (this.#taken?.atMs ?? 0));
    if (leftMs <= 0) return true;
    return await new Promise<boolean>(resolve => {
      const done = (): void => {
        timer.dispose();
        aborted.dispose();
        resolve(true);
      };
      const timer = this.#clock.after(leftMs, done);
      const aborted = onAbort(signal, done);
    });
  }
}

function onAbort(signal: AbortSignal, run: () => void): Disposable {
  signal.addEventListener('abort', run, { once: true });
  return disposable(() => signal.removeEventListener('abort', run));
}

function isSame(a: Tools, b: Tools): boolean {
  return a.length === b.length && a.every((definition, i) => definition === b[i]);
}
