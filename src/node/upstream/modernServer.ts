import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  isJSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import {
  CLIENT_CAPABILITIES,
  CLIENT_INFO,
  LOG_LEVEL,
  metaOf,
  MODERN_VERSION,
  PROTOCOL_VERSION,
  TASKS_EXTENSION,
  UNSUPPORTED_VERSION,
} from '../../core/gateway/upstream/modernWords';
import { headerText, type ParamHeader, paramHeaders } from '../../core/gateway/upstream/paramHeaders';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import type { ChildTransport } from './childTransport';
import { type Answer, greetingOf, plainNotice, plainResult } from './modernAnswer';
import { ModernListening } from './modernListening';
import { ModernRounds } from './modernRounds';
import { headerValue, type ModernWire, wireTo } from './modernWire';
import type { RemoteTransport } from './remoteTransport';

/** How long a server may take to say that it speaks the newer era, in milliseconds (chosen here). */
const DISCOVER_MS = 5_000;

/** Requests of the older era alone that a server of the newer one is not sent. */
const INNER: ReadonlySet<string> = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/**
 * Asks a server whether it speaks the newer era. `use` gets the way to speak with it before the client is answered.
 * @throws what a sign-in says, and why the server can't be reached
 */
export async function discover(
  transport: ChildTransport | RemoteTransport,
  greeting: JSONRPCRequest,
  hand: (message: JSONRPCMessage) => void,
  use: (server: ModernServer) => void,
): Promise<boolean> {
  const server = new ModernServer(transport, greeting.params ?? {}, hand);
  use(server);
  const said = await server.discover();
  if (said === undefined) {
    server.close();
    return false;
  }
  hand({ jsonrpc: '2.0', id: greeting.id, result: { ...said } });
  return true;
}

/**
 * A server of the newer era, to our client one of the older: its questions, which end a request, are asked during it; its lists'
 * changes, which are listened for, come by themselves (docs/dev/gateway.md, Two eras).
 */
export class ModernServer {
  readonly #wire: ModernWire;
  readonly #hand: (message: JSONRPCMessage) => void;
  readonly #client: ProtocolObject;
  readonly #listening: ModernListening;
  readonly #rounds: ModernRounds;
  readonly #waiting = new Map<RequestId, (answer: Answer) => void>();
  /** Our requests that work for a request of the client, and how it is given up. */
  readonly #working = new Map<RequestId, AbortController>();
  #paramHeaders = new Map<string, readonly ParamHeader[]>();
  #logLevel: unknown;
  #lastId = 0;

  constructor(
    transport: ChildTransport | RemoteTransport,
    { clientInfo, capabilities }: ProtocolObject,
    hand: (message: JSONRPCMessage) => void,
  ) {
    this.#wire = wireTo(transport, message => this.heard(message));
    this.#hand = hand;
    const { tasks: _tasks, ...able } = isRecord(capabilities) ? capabilities : {};
    const extensions = { [TASKS_EXTENSION]: {} };
    this.#client = { [CLIENT_INFO]: clientInfo, [CLIENT_CAPABILITIES]: { ...able, extensions } };
    const ask = async (method: string, params: ProtocolObject, signal?: AbortSignal) =>
      await this.#ask(method, params, signal);
    this.#listening = new ModernListening(ask);
    this.#rounds = new ModernRounds(ask, hand);
  }

  /** What the server says of itself, as an answer to `initialize`; undefined where it does not speak the newer era. */
  async discover(): Promise<ProtocolObject | undefined> {
    const answer = await this.#firstAnswer();
    if (answer === undefined || !('result' in answer)) return undefined;
    const { supportedVersions: versions, capabilities } = answer.result;
    if (!Array.isArray(versions) || !versions.includes(MODERN_VERSION)) return undefined;
    this.#listening.offered(isRecord(capabilities) ? capabilities : {});
    return greetingOf(answer.result, LATEST_PROTOCOL_VERSION);
  }

