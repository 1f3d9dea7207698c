import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  InitializeResultSchema,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ResolvedLaunch } from '../../core/catalog/entry/entry';
import type { ServerId } from '../../shared/ids';
import { DOCUMENT_LIMITS, type Fetch, guardedFetch, SERVER_LIMITS } from '../net/guardedFetch';
import { authorizedFetch } from '../oauth/authorizedFetch';
import type { OAuthSignIns } from '../oauth/signIns';
import { hasShortAnswer, MAX_LIST_BYTES } from './listBounds';
import { ANSWER_MALFORMED, failedAnswer } from '../lines/messageLine';
import { isTooDeep } from '../lines/nesting';
import { statusOf } from './remoteFailure';

type HttpLaunch = Extract<ResolvedLaunch, { type: 'http' }>;
type Inner = StreamableHTTPClientTransport | SSEClientTransport;

/** How long the server has to hear that we leave, and to let us in again, in milliseconds. */
const GOODBYE_MS = 1_000;
const RENEWAL_MS = 15_000;

/** A broken stream is taken up again so many times, with growing pauses. */
const RECONNECTION = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 8,
};

/** The id of our own request when a session is made anew: no client uses a text. */
const RENEWAL_ID = 'switchyard-session-renewal';

/**
 * MCP over HTTP: streamable, else the older SSE. A session that the server forgot is made anew without anybody noticing: a
 * request that met a 404 was not carried out, so it is sent again.
 */
