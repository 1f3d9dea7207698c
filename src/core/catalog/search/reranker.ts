import type { Clock } from '../../support/clock';
import type { Log } from '../../support/log';
import type { Match } from './discover';

/** A model that turns texts into vectors: those of like texts point in like directions. */
export interface Embedder {
  /** Which model, and where: vectors of another one can't be compared. */
  readonly id: string;
  /** A vector for each text, all of one length. Rejects when the model can't be reached. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Longer, no answer waits for the model. */
const PATIENCE_MS = 300;
/** So long nothing is asked after a failure. */
const REST_MS = 60_000;
/** What likeness counts beside how well words and their meanings fit, which is 1 for the best match. */
const LIKENESS_SHARE = 1;
/** Texts whose vectors are kept. */
const MOST_KEPT = 2_000;
const MOST_CHARACTERS = 1_000;

/** Orders what a search found by a model of the user's, where there is one and it answers in time; else leaves it as it is. */
export class Reranker {
  readonly #embedder: () => Embedder | undefined;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By model and text. What came too late for one search is there for the next. */
  readonly #vectors = new Map<string, Float32Array>();
  #restsUntilMs = 0;

  constructor(embedder: () => Embedder | undefined, clock: Clock, log: Log) {
    this.#embedder = embedder;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether there is a model to ask now. */
  get isReady(): boolean {
    return this.#embedder() !== undefined && this.#clock.monotonicMs() >= this.#restsUntilMs;
  }

  /** The matches, best first. Never rejects. */
  async rerank(intent: string, matches: readonly Match[]): Promise<readonly Match[]> {
    const embedder = this.#embedder();
    if (embedder === undefined || !this.isReady || matches.length < 2) return matches;
    const texts = [intent.slice(0, MOST_CHARACTERS), ...matches.map(textOf)];
    await this.#inTime(this.#learn(embedder, texts));
    const [wanted, ...found] = texts.map(text => this.#vectors.get(keyOf(embedder, text)));
    if (wanted === undefined || found.includes(undefined)) return matches;
    return matches
      .map((match, i) => ({
        match,
        score: match.share + LIKENESS_SHARE * likeness(wanted, found[i] ?? wanted),
      }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ match }) => match);
  }

  /** Asks for the vectors that are not known. */
  async #learn(embedder: Embedder, texts: readonly string[]): Promise<void> {
    const missing = [...new Set(texts)].filter(text => !this.#vectors.has(keyOf(embedder, text)));
    if (missing.length === 0) return;
    try {
      const vectors = await embedder.embed(missing);
      for (const [i, vector] of vectors.entries()) this.#keep(keyOf(embedder, missing[i] ?? ''), vector);
    } catch (error) {
      this.#restsUntilMs = this.#clock.monotonicMs() + REST_MS;
      this.#log.warn('The embedding model did not answer: results are not re-ranked for a minute', {
        why: error instanceof Error ? error.message : 'unknown',
      });
    }
  }

  async #inTime(work: Promise<void>): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = this.#clock.after(PATIENCE_MS, resolve);
      void work.then(() => {
        timer.dispose();
        resolve();
      });
    });
  }

  #keep(key: string, vector: Float32Array): void {
    this.#vectors.set(key, vector);
    if (this.#vectors.size <= MOST_KEPT) return;
    const [oldest] = this.#vectors.keys();
    if (oldest !== undefined) this.#vectors.delete(oldest);
  }
}

/** What is told of a server: what everybody may read of it, and nothing that was set for it. */
function textOf({ entry, tools }: Match): string {
  const names = tools.map(({ name }) => name).join(', ');
  return `${entry.displayName}: ${entry.description} ${names}`.slice(0, MOST_CHARACTERS);
}

function keyOf({ id }: Embedder, text: string): string {
  return `${id}\n${text}`;
}

/** The cosine of the angle between them; 0 for vectors of different models. */
function likeness(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let [product, square, otherSquare] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const there = other[at] ?? 0;
    product += value * there;
    square += value * value;
    otherSquare += there * there;
  }
  return square * otherSquare === 0 ? 0 : product / Math.sqrt(square * otherSquare);
}
