import type { Clock } from '../../../core/support/clock';
import type { Disposable } from '../../../core/support/disposable';
import type { LeafEnd, RunEnd, Step } from './planFacts';

/** How long a step that may be lost is not yet in the journal at most, in milliseconds (chosen here: a dozen fast calls share one write). */
const BEHIND_MS = 5;

interface StepLogParts {
  readonly clock: Pick<Clock, 'after'>;
  /** Puts steps into the journal, all or none. */
  readonly record: (steps: readonly Step[], end?: RunEnd) => Promise<void>;
  /** The journal has what was flushed; these are the ends that it still lacks. */
  readonly settled: (lacking: readonly LeafEnd[]) => void;
  /** What was flushed by itself could not be recorded: flushing again says why. */
  readonly failed: () => void;
}

/**
 * The steps of a run on their way into the journal. Those that only read may wait there for the next ones: where they are lost
 * in a crash, they are made again. All others are flushed before anything is done that follows from them.
 */
export class StepLog {
  readonly #parts: StepLogParts;
  #open: readonly Step[] = [];
  /** What is being recorded. */
  #last: Promise<void> | undefined;
  #timer: Disposable | undefined;

  constructor(parts: StepLogParts) {
    this.#parts = parts;
  }

  /** Ticks that the journal does not have. */
  get ticks(): number {
    return this.#open.reduce((sum, { ticks }) => sum + ticks, 0);
  }

  /** Takes a step, to be recorded within a moment. */
  add(step: Step): void {
    this.#open = [...this.#open, step];
    this.#timer ??= this.#parts.clock.after(BEHIND_MS, () => {
      this.flush().catch(this.#parts.failed);
    });
  }

  /** Resolves when the journal has every step, and the end. @throws what recording throws: then it still lacks them */
  async flush(end?: RunEnd): Promise<void> {
    this.dispose();
    const before = this.#last;
    const own = before === undefined ? this.#write(end) : before.then(async () => await this.#write(end));
    // The next one does not mind how this one ended.
    const last = own.catch(() => undefined);
    this.#last = last;
    try {
      await own;
    } finally {
      if (this.#last === last) this.#last = undefined;
    }
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  async #write(end: RunEnd | undefined): Promise<void> {
    const steps = this.#open;
    if (steps.length === 0 && end === undefined) return;
    await this.#parts.record(steps, end);
    this.#open = this.#open.slice(steps.length);
    this.#parts.settled(this.#open.flatMap(({ ended }) => ended));
  }
}