  async #firstAnswer(): Promise<Answer | undefined> {
    try {
      const answer = await this.#ask('server/discover', {}, AbortSignal.timeout(DISCOVER_MS));
      // It refuses the version, and names it among those that it speaks: once more.
      return speaksModern(answer)
        ? await this.#ask('server/discover', {}, AbortSignal.timeout(DISCOVER_MS))
        : answer;
    } catch (error) {
      // It answered with something else: what an `initialize` meets there says more.
      if (error instanceof StreamableHTTPError) return undefined;
      throw error;
    }
  }

  /** Takes a message of our client. @throws why a request did not reach the server */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) return this.#rounds.answered(message);
    if ('id' in message) return await this.#request(message);
    const { requestId } = message.params ?? {};
    if (message.method === 'notifications/cancelled') this.#working.get(requestId as RequestId)?.abort();
    else if (message.method === 'notifications/initialized') this.#listening.begin();
  }

  /** Takes a message of the server. */
  heard(message: JSONRPCMessage): void {
    if (!('method' in message)) {
      const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
      waiting?.(isJSONRPCErrorResponse(message) ? { error: message.error } : { result: message.result });
      return;
    }
    // A server of this era asks nothing of itself.
    if ('id' in message || this.#listening.heard(message)) return;
    const { method, params = {} } = message;
    this.#hand({ jsonrpc: '2.0', method, params: { ...plainNotice(params) } });
  }

  close(): void {
    this.#listening.close();
    for (const work of this.#working.values()) work.abort();
    this.#wire.close();
  }

  async #request({ id, method, params = {} }: JSONRPCRequest): Promise<void> {
    const work = new AbortController();
    this.#working.set(id, work);
    try {
      const answer = INNER.has(method)
        ? await this.#inner(method, params)
        : await this.#rounds.run(method, params, work.signal);
      if (!work.signal.aborted) this.#answer(id, method, answer);
    } finally {
      this.#working.delete(id);
    }
  }

  #answer(id: RequestId, method: string, answer: Answer): void {
    if ('error' in answer) return this.#hand({ jsonrpc: '2.0', id, error: answer.error });
    const result = plainResult(answer.result);
    if (method === 'tools/list') this.#noteHeaders(result);
    this.#hand({ jsonrpc: '2.0', id, result: { ...result } });
  }

  /** What the older era asks for and the newer one has other ways for. */
  async #inner(method: string, { level, uri }: ProtocolObject): Promise<Answer> {
    if (method === 'ping') {
      await this.#ask('server/discover', {});
      return { result: {} };
    }
    if (method === 'logging/setLevel') {
      this.#logLevel = level;
      return { result: {} };
    }
    return await this.#listening.follow(String(uri), method === 'resources/subscribe');
  }

  /** Sends a request and waits for its answer. One that was given up is answered with an error that nobody reads. */
  async #ask(method: string, params: ProtocolObject, signal?: AbortSignal): Promise<Answer> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    const giveUp = (): void => {
      this.#wire.cancel(id);
      resolve({ error: { code: -32_800, message: 'Given up.' } });
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      // Bounds of answers look for the method at the beginning.
      await this.#wire.send(
        { method, params: this.#signed(params), jsonrpc: '2.0', id },
        this.#headers(method, params),
      );
      return await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(id);
    }
  }

  /** The parameters with what each request of this era says of itself. */
  #signed(params: ProtocolObject): Record<string, unknown> {
    const logs = this.#logLevel === undefined ? {} : { [LOG_LEVEL]: this.#logLevel };
    const meta = { ...metaOf({ params }), [PROTOCOL_VERSION]: MODERN_VERSION, ...this.#client, ...logs };
    return { ...params, _meta: meta };
  }

  #headers(method: string, { name, arguments: given }: ProtocolObject): Readonly<Record<string, string>> {
    const wanted = method === 'tools/call' ? (this.#paramHeaders.get(String(name)) ?? []) : [];
    const args = isRecord(given) ? given : {};
    return Object.fromEntries(
      wanted.flatMap(({ header, path }) => {
        const text = headerText(args, path);
        return text === undefined ? [] : [[header, headerValue(text)]];
      }),
    );
  }

  /** Which arguments are repeated in headers. A tool that says so in a way nobody can follow is left out. */
  #noteHeaders(result: ProtocolObject & { tools?: unknown }): void {
    if (!this.#wire.hasHeaders || !Array.isArray(result.tools)) return;
    result.tools = result.tools.filter(tool => {
      if (!isRecord(tool)) return true;
      const headers = paramHeaders(tool['inputSchema']);
      if (headers !== undefined) this.#paramHeaders.set(String(tool['name']), headers);
      return headers !== undefined;
    });
  }
}

/** Whether a server that refuses our version says that it speaks it. */
function speaksModern(answer: Answer): boolean {
  if (!('error' in answer) || answer.error.code !== UNSUPPORTED_VERSION) return false;
  const { data } = answer.error;
  const supported = isRecord(data) ? data['supported'] : undefined;
  return Array.isArray(supported) && supported.includes(MODERN_VERSION);
}
