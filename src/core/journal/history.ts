import type { Event } from './event';
import type { Journal } from './journal';

/** What is left of an event for those who read history. */
export interface PastEvent {
  /** The run it is part of. */
  readonly run: string;
  readonly payload: unknown;
}

/** Decides what is left of events once their content lies in saved states. Deleted content must not be in it. */
export interface History {
  /** What is left of an event; undefined: nothing. */
  past(event: Event, read: Journal['read']): PastEvent | undefined;
  /** Whether anybody can still ask for what happened in a run. */
  isWanted(run: string, read: Journal['read']): boolean;
}

/** Where nobody reads history. */
export const NO_HISTORY: History = { past: () => undefined, isWanted: () => false };
