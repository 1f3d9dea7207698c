import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  type JSONRPCMessage,
  type JSONRPCRequest,
  McpError,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../core/support/json';
import { isPlainMessage } from '../core/support/plainMessage';
import type { RequestExtra } from './requestExtra';

/** What a plain call asks for. */
export interface PlainCallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** @throws {unknown} answered as the SDK's server answers an error of a handler */
type AnswerCall = (params: PlainCallParams, extra: RequestExtra) => Promise<object>;

/**
 * Answers the calls of a connection that have nothing unusual, and leaves all other messages to the SDK's server: that one checks
 * each call by four schemas, which takes longer than the rest of what we do for it (docs/dev/gateway.md, What a call costs).
 */
export class PlainCalls {
  readonly #server: Server;
  readonly #answer: AnswerCall;
  readonly #inFlight = new Map<RequestId, AbortController>();

  constructor(server: Server, answer: AnswerCall) {
    this.#server = server;
    this.#answer = answer;
  }

  /** Takes calls from a transport that the server is connected to already, before the server does. */
  takeFrom(transport: Transport): void {
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      if (isPlainCall(message)) void this.#run(transport, message);
      else if (!this.#isCancelled(message)) onmessage?.(message, extra);
    };
  }

  /** The connection is closed: nobody waits for an answer. */
  close(): void {
    for (const controller of this.#inFlight.values()) controller.abort();
    this.#inFlight.clear();
  }

  async #run(transport: Transport, { id, params }: PlainCall): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#inFlight.set(id, controller);
    const reply = await this.#answer(params, this.#extraOf(id, params, signal)).then(
      result => ({ jsonrpc: '2.0', id, result }),
      (error: unknown) => ({ jsonrpc: '2.0', id, error: errorOf(error) }),
    );
    // The same id may have come again.
    if (this.#inFlight.get(id) === controller) this.#inFlight.delete(id);
    if (signal.aborted) return;
    try {
      await transport.send(reply as JSONRPCMessage);
    } catch (error) {
      this.#server.onerror?.(error instanceof Error ? error : new Error('An answer could not be sent.'));
    }
  }

  #extraOf(id: RequestId, { _meta }: PlainCall['params'], signal: AbortSignal): RequestExtra {
    const server = this.#server;
    return {
      signal,
      _meta,
      async sendNotification(notification) {
        if (!signal.aborted) await server.notification(notification, { relatedRequestId: id });
      },
      async sendRequest(request, schema, options) {
        if (signal.aborted) throw new McpError(ErrorCode.ConnectionClosed, 'Request was cancelled');
        return await server.request(request, schema, { ...options, relatedRequestId: id });
      },
    };
  }

  /** Whether the message takes back one of the calls here. */
  #isCancelled(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
    const controller = this.#inFlight.get(message.params?.['requestId'] as RequestId);
    controller?.abort(message.params?.['reason']);
    return controller !== undefined;
  }
}

type PlainCall = JSONRPCRequest & {
  readonly params: PlainCallParams & { readonly _meta?: Readonly<Record<string, unknown>> };
};

function isPlainCall(message: JSONRPCMessage): message is PlainCall {
  if (!('method' in message) || message.method !== 'tools/call' || !('id' in message)) return false;
  const { params } = message;
  if (params === undefined || typeof params['name'] !== 'string' || 'task' in params) return false;
  return (params['arguments'] === undefined || isRecord(params['arguments'])) && isPlainMessage(message);
}

/** JSON-RPC 2.0, error object: as the SDK's server makes it. */
function errorOf(error: unknown): object {
  const { code, message, data } = isRecord(error) ? error : {};
  return {
    code: Number.isSafeInteger(code) ? code : ErrorCode.InternalError,
    message: message ?? 'Internal error',
    ...(data === undefined ? {} : { data }),
  };
}
