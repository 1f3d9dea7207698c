/** Messages of a document that nobody listens to yet: they are kept, in their order, for whoever will. */
export class HeldMessages {
  readonly #held: unknown[] = [];
  #hear: ((message: unknown) => void) | undefined;

  /** A message came. */
  take(message: unknown): void {
    if (this.#hear) this.#hear(message);
    else this.#held.push(message);
  }

  /** Hands over what was said, not within the call, and from then on what is said. */
  listen(hear: (message: unknown) => void): void {
    queueMicrotask(() => {
      for (let at = 0; at < this.#held.length; at++) hear(this.#held[at]);
      this.#held.length = 0;
      this.#hear = hear;
    });
  }
}
