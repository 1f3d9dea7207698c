import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksOf, withoutHunks } from './hunks';

const BEFORE = 'one\ntwo\nthree\nfour\nfive\n';

test('finds what was changed together, from top to bottom', () => {
  expect(hunksOf(BEFORE, 'zero\none\ntwo\n3\nfour\n')).toEqual([
    { at: 0, removed: [], added: ['zero\n'] },
    { at: 3, removed: ['three\n'], added: ['3\n'] },
    { at: 5, removed: ['five\n'], added: [] },
  ]);
  expect(hunksOf(BEFORE, BEFORE)).toEqual([]);
});

test('takes out the hunks that are given, and leaves the others', () => {
  const after = 'zero\none\ntwo\n3\nfour\n';
  const [first, second, third] = hunksOf(BEFORE, after);
  expect(withoutHunks(after, [second!])).toBe('zero\none\ntwo\nthree\nfour\n');
  expect(withoutHunks(after, [third!, first!])).toBe('one\ntwo\n3\nfour\nfive\n');
});

test('line ends, and a last line without one, are as they were', () => {
  const after = 'a\r\nc\nd';
  expect(withoutHunks(after, hunksOf('a\r\nb', after))).toBe('a\r\nb');
  expect(hunksOf('', 'a')).toEqual([{ at: 0, removed: [], added: ['a'] }]);
});

test('texts that have nothing in common are one hunk, in little time', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word} ${n}\n`).join('');
  expect(hunksOf(text('a'), text('b'))).toHaveLength(1);
});

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n');
const anyText = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'z'))
  .map(([all, end]) => all.join('') + end);

test('law: without all hunks it is the text from before, without none the text as it is, and each can be taken out alone', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const hunks = hunksOf(before, after);
      expect(withoutHunks(after, hunks)).toBe(before);
      expect(withoutHunks(after, [])).toBe(after);
      for (const hunk of hunks)
        expect(hunksOf(before, withoutHunks(after, [hunk])).length).toBeLessThanOrEqual(hunks.length);
      // No line is both taken away and put in at the same place.
      for (const { removed, added } of hunks)
        expect(removed.at(0) === added.at(0) && removed.length > 0).toBe(false);
    }),
  );
});
