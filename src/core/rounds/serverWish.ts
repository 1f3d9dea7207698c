import type { ApprovalRule } from './approvalRule';

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
  /** Only tools that say that they only read, or only others; undefined: both. */
  readonly allowedOnlyReads?: boolean | undefined;
  readonly requireApproval: ApprovalRule;
}
