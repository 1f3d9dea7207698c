import type { HostTools } from './hostTools';
import type { ModelTool } from './modelPort';
import type { ServerWish } from './serverWish';

/** A server's tool as the model knows it. */
export interface RoundTool extends ModelTool {
  readonly server: ServerWish;
  /** Name of the server in the catalog. */
  readonly at: string;
  /** Its name on the server. */
  readonly original: string;
  /** It says of itself that it changes nothing. */
  readonly onlyReads: boolean;
  /** Who runs it, where that is no MCP server. */
  readonly host?: HostTools;
}
