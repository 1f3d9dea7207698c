import type { ServerId } from '../../shared/ids';
import type { CatalogEntry } from '../catalog/entry';
import { oneLine } from '../catalog/plainText';
import { OneAtATime } from '../journal/oneAtATime';
import type { UpstreamTool } from '../registry/tool';
import { untilAborted } from '../support/abort';
import { Refusal } from '../support/refusal';
import type { ToolTrust } from '../trust/toolTrust';
import type { Session } from './sessions';
import { shownArguments } from './shownArguments';

/** What a person is asked before a tool runs. */
export interface CallRequest {
  readonly server: ServerId;
  /** The tool's own name and what it is listed as, nothing unseen. */
  readonly tool: string;
  readonly exposedName: string;
  /** The arguments as JSON, cut where they are long, nothing unseen. */
  readonly arguments: string;
  /** Whether a yes may hold for the rest of the chat: not where the entry wants a question at each call. */
  readonly mayAllowChat: boolean;
}

/** `once`: this call; `chat`: this tool for the rest of the chat session. */
export type CallAnswer = 'once' | 'chat' | 'no';

/** Asks the one who may say yes to a call: a person in VS Code, a flag when headless. */
export interface CallPrompt {
  /** An aborted signal means that nobody waits for the answer any more: it counts for nothing. */
  ask(request: CallRequest, signal: AbortSignal): Promise<CallAnswer>;
  /** What to do next when the answer was no. One sentence. */
  adviceAfterNo(request: CallRequest): string;
}

/** Lets a call through by its entry's `require_approval`, the same whichever way the call came in (seed 3). */
export class CallApproval {
  readonly #prompt: CallPrompt;
  readonly #trust: Pick<ToolTrust, 'isAcceptedByPerson'>;
  /** Tools that a person let a chat use, by what they were when the person looked. */
  readonly #allowed = new WeakMap<Session, Set<string>>();
  /** A person reads one question at a time; who gave up meanwhile is not asked about. */
  readonly #questions = new OneAtATime();

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
    signal: AbortSignal,
  ): Promise<boolean> {
    if (this.#mayRun(session, entry, tool)) return false;
    const request: CallRequest = {
      server: entry.id,
      tool: oneLine(tool.definition.name, 128),
      exposedName: tool.exposedName,
      arguments: shownArguments(input),
      mayAllowChat: entry.requireApproval === 'auto',
    };
    const answer = await this.#questions.run(async () => {
      signal.throwIfAborted();
      // The answer to the question before may have been for the chat.
      if (this.#mayRun(session, entry, tool)) return 'once';
      return await untilAborted(this.#prompt.ask(request, signal), signal);
    });
    if (answer === 'no') throw this.#rejection(request);
    if (answer === 'chat') this.#allowedIn(session).add(tool.schemaHash);
    return true;
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

  #rejection(request: CallRequest): Refusal {
    return new Refusal(
      'call-rejected',
      `Tool call rejected by the user: "${request.exposedName}" was not run. ${this.#prompt.adviceAfterNo(request)}`,
      { server: request.server, tool: request.tool },
    );
  }
}

/** Whether the tool says of itself that it changes nothing (rounds.md C.4, 7). */
function onlyReads({ definition: { annotations } }: UpstreamTool): boolean {
  return annotations?.['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}
