import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Haystack } from './haystack';
import { needlesOf } from './needles';
import { CONCEALMENT, DIRECTIVE, OVERRIDE, UNASKED } from './phrases';

const expressions = [CONCEALMENT, DIRECTIVE, OVERRIDE, UNASKED].flatMap(({ english, french, others }) => [
  ...english,
  ...french,
  ...others,
]);

/** Pieces of texts: what matches are made of, whole and cut short, and little words between them. */
const pieces = expressions
  .flatMap(expression => needlesOf(expression) ?? [])
  .flat(2)
  .flatMap(needle => [needle, needle.slice(0, -1), needle.slice(1)]);
const text = fc
  .array(fc.constantFrom(...pieces, ' the ', ' user ', ' you ', ' all ', ' not ', ', '), {
    minLength: 1,
    maxLength: 12,
  })
  .map(parts => parts.join(' '));

test('finds what the expressions find', () => {
  fc.assert(
    fc.property(text, said => {
      const haystack = new Haystack(said);
      for (const each of expressions) expect(haystack.has(each)).toBe(each.test(said));
    }),
    { numRuns: 300 },
  );
});

test('finds an expression that was not known when the text was read', () => {
  const haystack = new Haystack('a signal on the northern line');
  expect(haystack.has(/\bsignals? on the (?:northern|southern) line\b/)).toBe(true);
  expect(haystack.has(/\bsignals? on the (?:eastern|western) line\b/)).toBe(false);
});

test('tells texts apart that begin with the same three letters, and finds one at the very end', () => {
  const [signals, signposts] = [/\bthe signals?\b/, /\bthe signposts?\b/];
  new Haystack('').has(signals);
  new Haystack('').has(signposts);
  const haystack = new Haystack('look at the signpost');
  expect([haystack.has(signals), haystack.has(signposts)]).toEqual([false, true]);
});