export class RemoteTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #launch: HttpLaunch;
  readonly #networks: readonly { close(): void }[];
  readonly #fetch: Fetch;
  #inner: Inner | undefined;
  /** What the client said of itself when it came. */
  #hello: JSONRPCRequest['params'];
  #renewal: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(server: ServerId, launch: HttpLaunch, signIns: OAuthSignIns) {
    this.#launch = launch;
    const own = guardedFetch({ approved: launch.url, limits: SERVER_LIMITS, maxBytesFor });
    const documents = guardedFetch({ approved: launch.url, limits: DOCUMENT_LIMITS });
    this.#networks = [own, documents];
    this.#fetch = authorizedFetch({ server, launch, signIns, fetch: own.fetch, documents: documents.fetch });
  }

  async start(): Promise<void> {
    await this.#open(this.#launch.speaks === 'sse' ? this.#sse() : this.#streamable());
  }

  /** False for a server that was found to speak the oldest way. */
  get mayBeModern(): boolean {
    return this.#launch.speaks !== 'sse';
  }

  /** Sends a message apart from any session. @throws as a fetch does, and what a sign-in says */
  async post(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    return await this.#fetch(this.#url(), {
      method: 'POST',
      headers: {
        ...this.#launch.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
      signal,
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isInitializeRequest(message)) {
      this.#hello = message.params;
      return await this.#sendFirst(message);
    }
    const inner = this.#required();
    try {
      await inner.send(message);
    } catch (error) {
      if (!isForgotten(inner, error)) throw error;
      await this.#renew(inner);
      await this.#required().send(message);
    }
  }

  setProtocolVersion(version: string): void {
    this.#inner?.setProtocolVersion(version);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  async #end(): Promise<void> {
    const inner = this.#inner;
    if (inner instanceof StreamableHTTPClientTransport) await goodbye(inner);
    await inner?.close();
    for (const network of this.#networks) network.close();
    this.onclose?.();
  }

  /** As from a process: an answer that cannot be handed on fails its own call, anything else of that kind is left out. */
  #take(message: JSONRPCMessage): void {
    if (!isTooDeep(message)) this.onmessage?.(message);
    else if ('id' in message && typeof message.id === 'number' && !('method' in message))
      this.onmessage?.(failedAnswer(message.id, ANSWER_MALFORMED));
  }

  /** The first request shows which of the two ways the server speaks (MCP 2025-11-25, Backwards Compatibility). */
  async #sendFirst(message: JSONRPCMessage): Promise<void> {
    const inner = this.#required();
    try {
      await inner.send(message);
    } catch (error) {
      const status = statusOf(error);
      const maySpeakSse =
        status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
      if (!(inner instanceof StreamableHTTPClientTransport) || !maySpeakSse) throw error;
      const older = await this.#tryOlder();
      if (older === undefined) throw error;
      await older.send(message);
    }
  }

  async #tryOlder(): Promise<Inner | undefined> {
    const before = this.#inner;
    try {
      const older = this.#sse();
      await this.#open(older);
      await before?.close();
      return older;
    } catch {
      return undefined; // It speaks neither: what the first way met says more.
    }
  }

  async #open(inner: Inner): Promise<void> {
    const before = this.#inner;
    this.#inner = inner;
    inner.onmessage = message => this.#take(message);
    let isOpen = false;
    inner.onerror = error => {
      this.onerror?.(error);
      // With its stream, such a session is gone: the next call makes another one.
      if (isOpen && error instanceof SseError && this.#inner === inner) void this.close();
    };
    try {
      await inner.start();
      isOpen = true;
    } catch (error) {
      this.#inner = before;
      throw error;
    }
  }

  /** Makes a session anew, once for all whose requests met the old one. */
  async #renew(old: Inner): Promise<void> {
    if (this.#inner !== old) return;
    this.#renewal ??= this.#renewSession(old).finally(() => (this.#renewal = undefined));
    await this.#renewal;
  }

  async #renewSession(old: Inner): Promise<void> {
    const { promise: answered, resolve } = Promise.withResolvers<JSONRPCMessage>();
    const fresh = this.#streamable();
    await fresh.start();
    fresh.onmessage = message => {
      if ('id' in message && message.id === RENEWAL_ID) resolve(message);
      else this.#take(message);
    };
    fresh.onerror = error => this.onerror?.(error);
    try {
      await fresh.send({ jsonrpc: '2.0', id: RENEWAL_ID, method: 'initialize', params: this.#hello });
      fresh.setProtocolVersion(protocolVersionIn(await withinMs(answered, RENEWAL_MS)));
      await fresh.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    } catch (error) {
      await fresh.close();
      throw error;
    }
    this.#inner = fresh;
    await old.close();
  }

  #streamable(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.#url(), {
      requestInit: { headers: this.#launch.headers },
      fetch: this.#fetch,
      reconnectionOptions: RECONNECTION,
    });
  }

  #sse(): SSEClientTransport {
    return new SSEClientTransport(this.#url(), {
      requestInit: { headers: this.#launch.headers },
      fetch: this.#fetch,
    });
  }

  #url(): URL {
    return new URL(this.#launch.url);
  }

  #required(): Inner {
    if (this.#inner === undefined || this.#closing !== undefined)
      throw new Error('The connection is closed.');
    return this.#inner;
  }
}

/** A list is not even read beyond its bound. */
function maxBytesFor(body: string): number {
  const [, method = ''] = /^\{"method":"([\w/]{1,40})"/.exec(body) ?? [];
  return hasShortAnswer(method) ? MAX_LIST_BYTES : Infinity;
}

/** Whether the server does not know the session any more (MCP 2025-11-25, Session Management). */
function isForgotten(inner: Inner, error: unknown): boolean {
  return (
    inner instanceof StreamableHTTPClientTransport && inner.sessionId !== undefined && statusOf(error) === 404
  );
}

function protocolVersionIn(answer: JSONRPCMessage): string {
  if (isJSONRPCResultResponse(answer)) return InitializeResultSchema.parse(answer.result).protocolVersion;
  throw new Error(isJSONRPCErrorResponse(answer) ? 'The server refused a new session.' : 'No answer.');
}

/** Tells the server that the session is over. It may not care, and we do not wait for long. */
async function goodbye(inner: StreamableHTTPClientTransport): Promise<void> {
  const told = inner.terminateSession().catch(() => undefined);
  await withinMs(told, GOODBYE_MS).catch(() => undefined);
}

async function withinMs<T>(outcome: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The server did not answer in time.')), ms);
  try {
    return await Promise.race([outcome, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
