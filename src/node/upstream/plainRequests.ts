import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Progress, ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';

/** The SDK's client counts its own requests from 0: these never meet them, and are 32-bit numbers still. */
const FIRST_ID = 1_000_000_000;

/** Tasks of one server whose progress is heard after their call was answered; the oldest is forgotten (chosen here). */
const MAX_TASKS = 100;

/** A request that a server works on. */
export interface PlainRequest {
  /** Rejects with an `McpError` where the server refuses or ends, else with what it was cancelled for. */
  readonly answer: Promise<ProtocolObject>;
  /** Stops waiting, and tells the server so. Does nothing once it is over. */
  cancel(reason: unknown): void;
}

interface Waiting {
  resolve(result: ProtocolObject): void;
  reject(reason: unknown): void;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Sends requests over the transport of the SDK's client, and takes their answers and progress before it does: the client checks each
 * answer by several schemas, which takes longer than the rest of what we do for a call (docs/dev/gateway.md, What a call costs).
 */
export class PlainRequests {
  #transport: Transport | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #taskProgress = new Map<number, Waiting['onProgress']>();
  #nextId = FIRST_ID;

  /** `transport`: the one that a client is connected to; undefined where it is no longer. */
  constructor(transport: Transport | undefined) {
    this.#transport = transport;
    if (transport === undefined) return;
    const { onmessage, onclose } = transport;
    transport.onmessage = (message, extra) => {
      if (!this.#isTaken(message)) onmessage?.(message, extra);
    };
    transport.onclose = () => {
      onclose?.();
      this.#close();
    };
  }

  /** Sends a request; what it asks of progress comes to `onProgress`. */
  begin(method: string, params: ProtocolObject, onProgress: Waiting['onProgress']): PlainRequest {
    const transport = this.#transport;
    if (transport === undefined)
      return { answer: Promise.reject(new Error('Not connected')), cancel: () => undefined };
    const id = this.#nextId++;
    const { promise: answer, resolve, reject } = Promise.withResolvers<ProtocolObject>();
    this.#waiting.set(id, { resolve, reject, onProgress });
    const meta = isRecord(params['_meta']) ? params['_meta'] : {};
    const asked = { ...params, _meta: { ...meta, progressToken: id } };
    transport.send({ jsonrpc: '2.0', id, method, params: asked }).catch((error: unknown) => {
      this.#waiting.delete(id);
      reject(error);
    });
    return { answer, cancel: reason => this.#cancel(id, reason) };
  }

  #cancel(id: number, reason: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const params = { requestId: id, reason: String(reason) };
    // A server that has gone has nothing to stop.
    this.#transport
      ?.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
      .catch(() => undefined);
    waiting.reject(reason);
  }

  /** Whether the message is about a request of these. What is odd about it, the client says. */
  #isTaken(message: JSONRPCMessage): boolean {
    if ('method' in message)
      return (
        message.method === 'notifications/progress' && !('id' in message) && this.#isProgress(message.params)
      );
    // Some servers answer a number with its text.
    const id = Number(message.id);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return false;
    if ('result' in message) {
      if (!isRecord(message.result)) return false;
      this.#waiting.delete(id);
      this.#followTask(id, message.result, waiting.onProgress);
      waiting.resolve(message.result);
      return true;
    }
    const { code, message: words, data } = message.error;
    this.#waiting.delete(id);
    waiting.reject(McpError.fromError(code, words, data));
    return true;
  }

  #isProgress(params: Readonly<Record<string, unknown>> | undefined): boolean {
    const { progressToken, progress, total, message } = params ?? {};
    const id = Number(progressToken);
    const onProgress = this.#waiting.get(id)?.onProgress ?? this.#taskProgress.get(id);
    if (onProgress === undefined || typeof progress !== 'number') return false;
    onProgress({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    });
    return true;
  }

  /** A call that became a task goes on, and so does what is said of it (MCP 2025-11-25, tasks, progress). */
  #followTask(id: number, { task }: ProtocolObject, onProgress: Waiting['onProgress']): void {
    if (!isRecord(task) || typeof task['taskId'] !== 'string') return;
    this.#taskProgress.set(id, onProgress);
    const [oldest] = this.#taskProgress.keys();
    if (this.#taskProgress.size > MAX_TASKS && oldest !== undefined) this.#taskProgress.delete(oldest);
  }

  #close(): void {
    this.#transport = undefined;
    const ended = McpError.fromError(ErrorCode.ConnectionClosed, 'Connection closed');
    for (const waiting of this.#waiting.values()) waiting.reject(ended);
    this.#waiting.clear();
    this.#taskProgress.clear();
  }
}
