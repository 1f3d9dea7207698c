import { expect, test } from 'vitest';
import { Redactor } from '../../core/support/redactor';
import { LastWords } from './lastWords';

const SECRET = ['s3cr3t', 'with "quotes"', 'and/more=='].join('-');

function shown(text: string, secrets: readonly string[] = [SECRET]): string {
  const words = new LastWords(Redactor.of(secrets));
  words.push(text);
  return words.text;
}

test('masks a value in every form in which programs print it', () => {
  const bytes = Buffer.from(SECRET);
  for (const form of [
    SECRET,
    JSON.stringify(SECRET),
    encodeURIComponent(SECRET),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    `\u001b[31m${SECRET.slice(0, 9)}\u001b[0m${SECRET.slice(9)}`,
  ])
    expect(shown(`key=${form}.`)).toMatch(/^key="?•••"?\.$/);
  const key = ['-----BEGIN KEY-----', 'bGluZSBvbmU', 'bGluZSB0d28', '-----END KEY-----'].join('\n');
  expect(shown(`1: bGluZSBvbmU\n2: bGluZSB0d28`, [key])).toBe('1: ••• 2: •••');
});

test('leaves words alone that are too short to be a secret, and shows what a screen would not', () => {
  expect(shown('on the road \u202eabc\u0007', ['on', 'road'])).toBe(String.raw`on the road \u{202e}abc\u{7}`);
});

test('shows no half of a value that was cut off with what came before', () => {
  const long = 'abcdefghij'.repeat(10_000);
  expect(shown(`the key is ${long}`, [long])).toBe('');
  expect(shown(`the key is ${long} and it is wrong${'.'.repeat(66_000)}`, [long])).not.toContain('abc');
});
