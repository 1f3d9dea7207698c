import type { EventRow, SavedState, StoreTransaction, TakeState } from '../../core/journal/eventStore';

/** What a piece of work asked for and was not there yet: it is fetched, and the work runs again. */
export class NotFetched extends Error {
  readonly what: 'states' | { readonly after: number };

  constructor(what: 'states' | { readonly after: number }) {
    super('This part of the log is not fetched yet.');
    this.what = what;
  }
}

/** What of the log was fetched before a piece of work runs. */
export interface Fetched {
  /** All events after this one. */
  readonly after: number;
  readonly events: readonly EventRow[];
  readonly states: readonly SavedState[] | undefined;
}

/** What one run of a piece of work sees of the log and wants to append: it runs without waiting, the log is over a network. */
export class Draft implements StoreTransaction {
  readonly rows: EventRow[] = [];
  readonly #fetched: Fetched | 'nothing newer';
  #seen: number | undefined;

  /** `nothing newer`: takes for granted that the caller knows all there is. */
  constructor(fetched: Fetched | 'nothing newer') {
    this.#fetched = fetched;
  }

  /** How far the work takes itself to have seen the log; undefined where it did not look. */
  get seen(): number | undefined {
    return this.#seen;
  }

  eventsAfter(seq: number): readonly EventRow[] {
    const events = this.#eventsAfter(seq);
    this.#seen = events.at(-1)?.seq ?? seq;
    return events;
  }

  readStates(take: TakeState): void {
    if (this.#fetched === 'nothing newer' || this.#fetched.states === undefined)
      throw new NotFetched('states');
    for (const state of this.#fetched.states) take(state);
  }

  append(row: EventRow): void {
    this.rows.push(row);
  }

  #eventsAfter(seq: number): readonly EventRow[] {
    if (this.#fetched === 'nothing newer') return [];
    if (seq < this.#fetched.after) throw new NotFetched({ after: seq });
    return this.#fetched.events.filter(event => event.seq > seq);
  }
}
