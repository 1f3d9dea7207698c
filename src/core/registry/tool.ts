import type { ServerId } from '../../shared/ids';

/** A JSON schema as a server gave it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a server says of one of its tools, passed on as it came. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly icons?: readonly unknown[];
  readonly execution?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A tool of an external server, as the registry lists it. */
export interface UpstreamTool {
  /** What a model calls: `{server}__{tool}`, at most 46 characters. */
  readonly exposedName: string;
  readonly server: ServerId;
  readonly definition: ToolDefinition;
  /** SHA-256 over what the model is told of the tool: name, descriptions, schemas, annotations. */
  readonly schemaHash: string;
  /** What the server says of its own version. */
  readonly serverVersion: string;
  /** Server version and schema hash: another version means another tool. */
  readonly version: string;
}

/** A tool as a model may call it, whoever runs it. */
export type CallableTool = Pick<UpstreamTool, 'exposedName' | 'definition'>;

/** A tool of ours. It runs in process; its module says with what it is switched on. */
export interface NativeTool {
  readonly module: ServerId;
  readonly definition: ToolDefinition;
}

/** A tool that a server lists and that is not taken. `reason`: why, in our words. */
export interface LeftOutTool {
  /** As the server has it, or in our words where it has none. */
  readonly name: string;
  readonly reason: string;
}
