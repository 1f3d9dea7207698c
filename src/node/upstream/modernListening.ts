import { setTimeout } from 'node:timers/promises';
import type { JSONRPCNotification } from '@modelcontextprotocol/sdk/types.js';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import type { Answer } from './modernAnswer';

/** Asks a server something. */
export type AskServer = (method: string, params: ProtocolObject, signal?: AbortSignal) => Promise<Answer>;

/** A broken stream is taken up again after so long, in milliseconds; longer each time, and so often (chosen here). */
const AGAIN_MS = 1_000;
const MAX_AGAIN = 8;

/** How long a server may take to say what it will tell of, in milliseconds (chosen here). */
const ACKNOWLEDGE_MS = 5_000;

const FAILED: Answer = {
  error: { code: -32_602, message: 'The server does not tell of changes of this resource.' },
};

/** What we listen to at one server (MCP 2026-07-28, `subscriptions/listen`): changes of its lists, and resources that somebody follows. */
export class ModernListening {
  readonly #ask: AskServer;
  readonly #wishes: Record<string, boolean> = {};
  readonly #uris = new Set<string>();
  #current: AbortController | undefined;
  #acknowledged: ((notifications: ProtocolObject) => void) | undefined;
  #isClosed = false;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  /** What the server says that it tells of. */
  offered(capabilities: ProtocolObject): void {
    for (const kind of ['tools', 'prompts', 'resources']) {
      const offer = capabilities[kind];
      if (isRecord(offer) && offer['listChanged'] === true) this.#wishes[`${kind}ListChanged`] = true;
    }
  }

  /** Listens from now on, where there is anything to hear. */
  begin(): void {
    if (Object.keys(this.#wishes).length + this.#uris.size > 0) void this.#listen(); // Never rejects.
  }

  /** Follows a resource, or no more. */
  async follow(uri: string, follow: boolean): Promise<Answer> {
    if (follow) this.#uris.add(uri);
    else this.#uris.delete(uri);
    const told = new Promise<ProtocolObject>(resolve => (this.#acknowledged = resolve));
    this.begin();
    if (!follow) return { result: {} };
    const late = setTimeout<ProtocolObject>(ACKNOWLEDGE_MS, {}, { ref: false });
    const { resourceSubscriptions: heard } = await Promise.race([told, late]);
    if (Array.isArray(heard) && heard.includes(uri)) return { result: {} };
    this.#uris.delete(uri);
    return FAILED;
  }

  /** Whether a message was about listening itself. */
  heard({ method, params = {} }: JSONRPCNotification): boolean {
    if (method !== 'notifications/subscriptions/acknowledged') return false;
    const { notifications } = params;
    this.#acknowledged?.(isRecord(notifications) ? notifications : {});
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#current?.abort();
  }

  /** One stream at a time: another wish replaces the one before. */
  async #listen(): Promise<void> {
    const before = this.#current;
    const current = new AbortController();
    this.#current = current;
    const uris = this.#uris.size === 0 ? {} : { resourceSubscriptions: [...this.#uris] };
    const params = { notifications: { ...this.#wishes, ...uris } };
    for (let again = 0; again < MAX_AGAIN; again += 1) {
      const over = this.#ask('subscriptions/listen', params, current.signal).catch(() => undefined);
      before?.abort();
      await over;
      if (this.#isClosed || this.#current !== current) return;
      await setTimeout(AGAIN_MS * 2 ** again, undefined, { ref: false });
      if (this.#isClosed || this.#current !== current) return;
    }
  }
}
