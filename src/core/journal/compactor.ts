import type { Clock, Instant } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { Log } from '../support/log';
import type { TidyScope } from './domain';
import type { EventRow, EventStore, Keep, ReplayRow, SavedState } from './eventStore';

/**
 * Events and bytes of payloads between two compactions (chosen here, measured: replaying 20,000 events takes about 30 ms at
 * a start; saving states of 5,000 entries about 10 ms).
 */
const EVENTS_BETWEEN = 20_000;
const BYTES_BETWEEN = 8 * 1_024 * 1_024;

/** Waits for the rush to pass in which content was taken away (chosen here). */
const SOON_MS = 1_000;
/**
 * The same for a log that became large, and for what a kill cut short: most of that is found while the program starts, and 25,000
 * events take a second, in which a window showed nothing (measured).
 */
const AFTER_START_MS = 10_000;
/** What expired, and what another process has deleted and will most likely erase itself, may wait so long (chosen here). */
const LATER_MS = 30_000;
/** History grows old also where nothing happens (chosen here). */
const ANYWAY_MS = 6 * 3_600_000;
/** States that lack so few events are as good as ours (chosen here). */
const FEW = 1_000;
/** Compacting takes at most a twentieth of the time (chosen here). */
const REST = 20;

/** What compacting needs of the journal. */
export interface CompactorParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly streams: ReadonlySet<string>;
  /** Why nothing may be compacted; undefined where it may. */
  readonly refusal: () => string | undefined;
  /** Wishes away what is over, and gives all states as they are then. */
  readonly tidied: (scope: TidyScope) => Promise<readonly SavedState[]>;
  readonly keep: (row: EventRow) => ReturnType<Keep>;
  readonly isWanted: (run: string) => boolean;
  /** How long history is kept, in milliseconds. */
  readonly retentionMs: () => number;
}

/** Keeps the log small: states take the place of events, what is over leaves the file, the room goes back to the disk. */
export class Compactor implements Disposable {
  readonly #parts: CompactorParts;
  #events = 0;
  #bytes = 0;
  #last = 0;
  /** The last event whose content has to leave the file. */
  #erasing = 0;
  #trimmedTo = 0;
  #restUntilMs = 0;
  #timer: (Disposable & { readonly atMs: number }) | undefined;
  #running: Promise<void> | undefined;
  #isDisposed = false;

  constructor(parts: CompactorParts) {
    this.#parts = parts;
  }

  /** Counts an event that came into the states. */
  count({ seq, payload }: ReplayRow): void {
    this.#last = seq;
    this.#events += 1;
    this.#bytes += payload.length;
  }

  /** Content that an event took away has to leave the file. */
  erase(seq: number, how: 'now' | 'later'): void {
    this.#erasing = seq;
    this.#after(how === 'now' ? SOON_MS : LATER_MS);
  }

  /** Looks whether there is something to do, soon or one day. */
  look(): void {
    const isDue = this.#events >= EVENTS_BETWEEN || this.#bytes >= BYTES_BETWEEN;
    this.#after(isDue ? AFTER_START_MS : ANYWAY_MS);
  }

  /** Ends what was begun before a kill. */
  async resume(): Promise<void> {
    const { isDone } = await this.#parts.store.compacted(this.#parts.streams);
    if (isDone) return this.look();
    this.#erasing = Math.max(this.#erasing, 1);
    this.#after(AFTER_START_MS);
  }

  /** Whether content that was taken away may still be in the file. */
  get owes(): boolean {
    return this.#erasing > 0;
  }

  /** Compacts now, after what runs already. @throws {Refusal} of the store */
  async run(scope: TidyScope): Promise<void> {
    while (this.#running !== undefined) await this.#running.catch(() => undefined);
    const running = this.#compact(scope);
    this.#running = running;
    try {
      await running;
    } finally {
      this.#running = undefined;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  async #compact(scope: TidyScope): Promise<void> {
    const { store, clock, keep, isWanted, streams, retentionMs, tidied } = this.#parts;
    const startMs = clock.monotonicMs();
    const erasing = this.#erasing;
    this.#timer?.dispose();
    this.#timer = undefined;
    const states = await tidied(scope);
    [this.#events, this.#bytes] = [0, 0];
    await store.saveStates(states);
    let next: number | undefined = this.#trimmedTo;
    while (next !== undefined && !this.#isDisposed) {
      this.#trimmedTo = next;
      next = await store.trim(streams, next, keep);
    }
    const since = (clock.now() - retentionMs()) as Instant;
    const upTo = states[0]?.seq ?? 0;
    if (!this.#isDisposed) await store.forget({ isWanted, upTo, since });
    const isReleased = !this.#isDisposed && (await store.release(clock.now()));
    if (isReleased && this.#erasing === erasing) this.#erasing = 0;
    const nowMs = clock.monotonicMs();
    this.#restUntilMs = nowMs + REST * (nowMs - startMs);
    this.#after(isReleased && !this.owes ? ANYWAY_MS : LATER_MS);
  }

  #after(ms: number): void {
    if (this.#isDisposed) return;
    const { clock } = this.#parts;
    const atMs = Math.max(clock.monotonicMs() + ms, this.#restUntilMs);
    if (this.#timer !== undefined && this.#timer.atMs <= atMs) return;
    this.#timer?.dispose();
    const timer = clock.after(atMs - clock.monotonicMs(), () => {
      this.#timer = undefined;
      void this.#whenDue(ms === ANYWAY_MS);
    });
    this.#timer = { atMs, dispose: () => timer.dispose() };
  }

  /** Nobody waits for it: a failure costs room and time, and is tried again. */
  async #whenDue(isAnyway: boolean): Promise<void> {
    const { refusal, log } = this.#parts;
    if (this.#running !== undefined || refusal() !== undefined) return;
    try {
      if (isAnyway || !(await this.#wasDoneByOthers())) return await this.run('usual');
      [this.#events, this.#bytes, this.#erasing] = [0, 0, 0];
      this.look();
    } catch (error) {
      // The next start goes on with it.
      if (this.#isDisposed) return;
      log.warn("The journal couldn't be compacted; will retry", { error: String(error) });
      this.#after(LATER_MS);
    }
  }

  async #wasDoneByOthers(): Promise<boolean> {
    const { store, streams } = this.#parts;
    const { seq, isDone } = await store.compacted(streams);
    return isDone && seq >= Math.max(this.#erasing, this.#last - FEW);
  }
}
