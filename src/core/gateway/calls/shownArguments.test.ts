import { expect, test } from 'vitest';
import { shownArguments } from './shownArguments';

test.each([
  ['a long text', { content: 'x'.repeat(9_000), path: '~/.bashrc' }],
  ['many texts', { parts: Array.from({ length: 400 }, () => 'x'.repeat(40)), path: '~/.bashrc' }],
  ['what is nested', { file: { content: 'x'.repeat(9_000), path: '~/.bashrc' }, note: '😀'.repeat(900) }],
  ['a text of which the end counts', { command: `echo ${' '.repeat(3_000)}; rm -rf ~/.bashrc` }],
])('hides no argument from a person behind %s', (_what, input) => {
  const shown = shownArguments(input);
  expect(shown).toContain('~/.bashrc');
  expect(shown).toMatch(/\d+ (?:characters|items) are not shown/);
  expect(shown.length).toBeLessThan(2_100);
});

test('shows what fits as it is, and cuts what is too much even so with a note', () => {
  const text = 'x'.repeat(1_900);
  expect(shownArguments({ text })).toBe(JSON.stringify({ text }, null, 2));
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`key${i}`, i]));
  expect(shownArguments(many)).toMatch(/…\n\(cut: \d+ more characters are not shown\)$/);
});
