/** A signal that is made when somebody asks for it first: making one takes longer than most calls that nobody stops. */
export class LazySignal {
  #controller: AbortController | undefined;
  #reason: { readonly is: unknown } | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason.is);
    }
    return this.#controller.signal;
  }

  /** Does nothing the second time. */
  abort(reason: unknown): void {
    this.#reason ??= { is: reason };
    this.#controller?.abort(reason);
  }
}
