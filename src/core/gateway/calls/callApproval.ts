import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { oneLine } from '../../catalog/entry/plainText';
import { OneAtATimeFor } from '../../support/oneAtATimeFor';
import type { UpstreamTool } from '../../registry/tool';
import { untilAborted } from '../../support/abort';
import { Refusal } from '../../support/refusal';
import type { ToolTrust } from '../../trust/toolTrust';
import type { Session } from '../sessions/sessions';
import { shownArguments } from './shownArguments';
import type { CallerClient, CallOptions } from '../upstream/upstream';

/** What a person is asked before a tool runs. */
export interface CallRequest {
  /** Whose tool it is; of what a child agent wants to do itself, the child's ID. */
  readonly server: ServerId;
  /** A child agent asks for its own tool. */
  readonly isChilds?: true;
  /** The tool's own name and what it is listed as, nothing unseen. */
  readonly tool: string;
  readonly exposedName: string;
  /** The arguments as JSON, cut where they are long, nothing unseen. */
  readonly arguments: string;
  /** Whether a yes may hold for the rest of the chat: not where the entry wants a question at each call. */
  readonly mayAllowChat: boolean;
  /** The client whose call it is; left out where it can't be asked. */
  readonly client?: CallerClient;
}

/**
 * `once`: this call; `chat`: this tool for the rest of the chat session; `no` was said by a person, `closed` is a question without
 * an answer, `unasked` where nobody was asked.
 */
export type CallAnswer = 'once' | 'chat' | 'no' | 'closed' | 'unasked';

/** A tool that a plan calls and that a person has a say in. */
export interface PlannedTool {
  readonly server: ServerId;
  /** Its own name, nothing unseen. */
  readonly tool: string;
  readonly exposedName: string;
  /** How many leaves call it. */
  readonly leaves: number;
}

/** What a person is asked before a plan runs: once for all its calls. */
export interface PlanRequest {
  /** The plan's name, nothing unseen. */
  readonly plan: string;
  readonly tools: readonly PlannedTool[];
  /** The client whose call it is; left out where it can't be asked. */
  readonly client?: CallerClient;
}

/** The listed names of tools that may be called in this run without further questions; the others ask at each call. */
export type PlanAnswer = readonly string[] | 'no' | 'closed';

/** Asks the one who may say yes to a call: a person in VS Code; headless a flag, else the one at the client, where it can ask. */
export interface CallPrompt {
  /** An aborted signal means that nobody waits for the answer any more: it counts for nothing. */
  ask(request: CallRequest, signal: AbortSignal): Promise<CallAnswer>;
  /** Asks about all calls of a plan at once. Left out where that can't be asked: then each call asks. */
  askPlan?(request: PlanRequest, signal: AbortSignal): Promise<PlanAnswer>;
  /** What to do next when the answer was no yes. A sentence or two. */
  adviceAfterNo(request: CallRequest, answer: CallAnswer): string;
}

/** Lets a call through by its entry's `require_approval`, the same whichever way the call came in. */
export class CallApproval {
  readonly #prompt: CallPrompt;
  readonly #trust: Pick<ToolTrust, 'isAcceptedByPerson'>;
  /** Tools that a person let a chat use, by what they were when the person looked. */
  readonly #allowed = new WeakMap<Session, Set<string>>();
  /** A person reads one question at a time, at each client; who gave up meanwhile is not asked about. */
  readonly #questions = new OneAtATimeFor<string>();

  constructor(prompt: CallPrompt, trust: Pick<ToolTrust, 'isAcceptedByPerson'>) {
    this.#prompt = prompt;
    this.#trust = trust;
  }

