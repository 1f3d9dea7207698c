import type { AnyFact, AnyDomain, Slot } from './slot';
import type { Instant } from '../support/clock';
import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';
import type { Domain, TidyScope } from './domain';
import type { EventRow, ReplayRow, SavedState } from './eventStore';
import { Foreseen } from './foreseen';
import { Restoring } from './restoring';

/** The live states of all domains, and how far into the log they have got. */
export class DomainStates {
  readonly #slots = new Map<string, Slot>();
  readonly #foreseen = new Map<Slot, Foreseen>();
  readonly #log: Log;
  #seq = 0;
  #isSound = true;

  constructor(domains: readonly AnyDomain[], log: Log) {
    this.#log = log;
    for (const domain of domains) {
      if (this.#slots.has(domain.name)) throw new Error(`Two domains are called "${domain.name}".`);
      const slot = { domain, state: domain.create(), upTo: 0, characters: 0 };
      this.#slots.set(domain.name, slot);
      this.#foreseen.set(slot, new Foreseen(slot, row => factOf(slot, row)));
    }
  }

  /** The last event that the states know. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether every fact was taken in: states that lack one must not take the place of events. */
  get isSound(): boolean {
    return this.#isSound;
  }

  /** The names of all domains. */
  get streams(): ReadonlySet<string> {
    return new Set(this.#slots.keys());
  }

  /** The state of a domain that was given to the constructor. */
  of<State, Wish, Fact extends AnyFact>(domain: Domain<State, Wish, Fact>): State {
    return this.#slotOf(domain).state as State;
  }

  /** The same with all that was foreseen; undefined where that has to be recorded first. See `Foreseen`. */
  ahead(domain: AnyDomain): unknown {
    return this.#foreseen.get(this.#slotOf(domain))?.state;
  }

  /** This was decided, and is not recorded yet. */
  foresee(domain: AnyDomain, rows: readonly EventRow[]): void {
    const foreseen = this.#foreseen.get(this.#slotOf(domain));
    for (const row of rows) foreseen?.add(row);
  }

  /** What was decided isn't recorded, or only may be. */
  forget(): void {
    for (const foreseen of this.#foreseen.values()) foreseen.forget();
  }

  /** Why this program must not go past the event, or undefined where it may. */
  tooNew(row: ReplayRow): string | undefined {
    return newerThan(this.#slots.get(row.stream), row);
  }

  /** The version of what `fact` gives. */
  version({ stream, v }: ReplayRow): number {
    return this.#slots.get(stream)?.domain.version ?? v;
  }

  /** The event's payload in today's form; streams that nobody here knows come as they are. @throws {Refusal} journal-damaged */
  fact(row: ReplayRow): unknown {
    return factOf(this.#slots.get(row.stream), row);
  }

  /** Takes one event in, whose payload has been read by `fact`. Streams that nobody here knows are passed over. */
  apply(row: ReplayRow, fact: unknown): void {
    this.#evolve(this.#slots.get(row.stream), row, fact);
  }

  /** How soon what a fact takes away has to leave the file. */
  erases({ stream }: ReplayRow, fact: unknown): 'now' | 'later' | undefined {
    return this.#slots.get(stream)?.domain.erases?.(fact as AnyFact);
  }

  /** Takes events in, in their order, and says where and why it stopped before the end. @throws {Refusal} journal-damaged */
  replay(rows: readonly ReplayRow[], took: (row: ReplayRow, fact: unknown) => void): string | undefined {
    for (const row of rows) {
      const slot = this.#slots.get(row.stream);
      const reason = newerThan(slot, row);
      if (reason !== undefined) return reason;
      const fact = slot === undefined || row.seq <= slot.upTo ? undefined : factOf(slot, row);
      this.#evolve(slot, row, fact);
      if (fact !== undefined) took(row, fact);
    }
    return undefined;
  }

  #evolve(slot: Slot | undefined, row: ReplayRow, fact: unknown): void {
    const { seq, ts, stream } = row;
    this.#seq = seq;
    if (slot === undefined || seq <= slot.upTo) return;
    this.#foreseen.get(slot)?.follow(row);
    try {
      // What the log gives back for a fact of this domain is a fact of this domain.
      slot.domain.evolve(slot.state, fact as AnyFact, ts);
    } catch (error) {
      this.#isSound = false;
      // The fact is on disk: refusing it would either deny a commit that has happened or shut the journal for good.
      this.#log.error('A domain could not take in its own fact', { stream, seq, error: String(error) });
    }
  }

  /** Every domain that has something to tidy up, with what to wish for. */
  tidying(at: Instant, scope: TidyScope): readonly { readonly domain: AnyDomain; readonly wish: unknown }[] {
    return [...this.#slots.values()].flatMap(({ domain, state }) => {
      const wish = domain.tidy?.(state, at, scope);
      return wish === undefined ? [] : [{ domain, wish }];
    });
  }

  /** Every state as JSON text. */
  save(): readonly SavedState[] {
    return [...this.#slots].map(([stream, { domain, state }]) => ({
      stream,
      seq: this.#seq,
      version: domain.version,
      state: JSON.stringify(domain.save(state)),
    }));
  }

  /** Takes over saved states that know more than ours: to be ended by `restored`. */
  restoring(): Restoring {
    return new Restoring(this.#slots, this.#seq, this.#log);
  }

  /** Goes on behind the states that were taken over. */
  restored(restoring: Restoring): void {
    this.#seq = restoring.end();
    for (const foreseen of this.#foreseen.values()) foreseen.replaced();
  }

  #slotOf(domain: Pick<AnyDomain, 'name'>): Slot {
    const slot = this.#slots.get(domain.name);
    if (slot?.domain !== domain)
      throw new Error(`The journal was opened without the domain "${domain.name}".`);
    return slot;
  }
}

function newerThan(slot: Slot | undefined, { stream, seq, v }: ReplayRow): string | undefined {
  const known = slot?.domain.version ?? v;
  return v <= known
    ? undefined
    : `Event ${seq} of this journal was written by a newer version of the extension ("${stream}" ${v}, known here: ${known}). ` +
        'Earlier records can be read. Update the extension to resume recording.';
}

function factOf(slot: Slot | undefined, row: ReplayRow): unknown {
  const payload = parsePayload(row);
  return slot?.domain.upcast === undefined || row.v === slot.domain.version
    ? payload
    : slot.domain.upcast(payload, row.v);
}

function parsePayload({ seq, payload }: ReplayRow): unknown {
  try {
    return JSON.parse(payload);
  } catch (cause) {
    throw new Refusal(
      'journal-damaged',
      `Event ${seq} of this workspace's journal can't be read. Reload the window: the journal is then repaired.`,
      { seq },
      { cause },
    );
  }
}
