/**
 * A signal that fires when one of these does, until it is let go. `AbortSignal.any` is the same but for its end: Node keeps
 * such a signal, and all that hangs on it, for as long as somebody listens, and the SDK listens to the signal of a request
 * for ever.
 */
export class JoinedSignal {
  readonly #own = new AbortController();
  #sources: readonly AbortSignal[];
  readonly #onAbort = (): void => this.#own.abort(this.#sources.find(({ aborted }) => aborted)?.reason);

  constructor(...sources: readonly AbortSignal[]) {
    this.#sources = sources;
    if (sources.some(({ aborted }) => aborted)) this.#onAbort();
    else for (const source of sources) source.addEventListener('abort', this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#own.signal;
  }

  /** Fires it itself, unless it has fired. */
  abort(reason: unknown): void {
    this.#own.abort(reason);
  }

  /** Its sources no longer reach it, and it holds them no longer. */
  dispose(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#onAbort);
    this.#sources = [];
  }
}
