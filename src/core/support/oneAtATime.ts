/** Runs work in the order it came, each after the one before has ended, well or not. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  async run<R>(work: () => Promise<R>): Promise<R> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#last = promise;
    this.#waiting += 1;
    try {
      if (this.#waiting > 1) await before;
      return await work();
    } finally {
      this.#waiting -= 1;
      resolve(undefined);
    }
  }
}
