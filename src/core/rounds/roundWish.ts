import type { ModelSettings, ModelTool } from './modelPort';
import type { RoundImage } from './roundImage';
import type { RoundMessage } from './roundMessage';
import type { RoundTool } from './roundTool';
import type { ServerWish } from './serverWish';

/** The client's word about a call that waited for it. */
export interface ApprovalAnswer {
  readonly approve: boolean;
  readonly reason?: string | undefined;
}

/** How a round is recorded. */
export interface RecordWish {
  /** Name of the task, and of the workflow where none is given. */
  readonly name: string;
  /** ID of a workflow that goes on. */
  readonly workflow: string | null;
  /** Where it is going to change files; empty: anywhere. */
  readonly areas: readonly string[];
}

/** What a client wants of a round. */
export interface RoundWish {
  readonly model: string;
  /** At least one; what `historyProblem` finds nothing in. */
  readonly messages: readonly RoundMessage[];
  readonly instructions?: string | undefined;
  readonly servers: readonly ServerWish[];
  /** Names of tools of the program that we live in. */
  readonly hostTools?: readonly string[];
  /** Tools that the client runs itself. */
  readonly customTools: readonly ModelTool[];
  readonly settings: ModelSettings;
  /** How often the model may be asked. */
  readonly maxLoops: number;
  readonly timeoutMs: number;
  /** Calls that need approval are returned, also where a person could be asked. */
  readonly returnsApprovals?: boolean;
  /** By approval request ID. */
  readonly approvals: ReadonlyMap<string, ApprovalAnswer>;
  readonly threadId?: string | undefined;
  /** Images of results that came with the history, by the call's ID. */
  readonly resultImages?: ReadonlyMap<string, readonly RoundImage[]>;
  /** How many calls of servers' tools may run; undefined: any number. */
  readonly maxToolCalls?: number | undefined;
  /** Left out: it is not recorded. */
  readonly record?: RecordWish | undefined;
  /** Hears of the tools of each server before events tell of them. */
  readonly onTools?: (label: string, tools: readonly RoundTool[]) => void;
  /** Hears of the history as far as it came, where the round fails once its tools are listed. */
  readonly onFailed?: (messages: readonly RoundMessage[]) => void;
}
