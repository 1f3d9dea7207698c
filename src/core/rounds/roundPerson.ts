import type { PendingApproval } from './roundEvent';

/** Somebody in front of the program who can be asked before a tool runs. */
export interface RoundPerson {
  /**
   * Whether a call may run. `round`: the same tool may run again in this round without a question. Ends early with the signal's
   * reason; where the question can't be taken away, its answer then counts for nothing.
   */
  ask(call: PendingApproval, signal: AbortSignal): Promise<'once' | 'round' | 'no'>;
}
