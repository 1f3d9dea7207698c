import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { CONNECTION_CLOSED, MODERN_VERSION, NAME_FIELD } from '../../core/gateway/upstream/modernWords';
import { readLine } from '../lines/messageLine';
import type { ChildTransport } from './childTransport';
import { RemoteTransport } from './remoteTransport';

/** How requests of the newer era reach a server. What comes back goes to whoever made the wire. */
export interface ModernWire {
  /** Whether arguments are repeated in headers. */
  readonly hasHeaders: boolean;
  /** Resolves when the request has left. @throws why it could not */
  send(request: JSONRPCRequest, headers?: Readonly<Record<string, string>>): Promise<void>;
  /** Gives a request up. */
  cancel(id: number): void;
  close(): void;
}

/** The wire to a server. `hear` gets all that it says. */
export function wireTo(
  transport: ChildTransport | RemoteTransport,
  hear: (message: JSONRPCMessage) => void,
): ModernWire {
  return transport instanceof RemoteTransport ? new HttpWire(transport, hear) : pipeWire(transport);
}

/** Over a process's pipes, messages come back through its transport. */
function pipeWire(transport: ChildTransport): ModernWire {
  return {
    hasHeaders: false,
    send: async request => await transport.send(request),
    cancel(id) {
      const params = { requestId: id };
      transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined); // It has gone.
    },
    close: () => undefined,
  };
}

/** Each request is a POST of its own, and so is its answer (MCP 2026-07-28, Streamable HTTP). */
class HttpWire implements ModernWire {
  readonly hasHeaders = true;
  readonly #transport: RemoteTransport;
  readonly #hear: (message: JSONRPCMessage) => void;
  readonly #open = new Map<unknown, AbortController>();

  constructor(transport: RemoteTransport, hear: (message: JSONRPCMessage) => void) {
    this.#transport = transport;
    this.#hear = hear;
  }

  async send(request: JSONRPCRequest, own: Readonly<Record<string, string>> = {}): Promise<void> {
    const { id, method, params = {} } = request;
    const field = NAME_FIELD.get(method);
    const name = field === undefined ? undefined : params[field];
    const headers = {
      'mcp-protocol-version': MODERN_VERSION,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
      ...own,
    };
    const abort = new AbortController();
    this.#open.set(id, abort);
    try {
      const answer = await this.#transport.post(JSON.stringify(request), headers, abort.signal);
      if (isStream(answer)) void this.#listen(answer, request); // Never rejects.
      else await this.#read(answer, request);
    } catch (error) {
      this.#open.delete(id);
      if (!abort.signal.aborted) throw error;
    }
  }

  cancel(id: number): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  close(): void {
    for (const abort of this.#open.values()) abort.abort();
    this.#open.clear();
  }

  /** @throws where nothing that is an answer to the request came */
  async #read(answer: Response, { id }: JSONRPCRequest): Promise<void> {
    const messages = messagesIn(await answer.text());
    this.#open.delete(id);
    const own = messages.find(message => 'id' in message && (message.id === id || message.id === undefined));
    const other = messages.find(message => 'error' in message);
    if (own) return this.#hear(own);
    // An error before the request could be read has no id.
    if (other && 'error' in other) return this.#hear({ ...other, id });
    throw new StreamableHTTPError(answer.status, 'It answered with something else than MCP.');
  }

  async #listen(answer: Response, { id }: JSONRPCRequest): Promise<void> {
    let isAnswered = false;
    try {
      const events = answer.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      for await (const { data } of events ?? []) {
        for (const message of messagesIn(data)) {
          isAnswered ||= 'id' in message && message.id === id && !('method' in message);
          this.#hear(message);
        }
      }
    } catch {
      // It broke off: whoever still waits is told below.
    }
    const wasGivenUp = !this.#open.delete(id);
    if (isAnswered || wasGivenUp) return;
    const error = { code: CONNECTION_CLOSED, message: 'Connection closed' };
    this.#hear({ jsonrpc: '2.0', id, error });
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true;
}

function messagesIn(text: string): readonly JSONRPCMessage[] {
  return readLine(text.replaceAll('\n', ' ')).flatMap(reading =>
    reading.type === 'message' ? [reading.message] : [],
  );
}

/** A value as a header may have it: what is not plain is encoded. */
export function headerValue(value: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value);
  const looksEncoded = value.startsWith('=?base64?') && value.endsWith('?=');
  return isPlain && !looksEncoded ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
