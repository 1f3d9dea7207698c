/** A call of a tool, as whoever follows calls sees it. */
export interface TracedCall {
  /** `server`: a call that somebody makes to us. `client`: one that we make to a server. */
  readonly side: 'server' | 'client';
  /** Its name where it is called. */
  readonly tool: string;
  /** The server behind it; undefined for tools of ours. */
  readonly server?: string | undefined;
  readonly session?: string | undefined;
  /** How a server is reached; undefined where it is not known. */
  readonly transport?: 'pipe' | 'tcp' | undefined;
  /** Metadata of the request, which may hold its place in a trace (W3C Trace Context, MCP SEP-414). */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly input: unknown;
}

/** A call that is being followed. */
export interface Trace {
  /** The metadata of the request, with the place of this call in its trace instead of its caller's. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** It is over. `error`: the class of what went wrong, never its text; undefined where nothing did. */
  end(error: string | undefined, result?: unknown): void;
}

/** Follows calls for whoever measures them. Never throws, and never keeps a call waiting. */
export interface Tracer {
  /** Undefined where nobody measures. */
  begin(call: TracedCall): Trace | undefined;
}
