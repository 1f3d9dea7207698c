import type { JsonSchema } from '../../core/registry/tool';

/** An item of a response's output, as the Responses API writes it. */
export type ResponseItem =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly role: 'assistant';
      readonly status: 'in_progress' | 'completed';
      readonly content: readonly OutputText[];
    }
  | {
      readonly type: 'reasoning';
      readonly id: string;
      readonly summary: readonly never[];
      readonly content: readonly { readonly type: 'reasoning_text'; readonly text: string }[];
      readonly encrypted_content?: string;
    }
  | {
      readonly type: 'function_call';
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: 'in_progress' | 'completed';
    }
  | {
      readonly type: 'mcp_list_tools';
      readonly id: string;
      readonly server_label: string;
      readonly tools: readonly ListedTool[];
    }
  | {
      readonly type: 'mcp_call';
      readonly id: string;
      readonly server_label: string;
      readonly name: string;
      readonly arguments: string;
      readonly status: 'in_progress' | 'completed' | 'failed';
      readonly output: string | null;
      readonly error: string | null;
      readonly approval_request_id: string | null;
    }
  | {
      readonly type: 'mcp_approval_request';
      readonly id: string;
      readonly server_label: string;
      readonly name: string;
      readonly arguments: string;
    };

/** A text of the model. */
export interface OutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly never[];
  readonly logprobs: readonly never[];
}

/** A tool as `mcp_list_tools` has it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly annotations: { readonly read_only: boolean };
}

/** IDs of items are made of those of calls, so that a client may send items back and we know the calls again. */
export const MCP_CALL = 'mcp_';
export const APPROVAL = 'apr_';

export function outputText(text: string): OutputText {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}
