import type { TaskAccount } from '../../core/snapshots/snapshot';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import { checkScope } from '../../core/workflow/verification/scope';

/** Least time between two looks (chosen here). */
const REST_MS = 3_000;
/** A look that takes long is followed by a rest that is this many times as long: a large folder costs a tenth of a core at most. */
const REST_FACTOR = 10;
/** A rest at most: a look that took long because the machine was busy with something else must not leave a page behind (chosen here). */
const MAX_REST_MS = 12_000;
/**
 * After this long it is worth a look though nothing told (chosen here): file watchers miss what happens on network drives, above limits
 * of the system, and while they start.
 */
const OVERDUE_MS = 20_000;
/** How many looks in a row may fail, e.g. at a file that goes away under them, before the next waits for something to happen. */
const MAX_ATTEMPTS = 3;

/** What a task has changed so far. */
export interface ChangesSoFar {
  readonly account: TaskAccount;
  /** Files outside of its areas. */
  readonly outside: readonly string[];
}

/** What looks are done with. */
export interface LiveChangesParts {
  readonly clock: Clock;
  /** What was changed so far; undefined where the task is not worked on. */
  readonly look: (signal: AbortSignal) => Promise<TaskAccount | undefined>;
  readonly areas: () => readonly string[];
  /** It is another than it was. */
  readonly changed: () => void;
  /** Nothing has asked for a look for long. */
  readonly overdue: () => void;
  readonly failed: (error: unknown) => void;
}

/** Looks at what a task has changed so far, when something may have changed, one look at a time and with a rest between. */
export class LiveChanges implements Disposable {
  readonly #parts: LiveChangesParts;
  readonly #abort = new AbortController();
  #found: ChangesSoFar | undefined;
  #isLooking = false;
  #isAsked = false;
  #failedInARow = 0;
  #restUntilMs = 0;
  #waiting: Disposable | undefined;
  #reminder: Disposable | undefined;

  constructor(parts: LiveChangesParts) {
    this.#parts = parts;
  }

  /** What the last look found. */
  get found(): ChangesSoFar | undefined {
    return this.#found;
  }

  /** Something may have changed: looks soon, and never within the call. */
  ask(): void {
    if (this.#isLooking || this.#abort.signal.aborted) {
      this.#isAsked = true;
      return;
    }
    const { clock } = this.#parts;
    this.#waiting ??= clock.after(Math.max(0, this.#restUntilMs - clock.monotonicMs()), () => {
      this.#waiting = undefined;
      void this.#look(); // Never rejects: failures are told.
    });
  }

  dispose(): void {
    this.#abort.abort();
    this.#waiting?.dispose();
    this.#waiting = undefined;
    this.#reminder?.dispose();
  }

  async #look(): Promise<void> {
    const { clock, look, areas, changed, failed } = this.#parts;
    const startedMs = clock.monotonicMs();
    this.#isLooking = true;
    this.#isAsked = false;
    try {
      const account = await look(this.#abort.signal);
      const found = account && { account, outside: checkScope(areas(), account.own).unexpectedFiles };
      const isOther = JSON.stringify(found) !== JSON.stringify(this.#found);
      this.#found = found;
      this.#failedInARow = 0;
      if (isOther && !this.#abort.signal.aborted) changed();
    } catch (error) {
      this.#failedInARow += 1;
      this.#isAsked ||= this.#failedInARow < MAX_ATTEMPTS;
      if (!this.#abort.signal.aborted) failed(error);
    } finally {
      this.#isLooking = false;
      const endedMs = clock.monotonicMs();
      const restMs = Math.max(REST_MS, REST_FACTOR * (endedMs - startedMs));
      this.#restUntilMs = endedMs + Math.min(restMs, MAX_REST_MS);
      this.#remind(Math.max(OVERDUE_MS, restMs));
      if (this.#isAsked) this.ask();
    }
  }

  #remind(inMs: number): void {
    this.#reminder?.dispose();
    if (!this.#abort.signal.aborted) this.#reminder = this.#parts.clock.after(inMs, this.#parts.overdue);
  }
}
