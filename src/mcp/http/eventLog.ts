/** Events kept for a reader that lost its connection, per MCP connection: so many, and so many characters in all. */
export const MAX_EVENTS = 256;
const MAX_LENGTH = 1_048_576;

/** An event as a reader gets it. `data` is one line. */
export interface StreamEvent {
  readonly id: string;
  readonly data: string;
}

interface LoggedEvent extends StreamEvent {
  readonly stream: string;
}

/** What one connection's streams carried lately, so that a reader can go on where it stopped. Never shared between connections. */
export class EventLog {
  readonly #tag: string;
  readonly #events: LoggedEvent[] = [];
  #length = 0;
  #lastNumber = 0;

  /** `tag` makes the ids this connection's own: another's id finds nothing here. */
  constructor(tag: string) {
    this.#tag = tag;
  }

  /** Keeps an event of a stream and gives it its id. */
  append(stream: string, data: string): StreamEvent {
    const event = { id: `${this.#tag}-${++this.#lastNumber}`, stream, data };
    this.#events.push(event);
    this.#length += data.length;
    while (this.#events.length > MAX_EVENTS || (this.#length > MAX_LENGTH && this.#events.length > 1)) {
      this.#length -= this.#events.shift()?.data.length ?? 0;
    }
    return event;
  }

  /** The stream that an event belongs to and what came after it there; undefined when the id is not one of ours. */
  after(id: string): { readonly stream: string; readonly missed: readonly StreamEvent[] } | undefined {
    const at = this.#events.findIndex(event => event.id === id);
    const seen = this.#events[at];
    if (!seen) return undefined;
    return {
      stream: seen.stream,
      missed: this.#events.slice(at + 1).filter(event => event.stream === seen.stream),
    };
  }
}
