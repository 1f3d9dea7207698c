/** Runs work in the order it came, each after the one before has ended, well or not. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<R>(work: () => Promise<R>): Promise<R> {
    const result = this.#last.then(work);
    // The caller of `run` gets the error; the next in line only needs to know that this one has ended.
    this.#last = result.then(ended, ended);
    return result;
  }
}

function ended(): void {}
