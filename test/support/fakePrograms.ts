import type { LivePrograms } from '../../src/core/workflow/model/livePrograms';

/** Programs by name, of which a test says which have ended. */
export class FakePrograms implements LivePrograms {
  readonly own: string;
  readonly #ended: Set<string>;

  constructor(own: string, ended = new Set<string>()) {
    this.own = own;
    this.#ended = ended;
  }

  /** The same world, as another program sees it. */
  as(own: string): FakePrograms {
    return new FakePrograms(own, this.#ended);
  }

  /** The program is gone from now on, for all. */
  kill(name: string): void {
    this.#ended.add(name);
  }

  /** As if it had not been: for tests that go on with it. */
  revive(name: string): void {
    this.#ended.delete(name);
  }

  async hasEnded(program: string): Promise<boolean> {
    await Promise.resolve();
    return this.#ended.has(program);
  }
}
