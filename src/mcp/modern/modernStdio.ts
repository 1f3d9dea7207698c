import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { ModernDoor, type ModernDoorParts } from './modernDoor';

/** Answers requests of the newer era that come over one pair of pipes. */
export class ModernPipe {
  readonly #door: ModernDoor;
  readonly #say: (json: string) => void;
  /** Requests under way, and what is to happen when their client gives them up. */
  readonly #open = new Map<RequestId, (() => void)[]>();

  /** `say` writes a line to the client. */
  constructor(parts: ModernDoorParts, say: (json: string) => void) {
    this.#door = new ModernDoor(parts);
    this.#say = say;
  }

  /** Answers a request. */
  take(request: JSONRPCRequest): void {
    const { id } = request;
    let isGone = false;
    const gone: (() => void)[] = [() => (isGone = true)];
    this.#open.set(id, gone);
    const reply = {
      tell: (json: string) => isGone || this.#say(json),
      answer: (json: string) => {
        if (this.#open.get(id) === gone) this.#open.delete(id);
        if (!isGone) this.#say(json);
      },
      // It may have gone while its connection was greeted.
      onGone: (listener: () => void) => (isGone ? queueMicrotask(listener) : void gone.push(listener)),
    };
    void this.#door.take(request, { surface: 'all', session: undefined }, reply);
  }

  /** A client gives a request up. False where it is none of ours. */
  cancelled({ requestId: id }: ProtocolObject): boolean {
    const gone = this.#open.get(id as RequestId);
    if (!gone) return false;
    this.#open.delete(id as RequestId);
    for (const listener of gone) listener();
    return true;
  }

  async close(): Promise<void> {
    await this.#door.close();
  }
}
