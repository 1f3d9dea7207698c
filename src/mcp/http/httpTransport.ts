import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CancelledNotificationSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { EventStream, LoopbackReply } from '../../shared/httpExchange';
import { boundedMessage } from '../clients/boundedMessage';
import { EventLog, type StreamEvent } from './eventLog';

/** What a client said it can read. */
export interface Accepted {
  readonly json: boolean;
  readonly events: boolean;
}

/** A posted request that has no answer yet. */
interface OpenPost {
  readonly reply: LoopbackReply;
  readonly accepted: Accepted;
  /** Name of its stream of events. */
  readonly stream: string;
  hasStreamed: boolean;
  /** False when its client has gone: its id stays taken until the answer comes, which nobody waits for. */
  isAwaited: boolean;
}

/** Name of the stream that a GET listens on. */
const LISTENING = 'listen';

/** Messages kept for a client that does not listen yet. */
const MAX_WAITING = 64;

/**
 * One MCP connection over streamable HTTP. An answer is plain JSON, which costs a fraction of a stream;
 * only when something must be said before the answer does a POST become a stream of events.
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId: string;
  readonly #log: EventLog;
  readonly #posts = new Map<RequestId, OpenPost>();
  /** The streams that somebody reads now, by name. */
  readonly #streams = new Map<string, EventStream>();
  #postCount = 0;
  /** What was said while nobody listened. */
  #waiting: readonly StreamEvent[] = [];
  #isClosed = false;

  constructor(sessionId: string, eventTag: string) {
    this.sessionId = sessionId;
    this.#log = new EventLog(eventTag);
  }

  /** True while a client waits for an answer or listens: such a connection is alive. */
  get isInUse(): boolean {
    return this.#streams.size > 0 || [...this.#posts.values()].some(post => post.isAwaited);
  }

  async start(): Promise<void> {}

  /** Takes a message a client posted. Requests are answered through `reply` later, everything else at once. */
  post(message: JSONRPCMessage, reply: LoopbackReply, accepted: Accepted): void {
    if (this.#isClosed) return reply.empty(404);
    if (isJSONRPCRequest(message)) {
      if (this.#posts.has(message.id)) return reply.json(400, badRequest('This request id is in use.'));
      this.#await(message.id, reply, accepted);
    } else {
      reply.empty(202);
      const cancelled = CancelledNotificationSchema.safeParse(message);
      // The protocol never answers a request that was cancelled.
      if (cancelled.success) this.#endUnanswered(cancelled.data.params.requestId);
    }
    this.onmessage?.(message);
  }

  /**
   * Opens the stream for what we say unasked; one that was open is replaced. With the id of an event of ours it goes on
   * with that event's stream, which may be the one of a posted request.
   */
  listen(reply: LoopbackReply, lastEventId: string | undefined): void {
    const resumed = lastEventId === undefined ? undefined : this.#log.after(lastEventId);
    const name = resumed?.stream ?? LISTENING;
    const stream = this.#open(name, reply);
    for (const { id, data } of resumed?.missed ?? this.#waiting) stream.send(id, data);
    if (name === LISTENING) this.#waiting = [];
    else if (![...this.#posts.values()].some(post => post.stream === name)) this.#end(name); // Its answer was among them.
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const json = this.#isClosed ? undefined : boundedMessage(message);
    if (json === undefined) return;
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) this.#answer(json, message.id);
      return;
    }
    const post =
      options?.relatedRequestId === undefined ? undefined : this.#posts.get(options.relatedRequestId);
    if (post?.accepted.events) this.#sayBeforeAnswer(post, json);
    else this.#tell(json);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const id of this.#posts.keys()) this.#endUnanswered(id, 404);
    for (const name of this.#streams.keys()) this.#end(name);
    this.onclose?.();
  }

  #await(id: RequestId, reply: LoopbackReply, accepted: Accepted): void {
    const stream = `post ${++this.#postCount}`;
    const post: OpenPost = { reply, accepted, stream, hasStreamed: false, isAwaited: true };
    this.#posts.set(id, post);
    reply.onGone(() => {
      post.isAwaited = false;
    });
  }

  #answer(json: string, id: RequestId): void {
    const post = this.#posts.get(id);
    if (!post) return;
    this.#posts.delete(id);
    if (!post.hasStreamed && post.accepted.json) {
      return post.reply.jsonText(200, json, { 'mcp-session-id': this.sessionId });
    }
    this.#sayBeforeAnswer(post, json);
    this.#end(post.stream);
  }

  #sayBeforeAnswer(post: OpenPost, data: string): void {
    if (!post.hasStreamed && post.isAwaited) this.#open(post.stream, post.reply);
    post.hasStreamed = true;
    this.#say(post.stream, data);
  }

  #endUnanswered(id: RequestId | undefined, status = 202): void {
    const post = id === undefined ? undefined : this.#posts.get(id);
    if (!post || id === undefined) return;
    this.#posts.delete(id);
    if (post.hasStreamed) this.#end(post.stream);
    else post.reply.empty(status);
  }

  /** Says something unasked; kept for later while nobody listens. */
  #tell(data: string): void {
    const { event, isRead } = this.#say(LISTENING, data);
    if (!isRead) this.#waiting = [...this.#waiting, event].slice(-MAX_WAITING);
  }

  #say(name: string, data: string): { readonly event: StreamEvent; readonly isRead: boolean } {
    const event = this.#log.append(name, data);
    const isRead = this.#streams.get(name)?.send(event.id, data) ?? false;
    if (!isRead) this.#streams.delete(name);
    return { event, isRead };
  }

  #open(name: string, reply: LoopbackReply): EventStream {
    this.#end(name);
    const stream = reply.stream({ 'mcp-session-id': this.sessionId });
    this.#streams.set(name, stream);
    reply.onGone(() => {
      if (this.#streams.get(name) === stream) this.#streams.delete(name);
    });
    return stream;
  }

  #end(name: string): void {
    const stream = this.#streams.get(name);
    this.#streams.delete(name);
    stream?.close();
  }
}

/** The body of a refusal before the protocol can answer by itself. */
export function badRequest(message: string): unknown {
  return { jsonrpc: '2.0', id: null, error: { code: -32_600, message } };
}
