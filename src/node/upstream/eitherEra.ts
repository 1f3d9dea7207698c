import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { MODERN_VERSION } from '../../core/gateway/upstream/modernWords';
import { ChildTransport } from './childTransport';
import type { ModernServer } from './modernServer';
import type { RemoteTransport } from './remoteTransport';

/** Whether servers were found to speak the newer era, by what they are started as. */
export type KnownEras = Map<string, boolean>;

/**
 * A transport to a server of either era. To the SDK's client it is one of the older era, whatever the server speaks.
 *
 * A process is greeted in the older era first: some end at a first message that they do not know, and one of the newer era has to
 * refuse an `initialize`. A remote server is asked in the newer era first, as the protocol wishes; a request more costs nothing there.
 */
export class EitherEra implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #inner: ChildTransport | RemoteTransport;
  readonly #known: KnownEras;
  readonly #key: string;
  #modern: ModernServer | undefined;
  #greeting: JSONRPCRequest | undefined;

  /** `key`: what the server is started as. */
  constructor(inner: ChildTransport | RemoteTransport, known: KnownEras, key: string) {
    this.#inner = inner;
    this.#known = known;
    this.#key = key;
  }

  async start(): Promise<void> {
    const inner = this.#inner;
    inner.onclose = () => this.onclose?.();
    inner.onerror = error => this.onerror?.(error);
    inner.onmessage = (message: JSONRPCMessage) => this.#heard(message);
    await inner.start();
  }

  async send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    if (this.#modern) return await this.#modern.send(message);
    if ('method' in message && 'id' in message && message.method === 'initialize') {
      this.#greeting = message;
      if (this.#asksFirst && (await this.#discovers(message))) return;
    }
    await this.#inner.send(message);
  }

  setProtocolVersion(version: string): void {
    if (!this.#modern && !(this.#inner instanceof ChildTransport)) this.#inner.setProtocolVersion(version);
  }

  async close(): Promise<void> {
    this.#modern?.close();
    await this.#inner.close();
  }

  get #asksFirst(): boolean {
    const known = this.#known.get(this.#key);
    return this.#inner instanceof ChildTransport
      ? known === true
      : this.#inner.mayBeModern && known !== false;
  }

  #heard(message: JSONRPCMessage): void {
    const greeting = this.#greeting;
    const isGreeted = greeting !== undefined && !('method' in message) && message.id === greeting.id;
    if (!isGreeted || this.#modern)
      return this.#modern ? this.#modern.heard(message) : this.onmessage?.(message);
    this.#greeting = undefined;
    const isRefused = 'error' in message || message.result['protocolVersion'] === MODERN_VERSION;
    if (!isRefused || !(this.#inner instanceof ChildTransport)) return this.onmessage?.(message);
    void this.#discovers(greeting).then(isModern => {
      if (!isModern) this.onmessage?.(message);
    });
  }

  /** Whether the server answers in the newer era. Then everything goes that way. */
  async #discovers(greeting: JSONRPCRequest): Promise<boolean> {
    const { discover } = await import('./modernServer');
    const inner = this.#inner;
    const found = await discover(
      inner,
      greeting,
      message => this.onmessage?.(message),
      modern => {
        this.#modern = modern;
      },
    );
    if (!found) this.#modern = undefined;
    this.#known.set(this.#key, found);
    return found;
  }
}
