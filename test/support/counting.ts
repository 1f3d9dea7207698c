import type { Domain } from '../../src/core/journal/domain';
import { Refusal } from '../../src/core/support/refusal';

interface Counters {
  readonly sums: Map<string, number>;
}

/** Adds to a named counter. */
export interface CountWish {
  readonly add: readonly { readonly name: string; readonly by: number }[];
}

/** A counter has grown or shrunk. */
export interface Counted {
  readonly type: 'counted';
  readonly name: string;
  readonly by: number;
}

/** The smallest domain with a rule: named sums that never fall below zero. For tests of the journal itself. */
export const counting: Domain<Counters, CountWish, Counted> = {
  name: 'counting',
  version: 1,
  durability: 'normal',

  create: () => ({ sums: new Map() }),

  decide({ sums }, { add }) {
    const sumsThen = new Map(sums);
    return add.map(({ name, by }) => {
      const sum = (sumsThen.get(name) ?? 0) + by;
      if (sum < 0) throw new Refusal('below-zero', `"${name}" would fall to ${sum}. Take away less.`);
      sumsThen.set(name, sum);
      return { type: 'counted', name, by };
    });
  },

  evolve({ sums }, { name, by }) {
    sums.set(name, (sums.get(name) ?? 0) + by);
  },

  save: ({ sums }) => [...sums],
  load: saved => ({ sums: new Map(saved as [string, number][]) }),
};
