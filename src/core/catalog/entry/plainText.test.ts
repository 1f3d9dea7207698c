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

test.each([
  'می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d💻',
  '👩🏽\u200d🚒',
  '🏳\ufe0f\u200d🌈',
  '🧔\u200d♂\ufe0f',
  'ค้นหา\u200bไฟล์',
])('leaves what a script or an emoji is joined with in a line: %s', text => {
  expect(oneLine(`${text}.ts`, 80)).toBe(`${text}.ts`);
  // A joiner joins nothing where the line is cut behind it.
  expect(oneLine('👩\u200d💻', 4)).toBe('👩…');
});

test('spells out joiners that join nothing a person sees', () => {
  expect(oneLine('r\u200dm 👩\u200d x\u200cy 👩\u200crm', 80)).toBe(
    'r\\u{200d}m 👩\\u{200d} x\\u{200c}y 👩\\u{200c}rm',
  );
});

test('never returns a line break, a control or more characters than asked for', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.integer({ min: 1, max: 60 }),
      (text, maxLength) => {
        const line = oneLine(text, maxLength);
        expect(line.length).toBeLessThanOrEqual(maxLength);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200B-\u200D])\p{Cf}/u);
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
