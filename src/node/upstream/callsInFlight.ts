import { INVALID_REQUEST, ProtocolError } from '../../core/gateway/protocolError';
import type { CallerClient, ClientRequestMethod, ProtocolObject } from '../../core/gateway/upstream';
import type { IdleLimit } from './idleLimit';

/** Open questions remembered for one server (chosen here). */
const MAX_ASKED = 100;

/** A call that a server works on. */
export interface CallInFlight {
  readonly client: CallerClient | undefined;
  /** Ends with the call: nobody is asked for a call that is over. */
  readonly signal: AbortSignal;
  readonly idle: IdleLimit;
}

/**
 * The calls that one server works on, for what it asks back. Nothing in the protocol says which call a question belongs to,
 * so it goes to the chat whose calls are under way, and to nobody where there are several: a question in the wrong chat
 * would hand one chat's words to another (gateway.md, Everything MCP passes through).
 */
export class CallsInFlight {
  readonly #calls: CallInFlight[] = [];
  /** Who was asked to open an address, to be told when that is done. */
  readonly #asked = new Map<string, CallerClient>();

  begin(call: CallInFlight): void {
    this.#calls.push(call);
  }

  /** Does nothing where it was not begun. */
  end(call: CallInFlight): void {
    const at = this.#calls.indexOf(call);
    if (at !== -1) this.#calls.splice(at, 1);
  }

  /** Asks the client whose call it is. The call's idle limit stands still meanwhile. @throws {ProtocolError} */
  async ask(
    method: ClientRequestMethod,
    params: ProtocolObject,
    signal: AbortSignal,
  ): Promise<ProtocolObject> {
    const call = this.#callFor(method);
    const { client } = call;
    if (client === undefined)
      throw new ProtocolError(INVALID_REQUEST, `The client of this call cannot be asked (${method}).`);
    const id = params['elicitationId'];
    if (typeof id === 'string') this.#remember(id, client);
    call.idle.pause();
    try {
      return await client.ask(method, params, AbortSignal.any([signal, call.signal]));
    } finally {
      call.idle.resume();
    }
  }

  /** Tells whoever was asked that the address was opened and all is done there. */
  elicitationCompleted(params: ProtocolObject): void {
    const id = params['elicitationId'];
    if (typeof id !== 'string') return;
    this.#asked.get(id)?.tell('notifications/elicitation/complete', { elicitationId: id });
    this.#asked.delete(id);
  }

  #callFor(method: ClientRequestMethod): CallInFlight {
    const newest = this.#calls.at(-1);
    if (newest === undefined)
      throw new ProtocolError(
        INVALID_REQUEST,
        `No call is under way whose client could be asked (${method}).`,
      );
    if (this.#calls.some(call => call.client?.session !== newest.client?.session)) {
      const message =
        `Several chats use this server now, so nobody can tell whose question this is (${method}). ` +
        'Set "isolation": "session" in its entry, and each chat gets a process of its own.';
      throw new ProtocolError(INVALID_REQUEST, message);
    }
    return newest;
  }

  #remember(id: string, client: CallerClient): void {
    this.#asked.set(id, client);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_ASKED && oldest !== undefined) this.#asked.delete(oldest);
  }
}
