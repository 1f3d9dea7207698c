import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeUnseen, oneLine, wholeWords } from './plainText';

test('spells out what nobody sees and leaves ordinary words of any language alone', () => {
  expect(escapeUnseen('rm\u202e -rf\u200b\u{E0041}\u001b[31m\u3164\u00a0\u115f\u{E0101}a\ufe0f')).toBe(
    'rm\\u{202e} -rf\\u{200b}\\u{e0041}\\u{1b}[31m\\u{3164}\\u{a0}\\u{115f}\\u{e0101}a\\u{fe0f}',
  );
  expect(escapeUnseen('Déployer, 部署, 🚀 ❤️ naïve')).toBe('Déployer, 部署, 🚀 ❤️ naïve');
});

test('makes one short line of any text', () => {
  expect(oneLine('  first\n\tsecond\r\nthird ', 80)).toBe('first second third');
  expect(oneLine('a rocket 🚀', 11)).toBe('a rocket 🚀');
  expect(oneLine('a rocket 🚀s', 11)).toBe('a rocket…');
});

test('never returns a line break, a control or more characters than asked for', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.integer({ min: 1, max: 60 }),
      (text, maxLength) => {
        const line = oneLine(text, maxLength);
        expect(line.length).toBeLessThanOrEqual(maxLength);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      },
    ),
  );
});

test.each([
  ['Read, write and search files inside allowed folders', 20, 'Read, write'],
  ['Read, write and search files inside allowed folders', 24, 'Read, write and search'],
  ['Vercel projects, deployments and logs', 15, 'Vercel projects'],
  ['Vercel projects, deployments and logs', 16, 'Vercel projects'],
  ['Up-to-date library', 6, 'Up-to…'],
  ['short', 20, 'short'],
  ['', 20, ''],
])('shortens %j to %i characters of whole words', (text, width, expected) => {
  expect(wholeWords(text, width)).toBe(expected);
});

test('never shortens to more characters than asked for', () => {
  fc.assert(
    fc.property(
      fc.lorem(),
      fc.integer({ min: 1, max: 60 }),
      (text, width) => wholeWords(text, width).length <= width,
    ),
  );
});
