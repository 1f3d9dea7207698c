import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/**
 * Requests that a server has not answered. The SDK cancels whatever was asked with a signal when that is aborted, long after the answer
 * too, and `initialize`, which must never be: a server hears of neither (MCP 2025-11-25, cancellation).
 */
export class OpenRequests {
  readonly #open = new Set<RequestId>();

  /** Takes note of a message that is about to be sent. False where it is not to be. */
  sends(message: JSONRPCMessage): boolean {
    if (!('method' in message)) return true;
    if ('id' in message && message.method !== 'initialize') this.#open.add(message.id);
    return message.method !== 'notifications/cancelled' || this.#open.delete(idIn(message.params));
  }

  /** Takes note of a message that came. */
  got(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#open.delete(message.id);
  }
}

function idIn(params: Readonly<Record<string, unknown>> = {}): RequestId {
  const { requestId } = params;
  return typeof requestId === 'number' ? requestId : String(requestId);
}
