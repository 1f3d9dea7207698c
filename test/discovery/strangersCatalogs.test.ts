import { expect, test } from 'vitest';
import { judgedOver, STRANGERS } from './strangersWorld';

test.each(STRANGERS)(
  'beats BM25 that sees the tools, over %s, which nobody here wrote, and nobody tuned by this half',
  async name => {
    const { ours, plain } = await judgedOver(name, true);
    expect(ours.recallAt5).toBeGreaterThan(plain.recallAt5);
    expect(ours.mrr).toBeGreaterThan(plain.mrr);
  },
);

test.each(STRANGERS)(
  'what ships does not stand in the way of the servers of %s, which the user has',
  async name => {
    const [alone, beside] = [await judgedOver(name, true), await judgedOver(name, false)];
    expect(beside.ours.recallAt5).toBeGreaterThan(alone.ours.recallAt5 - 0.06);
  },
);
