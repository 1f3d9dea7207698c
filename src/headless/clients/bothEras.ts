import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isModern } from '../../core/gateway/upstream/modernWords';
import type { ModernPipe } from '../../mcp/modern/modernStdio';
import type { StdioTransport } from './stdioTransport';

/**
 * One pair of pipes, over which a client speaks either era of the protocol: requests that say by themselves which version they speak
 * are answered apart, all else is a connection of the older era.
 */
export class BothEras implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #pipes: StdioTransport;
  readonly #open: () => Promise<ModernPipe>;
  #modern: Promise<ModernPipe> | undefined;

  /** `open` makes what answers the newer era, when its first request comes. */
  constructor(pipes: StdioTransport, open: () => Promise<ModernPipe>) {
    this.#pipes = pipes;
    this.#open = open;
  }

  async start(): Promise<void> {
    this.#pipes.onmessage = message => this.#take(message);
    this.#pipes.onclose = () => this.onclose?.();
    await this.#pipes.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#pipes.send(message);
  }

  async close(): Promise<void> {
    const modern = await this.#modern;
    await modern?.close();
    await this.#pipes.close();
  }

  #take(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message && isModern(message)) {
      this.#modern ??= this.#open();
      void this.#modern.then(modern => modern.take(message));
    } else if (this.#modern && 'method' in message && message.method === 'notifications/cancelled') {
      void this.#modern.then(modern => {
        if (!modern.cancelled(message.params ?? {})) this.onmessage?.(message);
      });
    } else this.onmessage?.(message);
  }
}
