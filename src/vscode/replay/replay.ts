import type { Journal } from '../../core/journal/journal';
import { seqBefore } from '../../core/journal/seqBefore';
import { addMoment, type Moment, momentOf, type Recorded } from './moment';
import { completed } from './recordedMoments';
import { apply, beforeAll, type PastState } from './replayState';

/** Events read from the journal at a time. */
const BATCH = 1_000;

/** What happened in a workflow, and how everything stood at each moment of it. */
export class Replay {
  readonly #journal: Pick<Journal, 'seq' | 'eventsAfter' | 'figures'>;
  readonly #events: Moment[] = [];
  #seq: number | undefined;
  #reading: Promise<void> = Promise.resolve();
  #recorded: Recorded;
  #moments: readonly Moment[] = [];
  #isCut = false;
  #compactedAt: number | null = null;
  /** How everything stood after so many moments: going on from there is cheaper than from the beginning. */
  #last: { readonly state: PastState; count: number } = { state: beforeAll(), count: 0 };

  constructor(journal: Pick<Journal, 'seq' | 'eventsAfter' | 'figures'>, recorded: Recorded) {
    this.#journal = journal;
    this.#recorded = recorded;
  }

  /** In the order in which it happened. */
  get moments(): readonly Moment[] {
    return this.#moments;
  }

  /** Whether the journal has let go of something. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** When the journal was last made smaller: trails from before are known as they are now only. */
  get compactedAt(): number | null {
    return this.#compactedAt;
  }

  get recorded(): Recorded {
    return this.#recorded;
  }

  /** Reads what was recorded since it was read last, after what is being read already. */
  async read(recorded: Recorded): Promise<void> {
    const next = this.#reading.then(async () => await this.#readOn(recorded));
    this.#reading = next.catch(() => undefined); // Who asked is told.
    await next;
  }

  /** How everything stood after so many moments. For looking only, until it is asked again. */
  stateAfter(count: number): PastState {
    if (count < this.#last.count) this.#last = { state: beforeAll(), count: 0 };
    const { state } = this.#last;
    for (const moment of this.#moments.slice(this.#last.count, count)) apply(state, moment, this.#recorded);
    this.#last.count = Math.max(this.#last.count, Math.min(count, this.#moments.length));
    return state;
  }

  async #readOn(recorded: Recorded): Promise<void> {
    let seq = this.#seq ?? (await seqBefore(this.#journal, recorded.workflow.createdAt));
    for (;;) {
      const events = await this.#journal.eventsAfter(seq, BATCH);
      for (const event of events) {
        const moment = momentOf(event, recorded);
        if (moment) addMoment(this.#events, moment);
      }
      seq = events.at(-1)?.seq ?? seq;
      this.#seq = seq;
      if (events.length < BATCH) break;
    }
    this.#recorded = recorded;
    const { moments, isCut } = completed(this.#events, recorded);
    this.#moments = moments;
    this.#isCut = isCut;
    this.#compactedAt = (await this.#journal.figures()).compactedAt;
    this.#last = { state: beforeAll(), count: 0 };
  }
}
