import type { Instant } from '../support/clock';
import type { EventLevel } from './event';

/** How hard a commit is pressed to disk: `full` survives a power cut, `normal` a crash of the process. */
export type Durability = 'full' | 'normal';

/** What is over: what was taken away, or, where a person asked for it, also what was replaced a moment ago. */
export type TidyScope = 'usual' | 'all';

/** A durable domain: wishes become facts, facts become state. Pure; the journal alone calls both. */
export interface Domain<State, Wish, Fact extends { readonly type: string }> {
  readonly name: string;
  /** Version of this domain's payloads, written with every event. Starts at 1. */
  readonly version: number;
  readonly durability: Durability;
  /** The same for a wish that comes again by itself where a power cut took it. Left out: `durability`, for all. */
  durabilityOf?(wish: Wish): Durability;
  /** A fresh state, owned by the journal. */
  create(): State;
  /** The facts that follow from a wish. Reads the state, changes nothing. @throws {Refusal} when the wish can't be granted. */
  decide(state: State, wish: Wish, at: Instant): readonly Fact[];
  /** Applies a fact, in place: states hold 100,000 entries. Never refuses: what happened has happened. */
  evolve(state: State, fact: Fact, at: Instant): void;
  /** A fact written by an older version of this domain, in today's form. Left out while `version` is 1. */
  upcast?(payload: unknown, version: number): Fact;
  /** Category and level of a fact's event, for filters. Left out: the domain's name, and `info`. */
  label?(fact: Fact): { readonly cat?: string; readonly level?: EventLevel };
  /** The state as JSON text can hold it. It takes the place of its events: change its form as a fact's, with `version`. */
  save(state: State): unknown;
  /** The state that `save` gave. */
  load(saved: unknown): State;
  /** What `save` of an older version gave, in today's form. Left out while `version` is 1. */
  upgrade?(saved: unknown, version: number): unknown;
  /** How soon what a fact takes away has to leave the file. Left out, or undefined: when that fits. */
  erases?(fact: Fact): 'now' | 'later' | undefined;
  /** What to wish for before the state is saved, so that it holds nothing that is over; undefined where it holds nothing such. */
  tidy?(state: State, at: Instant, scope: TidyScope): Wish | undefined;
}
