import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConsensusRule, decide, type Vote } from './consensus';

const RULE: ConsensusRule = { mode: 'majority', weights: {}, tieBreaker: 'null' };
const votes = (text: string): readonly Vote[] =>
  text.split(' ').map((value, i) => ({ voter: `v${i}`, value }));

test('a majority is more than half of the votes', () => {
  expect(decide(votes('a a b'), RULE)).toMatchObject({ outcome: 'a', isSatisfied: true, threshold: 2 });
  expect(decide(votes('a a b b c'), { ...RULE, tieBreaker: 'first' })).toMatchObject({
    outcome: 'a',
    isSatisfied: false,
    threshold: 3,
  });
  expect(decide(votes('a'), RULE)).toMatchObject({ outcome: 'a', isSatisfied: true, threshold: 1 });
});

test('a tie stands unless the rule breaks it', () => {
  expect(decide(votes('a b'), RULE)).toMatchObject({ outcome: null, isSatisfied: false, isTie: true });
  expect(decide(votes('b a'), { ...RULE, tieBreaker: 'first' }).outcome).toBe('b');
  expect(decide(votes('b a'), { ...RULE, tieBreaker: 'prefer', preferValue: 'a' }).outcome).toBe('a');
  expect(decide(votes('b a'), { ...RULE, tieBreaker: 'prefer', preferValue: 'c' }).outcome).toBeNull();
});

test('a quorum is a number of votes, and has to be given', () => {
  expect(decide(votes('a a b'), { ...RULE, mode: 'quorum', quorum: 3 }).isSatisfied).toBe(false);
  expect(decide(votes('a a b'), { ...RULE, mode: 'quorum', quorum: 2 }).isSatisfied).toBe(true);
  expect(() => decide(votes('a'), { ...RULE, mode: 'quorum' })).toThrow(/needs quorum/);
  expect(() => decide(votes('a'), { ...RULE, tieBreaker: 'prefer' })).toThrow(/needs prefer_value/);
});

test('weights count in mode weighted only, and who is not named counts once', () => {
  const weights = { v0: 5, v1: 0 };
  expect(decide(votes('a b b'), { ...RULE, mode: 'weighted', weights })).toMatchObject({
    outcome: 'a',
    totalWeight: 6,
    threshold: 4,
    isSatisfied: true,
  });
  expect(decide(votes('a b b'), { ...RULE, weights }).outcome).toBe('b');
  expect(decide(votes('a b b'), { ...RULE, mode: 'weighted', weights, quorum: 6 }).isSatisfied).toBe(false);
  // A voter may be called anything.
  expect(decide([{ voter: 'toString', value: 'a' }], { ...RULE, mode: 'weighted' }).totalWeight).toBe(1);
});

test('who votes twice counts as they voted last', () => {
  const twice = [
    { voter: 'v', value: 'a' },
    { voter: 'v', value: 'b' },
  ];
  expect(decide(twice, RULE)).toMatchObject({ outcome: 'b', totalWeight: 1 });
});

test('whatever is voted: the tally adds up, and an outcome is one that somebody wants and nobody beats', () => {
  const vote = fc.record({
    voter: fc.constantFrom('x', 'y', 'z', '__proto__'),
    value: fc.constantFrom('a', 'b', ''),
  });
  const rule = fc.record({
    mode: fc.constantFrom('majority' as const, 'weighted' as const),
    weights: fc.dictionary(fc.constantFrom('x', 'y'), fc.integer({ min: 0, max: 9 })),
    tieBreaker: fc.constantFrom('null' as const, 'first' as const),
  });
  fc.assert(
    fc.property(fc.array(vote, { minLength: 1 }), rule, (all, how) => {
      const { outcome, tally, totalWeight, isSatisfied, isTie, threshold } = decide(all, how);
      expect([...tally.values()].reduce((sum, weight) => sum + weight, 0)).toBe(totalWeight);
      if (outcome === null) expect(isTie && !isSatisfied).toBe(true);
      else {
        expect(all.some(({ value }) => value === outcome)).toBe(true);
        expect(Math.max(...tally.values())).toBe(tally.get(outcome));
        expect(isSatisfied).toBe((tally.get(outcome) ?? 0) >= threshold);
      }
    }),
  );
});