  /**
   * Passes when the call may run. True when a person was asked: meanwhile, anything may have changed.
   * @throws {Refusal} call-rejected
   */
  async require(
    session: Session,
    entry: CatalogEntry,
    tool: UpstreamTool,
    input: Readonly<Record<string, unknown>>,
    { signal, client, approved }: Pick<CallOptions, 'signal' | 'client' | 'approved'>,
  ): Promise<boolean> {
    if (this.#mayRun(session, entry, tool) || approved?.has(tool.schemaHash) === true) return false;
    const request: CallRequest = {
      server: entry.id,
      tool: oneLine(tool.definition.name, 128),
      exposedName: tool.exposedName,
      arguments: shownArguments(input),
      mayAllowChat: entry.requireApproval === 'auto',
      ...(client === undefined ? {} : { client }),
    };
    const answer = await this.#questions.run(session.connection, async () => {
      signal.throwIfAborted();
      // The answer to the question before may have been for the chat.
      if (this.#mayRun(session, entry, tool)) return 'once';
      return await session.whileAsked(() => untilAborted(this.#prompt.ask(request, signal), signal));
    });
    if (answer !== 'once' && answer !== 'chat') throw this.#rejection(request, answer);
    if (answer === 'chat') this.#allowedIn(session).add(tool.schemaHash);
    return true;
  }

  /**
   * Asks about the calls of a plan. Gives the tools, by what they are now, that may be called in it without a question.
   * @throws {Refusal} call-rejected
   */
  async approvePlan(
    session: Session,
    plan: string,
    tools: readonly { readonly tool: UpstreamTool; readonly entry: CatalogEntry; readonly leaves: number }[],
    { signal, client }: Pick<CallOptions, 'signal' | 'client'>,
  ): Promise<ReadonlySet<string>> {
    const asked = tools.filter(({ tool, entry }) => !this.#mayRun(session, entry, tool));
    // What wants a question at each call is not answered beforehand.
    const askable = asked.filter(({ entry }) => entry.requireApproval === 'auto');
    if (askable.length === 0 || this.#prompt.askPlan === undefined) return new Set();
    const request: PlanRequest = {
      plan: oneLine(plan, 128),
      tools: askable.map(({ tool, leaves }) => ({
        server: tool.server,
        tool: oneLine(tool.definition.name, 128),
        exposedName: tool.exposedName,
        leaves,
      })),
      ...(client === undefined ? {} : { client }),
    };
    const answer = await this.#questions.run(session.connection, async () => {
      signal.throwIfAborted();
      return await untilAborted(this.#prompt.askPlan?.(request, signal) ?? Promise.resolve([]), signal);
    });
    if (typeof answer === 'string') {
      const said = answer === 'no' ? 'The user did not allow' : 'The user dismissed the prompt about';
      throw new Refusal('call-rejected', `${said} plan "${request.plan}". Nothing was run.`, {
        plan: request.plan,
        answer,
      });
    }
    const allowed = askable.filter(({ tool }) => answer.includes(tool.exposedName));
    return new Set(allowed.map(({ tool }) => tool.schemaHash));
  }

  /** Asks about what is no call of a tool of ours, in the line of those who ask for the same asker. */
  async ask(asker: string, request: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
    return await this.#questions.run(asker, async () => {
      signal.throwIfAborted();
      return await untilAborted(this.#prompt.ask(request, signal), signal);
    });
  }

  /** Whether a person would be asked about a call now. */
  wouldAsk(session: Session, entry: CatalogEntry, tool: UpstreamTool): boolean {
    return !this.#mayRun(session, entry, tool);
  }

  #mayRun(session: Session, entry: CatalogEntry, tool: UpstreamTool): boolean {
    switch (entry.requireApproval) {
      case 'never':
        return true;
      case 'always':
        return false;
      case 'auto':
        return (
          (onlyReads(tool) && this.#isVouchedFor(entry, tool)) ||
          this.#allowedIn(session).has(tool.schemaHash)
        );
    }
  }

  /** A server's own word about itself answers no question: somebody else looked at it. */
  #isVouchedFor(entry: CatalogEntry, tool: UpstreamTool): boolean {
    return (entry.source === 'registry' && entry.isVerified) || this.#trust.isAcceptedByPerson(tool);
  }

  #allowedIn(session: Session): Set<string> {
    const known = this.#allowed.get(session);
    if (known) return known;
    const allowed = new Set<string>();
    this.#allowed.set(session, allowed);
    return allowed;
  }

  #rejection(request: CallRequest, answer: keyof typeof REJECTED): Refusal {
    return new Refusal(
      'call-rejected',
      `${REJECTED[answer](request.exposedName)} ${this.#prompt.adviceAfterNo(request, answer)}`,
      { server: request.server, tool: request.tool, answer },
    );
  }
}

/** Who refused, or that nobody did. */
const REJECTED = {
  no: (tool: string) => `Tool call rejected by the user: "${tool}" was not run.`,
  closed: (tool: string) => `"${tool}" was not run: the user dismissed the prompt without answering.`,
  unasked: (tool: string) => `"${tool}" was not run: its server's entry sets require_approval.`,
};

/** Whether the tool says of itself that it changes nothing. */
function onlyReads({ definition: { annotations } }: UpstreamTool): boolean {
  return annotations?.['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}
