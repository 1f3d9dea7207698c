/** The one answer to a client's request, whichever way it goes. After the client has gone, saying something does nothing. */
export interface ModernReply {
  /** Says something that belongs to the request, before its answer. */
  tell(json: string): void;
  /** The answer. `status` is for HTTP. */
  answer(json: string, status?: number): void;
  /** Hears when the client gives the request up. */
  onGone(listener: () => void): void;
}

/** HTTP's word for what is wrong with a request itself, and for a method that is not there (MCP 2026-07-28, Streamable HTTP). */
export const BAD_REQUEST = 400;
export const NOT_FOUND = 404;
