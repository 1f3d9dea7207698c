import type { ModelSettings, ModelTool } from './modelPort';
import type { RoundMessage } from './roundMessage';

/** A server by its address. */
export interface RemoteServer {
  readonly url: string;
  /** As entries of the catalog have them: `${secret:NAME}` stands for a credential. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A server whose tools the model gets. */
export interface ServerWish {
  /** Its name in the catalog, or what the client calls it. */
  readonly label: string;
  /** Where it is, if it is not one of the catalog. */
  readonly remote?: RemoteServer;
  /** Names of tools, its own or as they are listed; empty: all. */
  readonly allowedTools: readonly string[];
  /** `auto`: what says of itself that it only reads is run, the client is asked about the rest. */
  readonly requireApproval: 'always' | 'never' | 'auto';
}

/** The client's word about a call that waited for it. */
export interface ApprovalAnswer {
  readonly approve: boolean;
  readonly reason?: string | undefined;
}

/** What a client wants of a round. */
export interface RoundWish {
  readonly model: string;
  /** At least one; what `historyProblem` finds nothing in. */
  readonly messages: readonly RoundMessage[];
  readonly instructions?: string | undefined;
  readonly servers: readonly ServerWish[];
  /** Tools that the client runs itself. */
  readonly customTools: readonly ModelTool[];
  readonly settings: ModelSettings;
  /** How often the model may be asked. */
  readonly maxLoops: number;
  readonly timeoutMs: number;
  /** By approval request ID. */
  readonly approvals: ReadonlyMap<string, ApprovalAnswer>;
  readonly threadId?: string | undefined;
}
