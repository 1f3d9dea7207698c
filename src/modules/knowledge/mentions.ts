import type { Triple } from './triple';

/** Fewer mentions than this are not worth tidying. */
const FEW = 64;

interface Mention {
  readonly triple: Triple;
  /** The triple's revision then: while it has that one still, this is its last mention. */
  readonly revision: number;
}

/** Triples in the order in which they were last said. Saying one costs the same however many there are. */
export class Mentions {
  readonly #isKept: (triple: Triple) => boolean;
  readonly #isLast = ({ triple, revision }: Mention): boolean =>
    triple.revision === revision && this.#isKept(triple);
  #said: Mention[] = [];

  /** @param isKept whether a triple that was said is still known */
  constructor(isKept: (triple: Triple) => boolean) {
    this.#isKept = isKept;
  }

  /** A triple was said, for the first time or again. `size`: how many there are now. */
  add(triple: Triple, size: number): void {
    this.#said.push({ triple, revision: triple.revision });
    if (this.#said.length > FEW + 2 * size) this.#said = this.#said.filter(this.#isLast);
  }

  /** Each triple once, the one that was said last first. */
  *newestFirst(): Generator<Triple> {
    for (let at = this.#said.length - 1; at >= 0; at -= 1) {
      const mention = this.#said[at];
      if (mention !== undefined && this.#isLast(mention)) yield mention.triple;
    }
  }
}
