/** Events kept for a reader that lost its connection (per MCP connection). */
const MAX_EVENTS = 256;

interface LoggedEvent {
  readonly number: number;
  readonly stream: string;
  readonly data: string;
}

/** What one connection's streams carried lately, so that a reader can go on where it stopped. Never shared between connections. */
export class EventLog {
  readonly #tag: string;
  #events: LoggedEvent[] = [];
  #lastNumber = 0;

  /** `tag` makes the ids this connection's own: another's id finds nothing here (security.md 0.9). */
  constructor(tag: string) {
    this.#tag = tag;
  }

  /** Keeps an event and gives its id. */
  append(stream: string, data: string): string {
    const number = ++this.#lastNumber;
    this.#events.push({ number, stream, data });
    if (this.#events.length > MAX_EVENTS) this.#events = this.#events.slice(-MAX_EVENTS / 2);
    return this.#id(number);
  }

  /** The events after the given id on the stream it belongs to; undefined when the id is not one of ours. */
  after(id: string): readonly { readonly id: string; readonly data: string }[] | undefined {
    const seen = this.#events.find(event => this.#id(event.number) === id);
    if (!seen) return undefined;
    return this.#events
      .filter(event => event.stream === seen.stream && event.number > seen.number)
      .map(event => ({ id: this.#id(event.number), data: event.data }));
  }

  #id(number: number): string {
    return `${this.#tag}-${number}`;
  }
}
