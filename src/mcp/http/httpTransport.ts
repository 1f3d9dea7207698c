import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { EventStream, LoopbackReply } from '../../shared/httpExchange';
import { EventLog } from './eventLog';

/** What a client said it can read. */
export interface Accepted {
  readonly json: boolean;
  readonly events: boolean;
}

interface OpenPost {
  readonly reply: LoopbackReply;
  readonly accepted: Accepted;
  stream?: EventStream;
}

/** Name of the stream that a GET listens on. */
const LISTENING = 'listen';

/** Messages kept for a client that does not listen yet. */
const MAX_WAITING = 64;

/**
 * One MCP connection over streamable HTTP. An answer is plain JSON, which costs a fraction of a stream (performance.md);
 * only when something must be said before the answer does a POST become a stream of events.
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId: string;
  readonly #log: EventLog;
  readonly #posts = new Map<RequestId, OpenPost>();
  #listener: EventStream | undefined;
  /** What was to be said while nobody listened. */
  #waiting: string[] = [];
  #isClosed = false;

  constructor(sessionId: string, eventTag: string) {
    this.sessionId = sessionId;
    this.#log = new EventLog(eventTag);
  }

  /** True while a client waits for an answer or listens: such a connection is alive. */
  get isInUse(): boolean {
    return this.#posts.size > 0 || this.#listener !== undefined;
  }

  async start(): Promise<void> {}

  /** Takes a message a client posted. Requests are answered through `reply` later, everything else at once. */
  post(message: JSONRPCMessage, reply: LoopbackReply, accepted: Accepted): void {
    if (!isJSONRPCRequest(message)) reply.empty(202);
    else if (this.#posts.has(message.id)) return reply.json(400, badRequest('This request id is in use.'));
    else this.#posts.set(message.id, { reply, accepted });
    this.onmessage?.(message);
  }

  /** Opens the stream for what we say unasked; one that was open is replaced. Goes on after `lastEventId` if it is ours. */
  listen(reply: LoopbackReply, lastEventId: string | undefined): void {
    this.#listener?.close();
    const stream = reply.stream({ 'mcp-session-id': this.sessionId });
    this.#listener = stream;
    reply.onGone(() => {
      if (this.#listener === stream) this.#listener = undefined;
    });
    const missed = lastEventId === undefined ? undefined : this.#log.after(lastEventId);
    for (const event of missed ?? []) stream.send(event.id, event.data);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const data of waiting) this.#tell(data);
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#isClosed) return;
    if (isJSONRPCResultResponse(message)) return this.#answer(message, message.id);
    if (isJSONRPCErrorResponse(message)) return this.#answer(message, message.id);
    const data = JSON.stringify(message);
    const post = options?.relatedRequestId === undefined ? undefined : this.#posts.get(options.relatedRequestId);
    if (post?.accepted.events) this.#sayBeforeAnswer(post, options?.relatedRequestId, data);
    else this.#tell(data);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listener?.close();
    for (const { reply, stream } of this.#posts.values()) {
      if (stream) stream.close();
      else reply.empty(404);
    }
    this.#posts.clear();
    this.onclose?.();
  }

  #answer(message: JSONRPCMessage, id: RequestId | undefined): void {
    const post = id === undefined ? undefined : this.#posts.get(id);
    if (!post || id === undefined) return;
    this.#posts.delete(id);
    if (!post.stream && post.accepted.json) {
      return post.reply.json(200, message, { 'mcp-session-id': this.sessionId });
    }
    const data = JSON.stringify(message);
    const stream = post.stream ?? post.reply.stream({ 'mcp-session-id': this.sessionId });
    stream.send(this.#log.append(streamOf(id), data), data);
    stream.close();
  }

  #sayBeforeAnswer(post: OpenPost, id: RequestId | undefined, data: string): void {
    post.stream ??= post.reply.stream({ 'mcp-session-id': this.sessionId });
    post.stream.send(this.#log.append(streamOf(id ?? ''), data), data);
  }

  /** Says something unasked; kept for later while nobody listens. */
  #tell(data: string): void {
    if (!this.#listener) {
      this.#waiting = [...this.#waiting, data].slice(-MAX_WAITING);
      return;
    }
    const isSent = this.#listener.send(this.#log.append(LISTENING, data), data);
    if (!isSent) this.#listener = undefined;
  }
}

/** The body of a refusal before the protocol can answer by itself. */
export function badRequest(message: string): unknown {
  return { jsonrpc: '2.0', id: null, error: { code: -32_600, message } };
}

function streamOf(id: RequestId): string {
  return `post ${typeof id} ${id}`;
}
