import type { ServerId } from '../../shared/ids';
import type { ResolvedLaunch } from '../catalog/entry';
import type { ToolDefinition } from '../registry/tool';

/** What a tool gave back, as its server sent it. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** How far a call has come, as its server tells it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What goes along with a call. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** A live connection to a server. */
export interface UpstreamConnection {
  readonly serverName: string;
  readonly serverVersion: string;
  /** All tools, every page of them. */
  listTools(signal: AbortSignal): Promise<readonly ToolDefinition[]>;
  /** @throws {Refusal} `upstream-failed` with the server's words, `upstream-closed` when it ended meanwhile. */
  callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult>;
  /**
   * Resolves when the server shows that it is alive: it answers, or has said something since the ping before.
   * @throws {Refusal} `no-answer` with its last words, where it has some.
   */
  ping(timeoutMs: number): Promise<void>;
  /** Ends the connection and the process behind it. Resolves when it is gone. */
  close(): Promise<void>;
}

/** What a connection tells without being asked. */
export interface UpstreamHooks {
  /** The connection ended without `close`. The reason is for people: exit code, last words. */
  onClosed(reason: string): void;
  onToolsChanged(): void;
}

/** Opens connections to servers: the room node knows how. */
export interface UpstreamConnector {
  /** @throws {Refusal} `start-failed` with the reason, what was searched, the last words on stderr. */
  connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection>;
}

/** How a server is doing, whoever uses it (catalog.md: orthogonal to readiness). */
export type Health =
  | { readonly state: 'idle' }
  | { readonly state: 'starting' }
  | { readonly state: 'running' }
  | { readonly state: 'error'; readonly reason: string };
