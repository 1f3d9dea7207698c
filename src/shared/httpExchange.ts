/** Bytes the body of a request may have. */
export const MAX_BODY_BYTES = 1_048_576;

/** A request that passed the loopback server's checks: right token, host, origin, size and shape. */
export interface LoopbackRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** One of the server's doors. */
  readonly path: string;
  /** Value of a header, undefined when absent or given twice. Names in lower case. */
  header(name: string): string | undefined;
  /** The parsed JSON body of a POST. */
  readonly body: unknown;
}

/** The one answer to a request. Writing after the client went away does nothing. */
export interface LoopbackReply {
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  /** The same for what is JSON already. */
  jsonText(status: number, json: string, headers?: Readonly<Record<string, string>>): void;
  empty(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Answers with a stream of server-sent events that stays open. */
  stream(headers?: Readonly<Record<string, string>>): EventStream;
  /** Hears when the client goes away before the answer is complete; soon, where it has gone already. */
  onGone(listener: () => void): void;
}

/** An open stream of server-sent events. */
export interface EventStream {
  /** Writes one event, with no id where that is empty, of the kind `message` where none is given. False when nobody reads it: the client has gone, or is so slow that the stream was dropped. */
  send(id: string, data: string, kind?: string): boolean;
  close(): void;
}

/** A path that is answered, and what goes for requests there before anybody answers them. */
export interface HttpDoor {
  readonly path: string;
  readonly methods: readonly string[];
  readonly maxBodyBytes: number;
  /** The token may come as `x-api-key` too, and who has none is told so (401). Elsewhere, nobody is there (404). */
  readonly takesApiKey: boolean;
  /** The body of a refusal, as JSON text; empty: none. */
  refusal(status: number, message: string): string;
}

/** What answers requests. A promise that rejects is a bug: the server answers 500 and logs it. */
export type LoopbackHandler = (request: LoopbackRequest, reply: LoopbackReply) => Promise<void>;

/** A server that listens on 127.0.0.1. */
export interface LoopbackServer {
  readonly url: string;
  /** Ends every connection. Resolves when the port is free. */
  close(): Promise<void>;
}
