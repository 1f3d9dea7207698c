import type { Arrival } from './conversation';

/** How a client introduces itself to a server. */
export interface Introduction {
  readonly name: string;
  readonly protocol: string;
}

/** What came of trying a client. */
export interface Trial {
  readonly introduction: Introduction | undefined;
  /** Whether tools of ours were offered to the model. */
  readonly isConnected: boolean;
  readonly hasInstructions: boolean;
  readonly arrival: Arrival;
  /** What mcp_call_tool gave, as the model was told. */
  readonly generic: string | undefined;
  /** What the activated tool gave by its own name. */
  readonly direct: string | undefined;
  /** Whether the model came to the end of its script. */
  readonly isComplete: boolean;
  /** The tasks in the record, with status and files. */
  readonly recorded: readonly string[];
  /** Processes that outlived the client. */
  readonly left: readonly string[];
}

/** What came of a client at all. */
export type Outcome =
  | { readonly type: 'tried'; readonly trial: Trial }
  /** It could not be installed or started. */
  | { readonly type: 'failed'; readonly why: string };
