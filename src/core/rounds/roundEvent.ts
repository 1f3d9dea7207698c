import type { Json } from '../support/json';
import type { RoundMessage } from './roundMessage';

/** Why a round ended. `tool_calls`: the client has to run its own tools. */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'content_filter'
  | 'tool_calls'
  | 'approval_required'
  | 'max_loops'
  | 'timeout';

/** Tokens of a whole round; `estimated` where the model did not count them: characters / 4. */
export interface RoundUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly cached_input_tokens?: number;
  readonly reasoning_output_tokens?: number;
  readonly estimated?: true;
}

/** A call that waits for the client's word. */
export interface PendingApproval {
  readonly approval_request_id: string;
  readonly server_label: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
}

/** A call that was run, or was not allowed to. */
export interface RanCall {
  readonly tool_call_id: string;
  readonly name: string;
  readonly mcp_server: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly result?: string;
  readonly error?: string;
  readonly duration_ms: number;
  /** Who let it run: the request itself (`never`), the tool's own word (`auto`), or the answer of a client or a person (`user`). */
  readonly approval: 'never' | 'auto' | 'user';
}

/** A server as the round used it. */
export interface RoundServer {
  readonly server_label: string;
  readonly server_url?: string;
  /** Names as the model sees them. */
  readonly tools: readonly string[];
  readonly warnings: readonly string[];
}

/** The task that a round was recorded as, and what changed in the workspace meanwhile. */
export interface RecordedWork {
  readonly workflow_id: string;
  readonly task_id: string;
  readonly files: readonly { readonly path: string; readonly change: string }[];
  readonly warnings: readonly string[];
}

/** What came of a round. The names are those of the protocol. */
export interface RoundReply {
  readonly id: string;
  readonly thread_id: string;
  readonly model: string;
  readonly message: RoundMessage | null;
  readonly messages: readonly RoundMessage[];
  readonly usage: RoundUsage;
  readonly finish_reason: FinishReason;
  /** Whether the model has said its last word. */
  readonly complete: boolean;
  readonly mcp_servers: readonly RoundServer[];
  readonly tool_calls: readonly RanCall[];
  readonly pending_approvals?: readonly PendingApproval[];
  readonly task?: RecordedWork;
}

interface CallEvent {
  readonly tool_call_id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly block_id: string;
  readonly mcp_server: string;
}

/** What happens in a round, in order: see docs/rounds.md. */
export type RoundEvent =
  | { readonly type: 'start'; readonly id: string; readonly model: string; readonly thread_id: string }
  | { readonly type: 'mcp.list_tools.start'; readonly mcp_server: string }
  | {
      readonly type: 'mcp.list_tools.done';
      readonly mcp_server: string;
      readonly tools: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly type: 'text.start' | 'text.done' | 'reasoning.start' | 'reasoning.done' }
  | { readonly type: 'text.delta' | 'reasoning.delta'; readonly delta: string }
  | { readonly type: 'tool_block.start' | 'tool_block.done'; readonly block_id: string }
  | ({ readonly type: 'approval.request' } & PendingApproval)
  | {
      readonly type: 'approval.resolved';
      readonly approval_request_id: string;
      readonly approve: boolean;
      readonly by: 'client' | 'person';
    }
  | ({ readonly type: 'internal_tool.start' } & CallEvent)
  | {
      readonly type: 'internal_tool.progress';
      readonly tool_call_id: string;
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | ({ readonly type: 'internal_tool.done'; readonly result: string } & CallEvent)
  | ({ readonly type: 'internal_tool.error'; readonly error: string } & CallEvent)
  | {
      readonly type: 'tool_call';
      readonly call_id: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, Json>>;
      readonly block_id: string;
    }
  | ({ readonly type: 'done' } & RoundReply);
