import { expect, test } from 'vitest';
import { problemLine } from './problemLine';

test('writes a problem as compilers do, as far as its place is known', () => {
  const problem = { origin: '/home/ann/servers.json', message: 'A comma is missing.' };
  expect(problemLine(problem)).toBe('/home/ann/servers.json: A comma is missing.');
  expect(problemLine({ ...problem, line: 3 })).toBe('/home/ann/servers.json:3: A comma is missing.');
  expect(problemLine({ ...problem, line: 3, column: 7 })).toBe(
    '/home/ann/servers.json:3:7: A comma is missing.',
  );
});

test('writes it in one line, whatever stands in it', () => {
  expect(problemLine({ origin: 'a\nb', message: `c\n\u202ed${'e'.repeat(1_000)}` })).toMatch(
    /^a b: c \\u\{202e\}de+…$/,
  );
});
