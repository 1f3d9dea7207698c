import type { ServerId } from '../../shared/ids';
import type { Caller } from '../gateway/sessions/sessions';
import type { CallOptions, ToolResult } from '../gateway/upstream/upstream';
import type { Operation } from '../operations/operation';
import type { NativeTool as ListedTool, ToolDefinition } from '../registry/tool';
import type { Refusal } from '../support/refusal';

/** The client of a call, as far as it decides what an answer carries. */
export interface CallingClient {
  /** Whether our answers go to it as text alone. */
  readonly isTextAlone: boolean;
  /** Whether it may keep tools of its list from its model (docs/dev/vscode-tools.md). */
  readonly hidesTools: boolean;
  /** Whether it hears nothing while a call goes on, so that it may give it up: after 60 s, those of the SDKs do. */
  readonly isImpatient: boolean;
  /** Whether its model sees the current list of tools. Waits for a client that asks for the new one at once. */
  isListTaken(): Promise<boolean>;
}

/** A tool that a session may call now. */
export interface CallableNow {
  readonly definition: ToolDefinition;
  /** The server or module that has it. */
  readonly server: ServerId;
  readonly isOwn: boolean;
  /** Whether a person would be asked before it runs. */
  readonly asks: boolean;
  /** Why it would refuse these arguments. */
  misfit(input: unknown): Refusal | undefined;
}

/** Which tool is called: by the name it is listed under, or by its server and the name it has there. */
export interface ToolAddress {
  readonly tool: string;
  readonly server?: string;
}

/** What a call may come with, whoever's tool it is. */
export interface ToolCallOptions extends CallOptions {
  /** Left out where no client waits: by a plan, or a person. */
  readonly callingClient?: CallingClient;
  /** The operation that the call is a part of: cancelled and held with it. */
  readonly within?: Operation;
}

/** What a tool of ours knows of its call. */
export interface NativeCall {
  readonly caller: Caller;
  readonly callingClient: CallingClient;
  readonly operation: Operation;
  /** That of the operation. */
  readonly signal: AbortSignal;
  /** What goes along with a call that is passed on. */
  readonly options: CallOptions;
  readonly onProgress?: CallOptions['onProgress'];
  /** Calls another tool as a part of this call: a refusal becomes its answer. */
  readonly callTool: (address: ToolAddress, input: unknown) => Promise<ToolResult>;
}

/** Arguments that fit, as the tool takes them, or why they do not. */
export type NativeInput =
  | { readonly fits: true; readonly input: unknown }
  | { readonly fits: false; readonly refusal: Refusal };

/** A tool of ours that can be called. */
export interface RunnableTool extends ListedTool {
  /** Checks arguments. */
  read(input: unknown): NativeInput;
  /** Runs with arguments that `read` gave. */
  run(input: unknown, call: NativeCall): Promise<ToolResult>;
  /** Whether an `op_id` among its arguments is the id of the call itself. */
  readonly namesOperation?: boolean;
  /** The answer for a refusal; left out: its message. */
  readonly explain?: (refusal: Refusal) => ToolResult;
}
