import type { Instant } from '../support/clock';
import type { EventLevel } from './event';

/** How hard a commit is pressed to disk: `full` survives a power cut, `normal` a crash of the process (decision D1). */
export type Durability = 'full' | 'normal';

/** A durable domain: wishes become facts, facts become state. Pure; the journal alone calls both. */
export interface Domain<State, Wish, Fact extends { readonly type: string }> {
  readonly name: string;
  /** Version of this domain's payloads, written with every event. Starts at 1. */
  readonly version: number;
  readonly durability: Durability;
  /** A fresh state, owned by the journal. */
  create(): State;
  /** The facts that follow from a wish. Reads the state, changes nothing. @throws {Refusal} when the wish can't be granted. */
  decide(state: State, wish: Wish, at: Instant): readonly Fact[];
  /** Applies a fact, in place: states hold 100,000 entries. Never refuses: what happened has happened. */
  evolve(state: State, fact: Fact, at: Instant): void;
  /** A fact written by an older version of this domain, in today's form. Left out while `version` is 1. */
  upcast?(payload: unknown, version: number): Fact;
  /** Category and level of a fact's event, for seed 2's filters. Left out: the domain's name, and `info`. */
  label?(fact: Fact): { readonly cat?: string; readonly level?: EventLevel };
  /** The state as JSON text can hold it, so that a restart need not replay all. */
  save(state: State): unknown;
  /** The state that `save` gave. */
  load(saved: unknown): State;
}
