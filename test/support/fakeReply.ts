import type { EventStream, LoopbackReply } from '../../src/shared/httpExchange';

/** The client's side of one HTTP request: what it was told, and the power to hang up. */
export class FakeReply implements LoopbackReply {
  /** `json 200`, `empty 202`, `stream` and `closed` in the order they came; bodies and events parsed, in between. */
  readonly said: unknown[] = [];
  /** Ids of the events. */
  readonly ids: string[] = [];
  headers: Readonly<Record<string, string>> = {};
  readonly #gone: (() => void)[] = [];
  #isOpen = true;
  #isComplete = false;

  json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#isComplete = true;
    this.headers = headers;
    this.said.push(`json ${status}`, body);
  }

  jsonText(status: number, json: string, headers?: Readonly<Record<string, string>>): void {
    this.json(status, JSON.parse(json), headers);
  }

  empty(status: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#isComplete = true;
    this.said.push(`empty ${status}`);
  }

  stream(headers: Readonly<Record<string, string>> = {}): EventStream {
    this.headers = headers;
    if (this.#isOpen) this.said.push('stream');
    return {
      send: (id, data) => {
        if (!this.#isOpen) return false;
        this.ids.push(id);
        this.said.push(JSON.parse(data));
        return true;
      },
      close: () => {
        if (this.#isOpen) this.said.push('closed');
        this.#isOpen = false;
      },
    };
  }

  onGone(listener: () => void): void {
    this.#gone.push(listener);
  }

  /** The client hangs up. Does nothing after a complete answer; the end of a stream may still be on its way. */
  leave(): void {
    if (this.#isComplete) return;
    this.#isOpen = false;
    for (const listener of this.#gone) listener();
  }
}
