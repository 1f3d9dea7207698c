import type { Readable } from 'node:stream';

/** How long a stream rests that brought too much, in milliseconds. */
const PERIOD_MS = 100;

/** Lets a stream bring so much in a tenth of a second and makes its writer wait for the next: a flood does not occupy us. */
export class FlowLimit {
  readonly #stream: Readable;
  readonly #most: number;
  #taken = 0;
  #isCounting = false;

  /** `most`: how much may come in 100 ms, in whatever `take` counts. */
  constructor(stream: Readable, most: number) {
    this.#stream = stream;
    this.#most = most;
  }

  take(amount: number): void {
    this.#taken += amount;
    if (!this.#isCounting) {
      this.#isCounting = true;
      setTimeout(() => this.#beginAnew(), PERIOD_MS).unref();
    }
    if (this.#taken > this.#most) this.#stream.pause();
  }

  #beginAnew(): void {
    this.#isCounting = false;
    this.#taken = 0;
    this.#stream.resume();
  }
}
