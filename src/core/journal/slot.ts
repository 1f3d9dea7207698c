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
  /** The state came from a file with everything up to this event in it. */
  upTo: number;
}
