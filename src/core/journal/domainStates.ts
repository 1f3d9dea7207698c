import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';
import type { Domain } from './domain';
import type { ReplayRow } from './eventStore';

/** What every fact has in common. */
export interface AnyFact {
  readonly type: string;
}

/** A domain whose types are of no interest here. */
export type AnyDomain = Domain<unknown, unknown, AnyFact>;

interface Slot {
  readonly domain: AnyDomain;
  state: unknown;
}

/** The live states of all domains, and how far into the log they have got. */
export class DomainStates {
  readonly #slots = new Map<string, Slot>();
  readonly #log: Log;
  #seq = 0;

  constructor(domains: readonly AnyDomain[], log: Log) {
    this.#log = log;
    for (const domain of domains) {
      if (this.#slots.has(domain.name)) throw new Error(`Two domains are called "${domain.name}".`);
      this.#slots.set(domain.name, { domain, state: domain.create() });
    }
  }

  /** The last event that the states know. */
  get seq(): number {
    return this.#seq;
  }

  /** The state of a domain that was given to the constructor. */
  of<State, Wish, Fact extends AnyFact>(domain: Domain<State, Wish, Fact>): State {
    const slot = this.#slots.get(domain.name);
    if (slot?.domain !== domain)
      throw new Error(`The journal was opened without the domain "${domain.name}".`);
    return slot.state as State;
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

  /** Takes events in, in their order, and says where and why it stopped before the end. @throws {Refusal} journal-damaged */
  replay(rows: readonly ReplayRow[]): string | undefined {
    for (const row of rows) {
      const slot = this.#slots.get(row.stream);
      const reason = newerThan(slot, row);
      if (reason !== undefined) return reason;
      this.#evolve(slot, row, slot === undefined ? undefined : factOf(slot, row));
    }
    return undefined;
  }

  #evolve(slot: Slot | undefined, { seq, ts, stream }: ReplayRow, fact: unknown): void {
    this.#seq = seq;
    if (slot === undefined) return;
    try {
      // What the log gives back for a fact of this domain is a fact of this domain.
      slot.domain.evolve(slot.state, fact as AnyFact, ts);
    } catch (error) {
      // The fact is on disk: refusing it would either deny a commit that has happened or shut the journal for good.
      this.#log.error('A domain could not take in its own fact', { stream, seq, error: String(error) });
    }
  }

  /** Every state as JSON text. */
  save(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#slots].map(([name, { domain, state }]) => [name, JSON.stringify(domain.save(state))]),
    );
  }

  /** Takes over what `save` gave after event `seq`. Changes nothing and says false where a state is missing or unreadable. */
  load(seq: number, saved: ReadonlyMap<string, string>): boolean {
    const loaded = new Map<Slot, unknown>();
    for (const [name, slot] of this.#slots) {
      const text = saved.get(name);
      if (text === undefined) return false;
      try {
        loaded.set(slot, slot.domain.load(JSON.parse(text)));
      } catch (error) {
        this.#log.warn('A saved state could not be read', { stream: name, seq, error: String(error) });
        return false;
      }
    }
    for (const [slot, state] of loaded) slot.state = state;
    this.#seq = seq;
    return true;
  }
}

function newerThan(slot: Slot | undefined, { stream, seq, v }: ReplayRow): string | undefined {
  const known = slot?.domain.version ?? v;
  return v <= known
    ? undefined
    : `Event ${seq} of this journal was written by a newer version of the extension ("${stream}" ${v}, known here: ${known}). ` +
        'What was recorded before it can be read. Update the extension to record again.';
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
