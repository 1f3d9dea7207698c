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

test('shows the reason, which stands before where in its code a program ended', () => {
  const frames = (line: string) => Array.from({ length: 12 }, () => line).join('\n');
  const node = `Error: Cannot find package 'zod'\n${frames('    at load (node:internal/modules/esm/loader:763:56)')} {\n  code: 'ERR_X'\n}\n\nNode.js v24.1.0\n`;
  expect(shown(node)).toBe("Error: Cannot find package 'zod' code: 'ERR_X' }");
  expect(shown(`Error: no key\n${frames('    at async file:///app/dist/index.js:12:3')}`)).toBe(
    'Error: no key',
  );
  expect(shown(`java.lang.Error: no key\n${frames('\tat org.Main.main(Main.java:12)')}`)).toBe(
    'java.lang.Error: no key',
  );
  expect(shown(`Unhandled: no key\n${frames('   at App.Main(String[] args) in /app/Main.cs:line 12')}`)).toBe(
    'Unhandled: no key',
  );
  const go = `panic: no key\n\ngoroutine 1 [running]:\nmain.main()\n${frames('\t/app/main.go:12 +0x1d')}`;
  expect(shown(go)).toBe('panic: no key');
  expect(shown('Needs a key\n  at least 20 characters long')).toBe('Needs a key at least 20 characters long');
});

test('shows what a program said before how it is used', () => {
  const usage = Array.from({ length: 40 }, (_, i) => `  --option-${i}  does something`).join('\n');
  const words = shown(`Error: No access token was provided.\nUsage: app [options]\n${usage}\n`);
  expect(words).toMatch(/^Error: No access token was provided\. Usage: .*….*--option-39 does something$/);
  expect(words.length).toBeLessThanOrEqual(501);
});
