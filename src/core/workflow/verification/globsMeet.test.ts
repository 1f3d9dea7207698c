import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from './glob';
import { globsMeet } from './globsMeet';

const NAMES = ['a', 'b', 'aa', 'ab', 'ba', 'bb'];

/** Every path of at most four of these names: enough for any two patterns of three segments. */
const PATHS: readonly (readonly string[])[] = [1, 2, 3, 4].flatMap(depth =>
  Array.from({ length: NAMES.length ** depth }, (_, n) =>
    Array.from({ length: depth }, (__, i) => NAMES[Math.floor(n / NAMES.length ** i) % NAMES.length] ?? ''),
  ),
);

const glob = fc.array(fc.constantFrom('a', 'b', 'ab', '*', '?', 'a*', '*b', '?b', '**'), {
  minLength: 1,
  maxLength: 3,
});

test('two globs meet where one path matches both, and nowhere else', () => {
  fc.assert(
    fc.property(glob, glob, (one, other) => {
      const isThere = PATHS.some(path => matchesGlob(one, path) && matchesGlob(other, path));
      expect(globsMeet(one, other)).toBe(isThere);
    }),
    { numRuns: 1_500 },
  );
});

test('two long patterns full of stars are compared in a moment', () => {
  const stars = Array.from({ length: 32 }, (_, i) => `${'*x'.repeat(3)}${i}`);
  expect(globsMeet(stars, [...stars.slice(1), 'no'])).toBe(false);
  expect(globsMeet(['**', ...stars], ['**', ...stars])).toBe(true);
});
