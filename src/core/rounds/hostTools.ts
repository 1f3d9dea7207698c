import type { Json } from '../support/json';
import type { ModelTool } from './modelPort';
import type { resultText } from './resultText';

/** What the tools of the host are listed under: the name of their type in requests. */
export const HOST_LABEL = 'vscode';

/** What came of a call of such a tool, as MCP results are. */
export type HostResult = Parameters<typeof resultText>[0];

/** Tools of the program that we live in and that are no MCP server's. It asks the person itself where that is needed. */
export interface HostTools {
  find(name: string): ModelTool | undefined;
  /** Never rejects but with the signal's reason: what failed is a result. */
  run(name: string, input: Readonly<Record<string, Json>>, signal: AbortSignal): Promise<HostResult>;
}
