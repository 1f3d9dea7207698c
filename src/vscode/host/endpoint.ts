import type { Log } from '../../core/support/log';
import { startLoopbackServer } from '../../node/http/loopbackServer';
import { newToken } from '../../node/machine/randomness';
import { ROUND_DOORS, roundDoor } from '../../mcp/rounds/roundDoors';
import type { LoopbackHandler, LoopbackServer } from '../../shared/httpExchange';

/** JSON-RPC's code for a server that cannot answer. */
const INTERNAL_ERROR = -32_603;

/**
 * Where VS Code reaches our MCP server. It listens as soon as VS Code wants to know the address, which is at the start of
 * every window; what answers is started by the first request, so that a window in which nobody chats costs a socket.
 */
export class Endpoint {
  readonly #log: Log;
  readonly #wake: () => Promise<unknown>;
  readonly #token = newToken();
  #listening: Promise<LoopbackServer> | undefined;
  #handler: LoopbackHandler | undefined;

  /** @param wake starts what answers, which then calls serve(). */
  constructor(log: Log, wake: () => Promise<unknown>) {
    this.#log = log;
    this.#wake = wake;
  }

  /** The address and the key to it. */
  async address(): Promise<{ readonly url: string; readonly token: string }> {
    const { url } = await this.#listen();
    return { url, token: this.#token };
  }

  /** Lets a handler answer from now on. Closing what is returned ends every connection. */
  async serve(handler: LoopbackHandler): Promise<LoopbackServer> {
    const { url } = await this.#listen();
    this.#handler = handler;
    return {
      url,
      close: async () => {
        this.#handler = undefined;
        await this.close();
      },
    };
  }

  /** Ends every connection and frees the port, where one was opened. */
  async close(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    await (await listening?.catch(() => undefined))?.close();
  }

  #listen(): Promise<LoopbackServer> {
    this.#listening ??= startLoopbackServer(
      { token: this.#token, port: 0, log: this.#log, doors: ROUND_DOORS },
      this.#answer,
    ).catch((error: unknown) => {
      this.#listening = undefined; // The next one who asks tries again.
      throw error;
    });
    return this.#listening;
  }

  readonly #answer: LoopbackHandler = async (request, reply) => {
    try {
      if (this.#handler === undefined) await this.#wake();
    } catch (error) {
      const message = `Switchyard could not start: ${error instanceof Error ? error.message : 'unknown'}`;
      this.#log.error('The MCP server could not start', { error: message });
      const door = roundDoor(request.path);
      if (door !== undefined) return reply.jsonText(503, door.refusal(503, message));
      return reply.json(200, {
        jsonrpc: '2.0',
        id: idOf(request.body),
        error: { code: INTERNAL_ERROR, message },
      });
    }
    if (this.#handler === undefined) return reply.empty(503); // It was stopped in between.
    await this.#handler(request, reply);
  };
}

function idOf(body: unknown): string | number | null {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
