import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '../../core/support/clock';
import { TripleStore } from './tripleStore';
import { matcher } from './wildcard';

test.each([
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['a*c', 'acb', false],
  ['*', '', true],
  ['a*a', 'a', false],
  ['*b*', 'abc', true],
  ['a.c', 'abc', false],
  ['a**c', 'abbc', true],
  ['*a*b', 'xaxbx', false],
])('"%s" fits "%s": %s', (pattern, text, fits) => {
  expect(matcher(pattern)(text)).toBe(fits);
});

test('a pattern fits what a regular expression of it fits, in no more than linear time', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (given, said) => {
      const expression = new RegExp(`^${given.replaceAll('.', '\\.').replaceAll('*', '[^]*')}$`);
      expect(matcher(given)(said)).toBe(expression.test(said));
    }),
    { numRuns: 2_000 },
  );
  expect(matcher('a*'.repeat(2_000))('a'.repeat(1_999))).toBe(false);
});

test('finds what fits, by whatever parts are given, as a look through all of them would', () => {
  const word = fc.constantFrom('a', 'ab', 'b');
  const wanted = fc.option(fc.constantFrom('a', 'ab', 'b', 'a*', '*', '*b'), { nil: undefined });
  const name = fc.record({ subject: word, predicate: word, object: word });
  const step = fc.record({
    name,
    isPut: fc.boolean(),
    source: fc.option(word),
    confidence: fc.constantFrom(0.2, 0.8),
  });
  const filter = fc.record({
    subject: wanted,
    predicate: wanted,
    object: wanted,
    source: wanted,
    minConfidence: fc.constantFrom(0, 0.5),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), filter, (steps, asked) => {
      const store = new TripleStore();
      for (const [at, { name: what, isPut, ...rest }] of steps.entries()) {
        if (isPut) store.put({ ...what, ...rest }, at as Instant);
        else store.remove(what);
      }
      const fits = (pattern: string | undefined, text: string | null) =>
        pattern === undefined || (text !== null && matcher(pattern)(text));
      const expected = [...store.all()].filter(
        triple =>
          fits(asked.subject, triple.subject) &&
          fits(asked.predicate, triple.predicate) &&
          fits(asked.object, triple.object) &&
          fits(asked.source, triple.source) &&
          triple.confidence >= asked.minConfidence,
      );
      expect(store.find(asked)).toEqual(expected);
      const ordinals = [...store.all()].map(({ ordinal }) => ordinal);
      expect(ordinals).toEqual(ordinals.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});
