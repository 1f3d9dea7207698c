import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from './commandLine';

test.each([
  ['C:\\work\\a.txt', 'C:\\work\\a.txt'],
  ['C:\\Program Files\\node.exe', '"C:\\Program Files\\node.exe"'],
  // A backslash at the end would take the quotation mark for a letter.
  ['C:\\my work\\', '"C:\\my work\\\\"'],
  ['say "hi"', '"say \\"hi\\""'],
  // PowerShell takes commas for lists, and @ and $ for its own.
  ['a,b', '"a,b"'],
  ['name@sha256:ab', '"name@sha256:ab"'],
  ['a&calc', '"a&calc"'],
  ['', '""'],
])('Windows: %s is written %s', (word, written) => {
  expect(quoted(word, 'win32')).toBe(written);
});

test.each([
  ['/home/ann/a', '/home/ann/a'],
  ["it's $HOME", String.raw`'it'\''s $HOME'`],
])('elsewhere: %s is written %s', (word, written) => {
  expect(quoted(word, 'linux')).toBe(written);
});

test('programs of Windows read back what was written', () => {
  const letters = fc.constantFrom('a', ' ', '"', '\\', ':', ',', 'é');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 12 }), word => {
      expect(readByWindows(quoted(word, 'win32'))).toBe(word);
    }),
  );
});

/** One word as CommandLineToArgvW and the C runtime read it. */
function readByWindows(line: string): string {
  let word = '';
  for (let at = 0; at < line.length;) {
    const [slashes = ''] = /^\\*/.exec(line.slice(at)) ?? [];
    at += slashes.length;
    const isBeforeMark = line[at] === '"';
    word += '\\'.repeat(isBeforeMark ? Math.floor(slashes.length / 2) : slashes.length);
    if (at >= line.length) break;
    if (isBeforeMark && slashes.length % 2 === 0) at++;
    else word += line[at++] ?? '';
  }
  return word;
}
