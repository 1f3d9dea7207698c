import type { Domain } from './domain';

/** What every fact has in common. */
export interface AnyFact {
  readonly type: string;
}

/** A domain whose types are of no interest here. */
export type AnyDomain = Domain<unknown, unknown, AnyFact>;

/** A domain with its live state. */
export interface Slot {
  readonly domain: AnyDomain;
  state: unknown;
  /** The state came from a saved one with everything up to this event in it. */
  upTo: number;
  /** How many characters it had as JSON text when it was last loaded or copied here; 0 where it never was. */
  characters: number;
}
