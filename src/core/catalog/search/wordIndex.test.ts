import { expect, test } from 'vitest';
import { type Field, WordIndex } from './wordIndex';

const field = (text: string, weight = 1): Field => ({ stems: text.split(' '), weight, usualWords: 3 });
const units = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, [field(text)]] as const));
const search = (index: WordIndex, ...stems: string[]) =>
  [...index.search(stems.map(stem => ({ stem, weight: 1 })))]
    .toSorted(([, a], [, b]) => b.score - a.score)
    .map(([name]) => name);

test('puts first what has more of the words, and rarer ones', () => {
  const index = new WordIndex();
  index.put('a', units({ '': 'mail send draft' }));
  index.put('b', units({ '': 'mail read list' }));
  index.put('c', units({ '': 'mail zeppelin list' }));
  expect(search(index, 'mail', 'zeppelin')).toEqual(['c', 'a', 'b']);
  expect(search(index, 'nothing')).toEqual([]);
});

test('counts the words of all units of a group together, and names those that have any', () => {
  const index = new WordIndex();
  index.put('whole', units({ send: 'mail send', read: 'mail read', list: 'folder list' }));
  index.put('part', units({ send: 'mail send', other: 'paint wall', third: 'paint roof' }));
  const hits = index.search([{ stem: 'mail', weight: 1 }]);
  expect(hits.get('whole')!.score).toBeGreaterThan(hits.get('part')!.score);
  expect([...hits.get('whole')!.units.keys()]).toEqual(['send', 'read']);
});

test('a field that weighs more counts more, a longer one less', () => {
  const index = new WordIndex();
  index.put('name', new Map([['', [field('mail', 3), field('a b c')]]]));
  index.put('short', new Map([['', [field('x', 3), field('mail b c')]]]));
  index.put('long', new Map([['', [field('x', 3), field('mail b c d e f g h i j k l')]]]));
  expect(search(index, 'mail')).toEqual(['name', 'short', 'long']);
});

test('a group that is replaced or removed leaves nothing behind, also after many changes', () => {
  const index = new WordIndex();
  index.put('stays', units({ '': 'lighthouse keeper' }));
  for (let round = 0; round < 300; round += 1) {
    index.put('moves', units({ '': `word${round} lighthouse`, tool: 'again' }));
    expect(search(index, `word${round - 1}`)).toEqual([]);
  }
  expect(search(index, 'lighthouse').toSorted()).toEqual(['moves', 'stays']);
  expect(index.has('word5')).toBe(false);
  index.remove('moves');
  expect(search(index, 'lighthouse')).toEqual(['stays']);
  expect(search(index, 'again')).toEqual([]);
});

test('finds the word that a mistyped one is but for a slip', () => {
  const index = new WordIndex();
  index.put('a', units({ '': 'calendar postgr' }));
  expect([index.similar('calender', 1), index.similar('posgtr', 2), index.similar('xalendar', 1)]).toEqual([
    'calendar',
    'postgr',
    undefined,
  ]);
});
