import type { Loop } from '../model/childTypes';

/** How far back is looked, in milliseconds, and how often the same call makes a loop. */
const WINDOW_MS = 60_000;
const KILL_AT = 4;

/** Calls that are remembered: more than two loops of the longest kind. */
const KEPT = 4 * KILL_AT;

/**
 * Sees an agent go in circles: the same call again and again within a minute, alone or in turn with one other. It advises;
 * whoever looks after the agent decides.
 */
export class LoopDetector {
  #calls: { readonly signature: string; readonly ms: number }[] = [];

  /** Takes note of a call, at a monotonic time. Gives the loop that it is a part of. */
  note(signature: string, nowMs: number): Loop | null {
    this.#calls = [...this.#calls, { signature, ms: nowMs }].slice(-KEPT);
    const names = new Set<string>();
    let times = 0;
    for (const call of this.#calls.toReversed()) {
      names.add(call.signature);
      if (names.size > 2 || nowMs - call.ms > WINDOW_MS) break;
      if (call.signature === signature) times += 1;
    }
    if (times >= KILL_AT) return { advice: 'kill', signature };
    return times === KILL_AT - 1 ? { advice: 'warn', signature } : null;
  }
}
