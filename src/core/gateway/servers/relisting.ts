import type { CatalogEntry } from '../../catalog/entry/entry';
import type { Clock } from '../../support/clock';
import type { Disposable } from '../../support/disposable';
import type { UpstreamConnection } from '../upstream/upstream';

/** A burst of changes is one change; a server that never stops changing is listed so often. */
const COALESCE_MS = 300;
const EVERY_MS = 2_000;

interface Waiting {
  /** Pulled when the connection is gone. */
  readonly gone: AbortController;
  timer?: Disposable;
  lastMs?: number;
  /** Makes the listing that `timer` is for. */
  listNow?: () => void;
  /** The listing that was begun last; it may be over. */
  listing?: Promise<void>;
}

/** Lists again what servers say has changed: soon, not too often, and not once their connection is gone. */
export class Relisting {
  readonly #clock: Clock;
  readonly #list: (entry: CatalogEntry, connection: UpstreamConnection, gone: AbortSignal) => Promise<void>;
  readonly #waiting = new Map<UpstreamConnection, Waiting>();

  /** `list` never rejects. */
  constructor(
    clock: Clock,
    list: (entry: CatalogEntry, connection: UpstreamConnection, gone: AbortSignal) => Promise<void>,
  ) {
    this.#clock = clock;
    this.#list = list;
  }

  /** The server says that its tools are others now. */
  changed(entry: CatalogEntry, connection: UpstreamConnection): void {
    const waiting = this.#waiting.get(connection) ?? { gone: new AbortController() };
    this.#waiting.set(connection, waiting);
    // It is listed after this moment, so this change is seen too.
    if (waiting.timer !== undefined) return;
    const nowMs = this.#clock.monotonicMs();
    const restMs = waiting.lastMs === undefined ? 0 : waiting.lastMs + EVERY_MS - nowMs;
    const listNow = (): void => {
      waiting.timer?.dispose();
      delete waiting.timer;
      delete waiting.listNow;
      waiting.lastMs = this.#clock.monotonicMs();
      // Not waited for: a listing that hangs does not keep a newer one from being made.
      waiting.listing = this.#list(entry, connection, waiting.gone.signal);
    };
    waiting.listNow = listNow;
    waiting.timer = this.#clock.after(Math.max(COALESCE_MS, restMs), listNow);
  }

  /** Somebody needs to know now: what is due is listed at once. Resolves when that, or what is under way, is over. */
  async settle(connection: UpstreamConnection): Promise<void> {
    const waiting = this.#waiting.get(connection);
    waiting?.listNow?.();
    await waiting?.listing;
  }

  /** The connection is gone: nothing is asked of it any more, and what it still answers does not count. */
  dropped(connection: UpstreamConnection): void {
    const waiting = this.#waiting.get(connection);
    if (waiting === undefined) return;
    this.#waiting.delete(connection);
    waiting.timer?.dispose();
    waiting.gone.abort(new Error('The connection is gone.'));
  }
}
