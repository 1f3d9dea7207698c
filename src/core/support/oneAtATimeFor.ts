import { OneAtATime } from './oneAtATime';

/** Runs work in the order it came, one at a time for each key, such as the client that is asked. */
export class OneAtATimeFor<Key> {
  readonly #lines = new Map<Key, { readonly line: OneAtATime; waiting: number }>();

  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const known = this.#lines.get(key) ?? { line: new OneAtATime(), waiting: 0 };
    this.#lines.set(key, known);
    known.waiting += 1;
    try {
      return await known.line.run(work);
    } finally {
      known.waiting -= 1;
      if (known.waiting === 0) this.#lines.delete(key);
    }
  }
}
