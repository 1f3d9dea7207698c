import type { Intent } from './intents';
import type { Ranker } from './rankers';

/** How well a ranker finds what is accepted: shares of the intents, and the mean of 1 / the first accepted place. */
export interface Quality {
  readonly intents: number;
  /** Intents with an accepted server in the first place. */
  readonly recallAt1: number;
  /** Intents with an accepted server among the first five. */
  readonly recallAt5: number;
  /** Places after the twentieth count nothing. */
  readonly mrr: number;
}

export function qualityOf(ranker: Ranker, intents: readonly Intent[]): Quality {
  // 1-based; an intent that is answered with nothing acceptable has its first accepted place at infinity.
  const places = intents.map(({ text, servers }) => {
    const at = ranker(text).findIndex(id => servers.includes(id));
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  });
  const share = (within: number): number => places.filter(place => place <= within).length / places.length;
  return {
    intents: intents.length,
    recallAt1: share(1),
    recallAt5: share(5),
    mrr: places.reduce((sum, place) => sum + 1 / place, 0) / places.length,
  };
}
