import type { ServerId } from '../../shared/ids';

/** What the index keeps of a tool: enough to find it and to say what it would cost. */
export interface IndexedTool {
  readonly name: string;
  /** What its description says first. */
  readonly description?: string | undefined;
  /** Estimated tokens of its whole definition. */
  readonly tokens: number;
}

/** A server of the shipped registry as it was when it was last checked. */
export interface IndexedServer {
  /** The package and version that listed these tools, e.g. `tavily-mcp 0.2.22`. */
  readonly asOf: string;
  readonly tools: readonly IndexedTool[];
}

/** The tools of servers that never ran here, as they ship with us. Read at first use, from then on in memory. */
export interface ToolIndex {
  servers(): ReadonlyMap<ServerId, IndexedServer>;
}
