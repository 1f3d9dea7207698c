import type { ToolDefinition } from '../registry/tool';
import { Refusal } from '../support/refusal';

/** What holds for every call of a session, whichever way it comes in. */
export interface SessionLimits {
  /** Whether it may see and call a tool of this name. */
  allows(tool: string): boolean;
  /** Takes note of a call that a client made, or a plan or round that runs for it; `isBelow`: or a session that it started. @throws {Refusal} where it may not be made */
  enter(tool: string, input: unknown, isBelow?: boolean): void;
  /** Takes note of tokens that a model took for it, or for a session that it started. */
  spent?(tokens: number): void;
  /** Why a call may not be made, also as a part of another one. `own`: the tool of ours that it means; undefined: a server's. */
  refusalOf?(own: ToolDefinition | undefined, input: unknown): Refusal | undefined;
}

/** The limits of a session that is over. */
export const ENDED: SessionLimits = {
  allows: () => false,
  enter: () => undefined,
  refusalOf: () =>
    new Refusal(
      'tool-not-allowed',
      'The LLM round that this call belongs to has ended, and its limits with it. Nothing was done. Run the plan again in a round that waits for it.',
    ),
};

/** These limits, and those of the session above: what they refuse is refused, and what is used here is used there. */
export function within(above: SessionLimits, limits: SessionLimits): SessionLimits {
  return {
    ...limits,
    enter(tool, input, isBelow) {
      limits.enter(tool, input, isBelow);
      above.enter(tool, input, true);
    },
    spent(tokens) {
      limits.spent?.(tokens);
      above.spent?.(tokens);
    },
    refusalOf: (own, input) => above.refusalOf?.(own, input) ?? limits.refusalOf?.(own, input),
  };
}
