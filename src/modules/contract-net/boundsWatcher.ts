import type { Clock, Instant } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import { isSame } from './decideNet';
import type { Bounds } from './netState';

/** Changes of the trails within this time are one, in milliseconds. */
const COALESCE_MS = 50;

/** What the watcher has done since the program started. */
export interface WatcherCounts {
  readonly reason: 'initial' | 'flush' | 'detach';
  readonly receivedUpdates: number;
  /** Updates that another one took along. */
  readonly coalescedUpdates: number;
  /** Flushes after which nothing had changed, or no call was open. */
  readonly skippedRefreshes: number;
  readonly appliedRefreshes: number;
  readonly flushes: number;
  readonly lastBounds: Bounds | null;
}

/** What the watcher stands on. */
export interface WatcherParts {
  readonly clock: Clock;
  readonly bounds: () => Bounds | null;
  readonly hasOpenCalls: () => boolean;
  /** Has open calls take new bounds. */
  readonly refresh: (bounds: Bounds | null) => Promise<void>;
  readonly told: (counts: WatcherCounts) => void;
}

/** Follows the trails, and has open calls take their bounds: at most once in a while, and only where they changed. */
export class BoundsWatcher implements Disposable {
  readonly #parts: WatcherParts;
  #counts: WatcherCounts = {
    reason: 'initial',
    receivedUpdates: 0,
    coalescedUpdates: 0,
    skippedRefreshes: 0,
    appliedRefreshes: 0,
    flushes: 0,
    lastBounds: null,
  };
  #emissions = 0;
  #lastAt: Instant | null = null;
  #waiting: Disposable | undefined;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
  }

  /** What was told last; null before anything was. */
  get last(): {
    readonly emissions: number;
    readonly at: Instant | null;
    readonly counts: WatcherCounts | null;
  } {
    return {
      emissions: this.#emissions,
      at: this.#lastAt,
      counts: this.#lastAt === null ? null : this.#counts,
    };
  }

  /** The trails changed. */
  changed(): void {
    const { receivedUpdates, coalescedUpdates } = this.#counts;
    const isTaken = this.#waiting !== undefined;
    this.#counts = {
      ...this.#counts,
      receivedUpdates: receivedUpdates + 1,
      coalescedUpdates: coalescedUpdates + (isTaken ? 1 : 0),
    };
    this.#waiting ??= this.#parts.clock.after(COALESCE_MS, () => void this.#flush());
  }

  dispose(): void {
    this.#waiting?.dispose();
    this.#waiting = undefined;
  }

  async #flush(): Promise<void> {
    this.#waiting = undefined;
    const { bounds, hasOpenCalls, refresh, clock, told } = this.#parts;
    const now = bounds();
    const { flushes, skippedRefreshes, appliedRefreshes, lastBounds } = this.#counts;
    const isApplied = hasOpenCalls() && (flushes === 0 || !isSame(lastBounds, now));
    if (isApplied) await refresh(now);
    this.#counts = {
      ...this.#counts,
      reason: 'flush',
      flushes: flushes + 1,
      skippedRefreshes: skippedRefreshes + (isApplied ? 0 : 1),
      appliedRefreshes: appliedRefreshes + (isApplied ? 1 : 0),
      lastBounds: now,
    };
    this.#emissions += 1;
    this.#lastAt = clock.now();
    told(this.#counts);
  }
}
