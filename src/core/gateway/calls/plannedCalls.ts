import type { Caller, Session, Sessions } from '../sessions/sessions';
import type { CallOptions } from '../upstream/upstream';
import type { FoundTool, ToolCalls } from './toolCalls';

/** Calls that are about to be made, e.g. by a plan: looked at, and asked about at once, before any of them is. */
export class PlannedCalls {
  readonly #calls: ToolCalls;
  readonly #sessions: Pick<Sessions, 'of'>;

  constructor(calls: ToolCalls, sessions: Pick<Sessions, 'of'>) {
    this.#calls = calls;
    this.#sessions = sessions;
  }

  /** The tool that a call would reach now. @throws {Refusal} unknown-tool, tool-withheld, not-active-here */
  async lookUp(caller: Caller, tool: string, signal: AbortSignal): Promise<FoundTool> {
    return await this.#calls.lookUp(this.#of(caller), tool, signal);
  }

  /**
   * Asks about all calls of a plan. Gives the tools, by what they are now, that may be called in it without a question.
   * `tools`: listed names, with how many leaves call each.
   * @throws {Refusal} call-rejected, and as `lookUp`
   */
  async approve(
    caller: Caller,
    plan: { readonly plan: string; readonly tools: ReadonlyMap<string, number> },
    options: Pick<CallOptions, 'signal' | 'client'>,
  ): Promise<ReadonlySet<string>> {
    return await this.#calls.approvePlan(this.#of(caller), plan, options);
  }

  #of(caller: Caller): Session {
    return this.#sessions.of(caller);
  }
}
