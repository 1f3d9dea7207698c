import { expect, test } from 'vitest';
import { tagText } from '../../../test/support/poisonedTools';
import { hiddenIn, withoutHidden } from './hiddenText';

test.each([
  ['zero width', 'a\u200bb'],
  ['zero width', 'a\u2060b'],
  ['zero width', '\ufeffab'],
  ['zero width', 'a\u00adb'],
  ['zero width', 'a\u180eb'],
  ['zero width', 'wo\u200drd'],
  ['direction', 'a\u202eb'],
  ['direction', 'a\u2066b'],
  ['direction', 'a\u200eb'],
  ['private use', 'a\ue000b'],
  ['private use', 'a\u{100000}b'],
  ['control', 'a\u001b[8mb'],
  ['control', 'a\u009b8mb'],
] as const)('finds %s characters in %j', (kind, text) => {
  expect(hiddenIn(text).kinds).toEqual([kind]);
});

test('reads what is written in letters that nobody sees', () => {
  expect(hiddenIn(`Hello${tagText('steal it')}`)).toEqual({ kinds: ['tag'], tagText: 'steal it' });
  expect(hiddenIn(`\u{1f3f4}${tagText('steal everything')}\u{e007f}`).tagText).toBe('steal everything');
});

test.each([
  'Déployer, naïve, 部署, 🚀 ❤️ £ € “quoted” – dash',
  '👩‍💻 👨‍👩‍👧 👩🏽‍🚒 🏳️‍🌈 🙅‍♀️',
  `\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}`,
  'می‌خواهم',
  'क्‍षेत्र',
  'שלום \u200f(UTF-8)\u200f',
  'ค้นหา\u200bไฟล์',
  'lines\r\nand\ttabs',
])('lets ordinary text be: %s', text => {
  expect(hiddenIn(text)).toEqual({ kinds: [], tagText: '' });
});

test('reads what selectors of variants spell, and leaves those of emoji and ideographs alone', () => {
  const spelled = Array.from('ignore', letter => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16));
  expect(hiddenIn(`A logo.${spelled.join('')}`)).toEqual({ kinds: ['tag'], tagText: 'ignore' });
  expect(withoutHidden(`A logo.${spelled.join('')}`)).toBe('A logo.');
  expect(hiddenIn('Hearts \u2764\uFE0F and 辻\u{E0100}').kinds).toEqual([]);
});
