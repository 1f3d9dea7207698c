/** A server by its address. */
export interface RemoteServer {
  readonly url: string;
  /** As entries of the catalog have them: `${secret:NAME}` stands for a credential. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Some tools of a server: those that everything said here fits; none where nothing is said. */
export interface ToolFilter {
  /** Their names on the server, or in the round. */
  readonly names?: readonly string[] | undefined;
  /** Whether they say that they only read. */
  readonly onlyReads?: boolean | undefined;
}

/** What is asked about, tool by tool. One that both fit, or neither, is asked about. */
export interface RulesByTool {
  readonly always: ToolFilter;
  readonly never: ToolFilter;
}

/** Which calls of a server's tools somebody is asked about. `auto`: all but those of tools that say that they only read. */
export type ApprovalRule = 'always' | 'never' | 'auto' | RulesByTool;

/** A server whose tools the model gets. */
export interface ServerWish {
  /** Its name in the catalog, or what the client calls it. */
  readonly label: string;
  /** Where it is, if it is not one of the catalog. */
  readonly remote?: RemoteServer;
  /** Names of tools, its own or as they are listed; empty: all. */
  readonly allowedTools: readonly string[];
  /** Only tools that say that they only read, or only others; undefined: both. */
  readonly allowedOnlyReads?: boolean | undefined;
  readonly requireApproval: ApprovalRule;
}
