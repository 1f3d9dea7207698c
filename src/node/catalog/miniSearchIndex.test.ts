import { expect, test } from 'vitest';
import { MiniSearchIndex } from './miniSearchIndex';

function indexOf(documents: Readonly<Record<string, { readonly name: string; readonly text: string }>>) {
  const index = new MiniSearchIndex<'name' | 'text'>({ name: 5, text: 1 });
  for (const [id, fields] of Object.entries(documents)) index.put(id, fields);
  return index;
}

function idsOf(index: MiniSearchIndex<'name' | 'text'>, query: string): readonly string[] {
  return index.search(query).map(({ id }) => id);
}

test('puts a word in a heavy field before the same word in a light one', () => {
  const index = indexOf({
    light: { name: 'other', text: 'invoice' },
    heavy: { name: 'invoice', text: 'other' },
  });
  expect(idsOf(index, 'invoice')).toEqual(['heavy', 'light']);
  expect(index.search('invoice')[0]?.terms).toEqual(['invoice']);
});

test('finds words by their beginning, with an accent too many or too few, and with a slip of the finger', () => {
  const index = indexOf({ a: { name: 'déploiement', text: '' } });
  expect(['deploi', 'DEPLOIEMENT', 'deploiemnt'].map(query => idsOf(index, query))).toEqual([
    ['a'],
    ['a'],
    ['a'],
  ]);
  expect(idsOf(index, 'zebra')).toEqual([]);
});

test('forgets what was replaced or removed', () => {
  const index = indexOf({ a: { name: 'alpha', text: '' } });
  index.put('a', { name: 'beta', text: '' });
  expect([idsOf(index, 'alpha'), idsOf(index, 'beta')]).toEqual([[], ['a']]);
  index.remove('a');
  index.remove('never-there');
  expect(idsOf(index, 'beta')).toEqual([]);
});

test.each(['', '   ', '*', '__proto__', 'constructor'])('finds nothing for %j', query => {
  expect(idsOf(indexOf({ a: { name: 'alpha', text: '' } }), query)).toEqual([]);
});

test('keeps documents and words called as parts of the language apart from them', () => {
  const index = indexOf({ constructor: { name: 'constructor', text: '__proto__' } });
  expect(idsOf(index, 'constructor')).toEqual(['constructor']);
  expect(idsOf(index, 'proto')).toEqual(['constructor']);
});
