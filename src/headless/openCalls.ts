import { isRecord } from '../core/support/json';
import type { LoopbackHandler, LoopbackReply } from '../shared/httpExchange';

/** Counts requests that are being answered, and lets no new ones in once the program is to end. */
export class OpenCalls {
  #count = 0;
  #onIdle: (() => void) | undefined;
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Lets no new ones in. Resolves when none runs any more, or after so many milliseconds. */
  async drain(withinMs: number): Promise<void> {
    this.#isDraining = true;
    if (this.#count === 0) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, withinMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A handler whose calls are counted. */
  counted(handler: LoopbackHandler): LoopbackHandler {
    return async (request, reply) => {
      if (!isAwaited(request.body)) return await handler(request, reply);
      this.#count++;
      let isOpen = true;
      await handler(
        request,
        whenOver(reply, () => {
          if (!isOpen) return;
          isOpen = false;
          this.#count--;
          // After the answer is written.
          if (this.#count === 0) setImmediate(() => this.#count === 0 && this.#onIdle?.());
        }),
      );
    };
  }
}

/** Whether a message begins something: answers and cancellations belong to what runs already. */
export function beginsSomething(body: unknown): boolean {
  return isRecord(body) && 'method' in body && 'id' in body;
}

/** Whether somebody waits for what comes of it; who listens waits for ever. */
function isAwaited(body: unknown): boolean {
  return beginsSomething(body) && isRecord(body) && body['method'] !== 'subscriptions/listen';
}

/** The same reply, which says when it is over. */
function whenOver(reply: LoopbackReply, over: () => void): LoopbackReply {
  reply.onGone(over);
  return {
    json(status, body, headers) {
      reply.json(status, body, headers);
      over();
    },
    jsonText(status, json, headers) {
      reply.jsonText(status, json, headers);
      over();
    },
    empty(status, headers) {
      reply.empty(status, headers);
      over();
    },
    stream(headers) {
      const stream = reply.stream(headers);
      return {
        send: (id, data, kind) => stream.send(id, data, kind),
        close() {
          stream.close();
          over();
        },
      };
    },
    onGone: listener => reply.onGone(listener),
  };
}
