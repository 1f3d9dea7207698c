/** The words in which a test tells the scripted model what to do, and in which the model tells what it was asked. */

export const VENDOR = 'scripted';
export const MODEL_ID = 'scripted';
export const MODEL_EXTENSION = 'switchyard-tests.scripted-model';

/** What the model answers to the requests that follow a prompt, one step per request. */
export interface Script {
  /** Unique text of the user's message (or of the prompt a subagent is started with). */
  readonly prompt: string;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly calls: readonly ToolCall[] }
  | { readonly says: string }
  /** Fails as providers do: with an error of VS Code's of this name, or with one of their own that is called so. */
  | { readonly fails: string };

export interface ToolCall {
  /** The tool's name or how it ends: `fs__read` finds `mcp_switchyard_fs__read`. */
  readonly tool: string;
  /** The arguments, or how they follow from the results so far. */
  readonly input: object | ((results: readonly ToolResult[]) => object);
  /** What is called where the tool is not offered. */
  readonly otherwise?: ToolCall;
}

export interface ToolResult {
  /** Which step of the script made the call. */
  readonly step: number;
  readonly tool: string;
  readonly text: string;
}

export interface MessageText {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/** One request that reached the model. */
export interface ModelRequest {
  /** When it came, in ms since 1970. */
  readonly atMs: number;
  /** The step that answered it. */
  readonly step: number;
  /** Names of all tools that were offered. */
  readonly tools: readonly string[];
  readonly toolDefinitions: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema?: object | undefined;
  }[];
  readonly messages: readonly MessageText[];
  /** Results of the calls that this script made up to now. */
  readonly results: readonly ToolResult[];
  /** Tools that the step wanted to call and that were not offered. */
  readonly missing: readonly string[];
  /** Among them `_conversationId`, the chat's identity. */
  readonly modelOptions: Readonly<Record<string, unknown>>;
}

/** A step that calls one tool. */
export function calls(tool: string, input: ToolCall['input'] = {}): Step {
  return { calls: [{ tool, input }] };
}

/** A step that calls several tools at once. */
export function callsTogether(...toolCalls: readonly ToolCall[]): Step {
  return { calls: toolCalls };
}

/** A step that answers with text, which ends the turn. */
export function says(text: string): Step {
  return { says: text };
}

/** A step that fails. */
export function fails(name: string): Step {
  return { fails: name };
}
