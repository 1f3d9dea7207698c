import type { Clock } from '../support/clock';
import { Refusal } from '../support/refusal';
import type { Durability } from './domain';
import type { DomainStates } from './domainStates';
import type { Correlation } from './event';
import type { EventRow, StoreTransaction } from './eventStore';
import { RefusalOfAll } from './refusalOfAll';
import type { AnyDomain, AnyFact } from './slot';

/** How much one transaction records at most: others wait behind it (chosen here). */
const MOST_COMMITS = 256;
const MOST_CHARACTERS = 1_024 * 1_024;

/** What may hold for one of several only. */
const OF_ONE: ReadonlySet<string> = new Set(['journal-full', 'journal-io']);

/** A commit that waits for its turn. */
export interface Waiting {
  readonly domain: AnyDomain;
  readonly wish: unknown;
  readonly origin: Correlation;
  readonly durability: Durability;
  readonly resolve: (facts: readonly AnyFact[]) => void;
  readonly reject: (error: unknown) => void;
}

/** What was decided on one of them: events, or why there are none. */
export type Decided = { readonly of: Waiting } & (
  | { readonly rows: readonly EventRow[] }
  | { readonly error: unknown }
);

/**
 * Commits in the order in which they came. Those that wait while a transaction is under way share the next one: they are decided one after
 * the other, each on what those before it decided, and recorded together.
 */
export class CommitLine {
  readonly #states: DomainStates;
  readonly #clock: Clock;
  readonly #isShared: boolean;
  #waiting: Waiting[] = [];
  /** How many the largest try had in it since something was recorded or failed: each try begins with the first that waits. */
  #tried = 0;
  /** How many are to have a transaction of their own, as the one that they shared failed. */
  #apart = 0;

  constructor(states: DomainStates, clock: Clock, isShared: boolean) {
    this.#states = states;
    this.#clock = clock;
    this.#isShared = isShared;
  }

  /** The first that waits. */
  get first(): Waiting | undefined {
    return this.#waiting[0];
  }

  add(commit: Waiting): void {
    this.#waiting.push(commit);
  }

  /** Nothing holds of what an earlier try decided. */
  begin(): void {
    this.#states.forget();
  }

  /** Decides as many as one transaction takes in, which presses them to disk so hard. The states know all that is in the log. */
  decide(transaction: StoreTransaction, durability: Durability): readonly Decided[] {
    const all: Decided[] = [];
    let last = this.#states.seq;
    let characters = 0;
    for (const one of this.#waiting.slice(0, this.#most)) {
      // Who asks for less would wait longer, and who asks for more would get less.
      if ((durability === 'normal' && one.durability === 'full') || characters > MOST_CHARACTERS) break;
      const decided = this.#decideOne(one, last);
      if (decided === undefined) break;
      all.push(decided);
      if ('error' in decided) continue;
      for (const row of decided.rows) {
        transaction.append(row);
        characters += row.payload.length;
      }
      this.#states.foresee(one.domain, decided.rows);
      last += decided.rows.length;
    }
    this.#tried = Math.max(this.#tried, all.length);
    return all;
  }

  /** These are recorded, or refused: the states take them in next. */
  took(all: readonly Decided[]): void {
    this.#leave(all.length);
  }

  /** Nothing that was tried is recorded, or nobody knows. Where one of several may be why, each gets a transaction of its own. */
  failed(error: unknown): void {
    const tried = this.#tried;
    this.begin();
    const isOfOne = Refusal.is(error) && OF_ONE.has(error.code) && !(error instanceof RefusalOfAll);
    if (isOfOne && tried > 1) this.#apart = tried;
    else for (const { reject } of this.#leave(tried > 0 ? tried : this.#most)) reject(error);
    this.#tried = 0;
  }

  /** How many one transaction takes in. */
  get #most(): number {
    return this.#isShared && this.#apart === 0 ? MOST_COMMITS : 1;
  }

  #leave(count: number): readonly Waiting[] {
    this.#apart = Math.max(0, this.#apart - count);
    this.#tried = 0;
    return this.#waiting.splice(0, count);
  }

  #decideOne(one: Waiting, last: number): Decided | undefined {
    const { domain, wish, origin } = one;
    try {
      const state = this.#states.ahead(domain);
      if (state === undefined) return undefined;
      const ts = this.#clock.now();
      const rows = domain.decide(state, wish, ts).map((fact, i) => ({
        ...origin,
        seq: last + i + 1,
        ts,
        stream: domain.name,
        kind: fact.type,
        cat: domain.name,
        level: 'info' as const,
        ...domain.label?.(fact),
        payload: JSON.stringify(fact),
        v: domain.version,
      }));
      return { of: one, rows };
    } catch (error) {
      return { of: one, error };
    }
  }
}
