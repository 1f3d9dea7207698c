import { expect, test } from 'vitest';
import { frenchWording, plainWording } from '../../../test/support/pictureText';
import { about, duration, fileCount, percent, tokenCount, toolCount } from './amounts';

test('counts in whole phrases, each language with its own singular', () => {
  expect([0, 1, 2].map(n => toolCount(n, plainWording))).toEqual(['0 tools', '1 tool', '2 tools']);
  expect([0, 1, 2].map(n => toolCount(n, frenchWording))).toEqual(['0 outil', '1 outil', '2 outils']);
  expect(fileCount(1_234, frenchWording)).toBe('1\u202F234 fichiers');
  expect(tokenCount(1_234, plainWording)).toBe('~1,234 tokens');
});

test('writes numbers, shares and lengths of time as the language does', () => {
  expect([12_345, 72].map(n => about(n, plainWording))).toEqual(['~12.3k', '~72']);
  expect(about(12_345, frenchWording)).toBe('~12,3\u00A0k');
  expect([percent(75, plainWording), percent(75, frenchWording)]).toEqual(['75%', '75\u00A0%']);
  expect([0, 12, 360, 3_900].map(n => duration(n, plainWording))).toEqual([
    '0 sec',
    '12 sec',
    '6 min',
    '1 hr 5 min',
  ]);
  expect([0, 3_900].map(n => duration(n, frenchWording).replaceAll(/[\u00A0\u202F]/g, ' '))).toEqual([
    '0 s',
    '1 h 5 min',
  ]);
});
