import { expect, test } from 'vitest';
import type { SearchTerm } from '../../core/catalog/entry/ports';
import { MiniSearchIndex } from './miniSearchIndex';

function indexOf(documents: Readonly<Record<string, { readonly name: string; readonly text: string }>>) {
  const index = new MiniSearchIndex<'name' | 'text'>({ name: 5, text: 1 });
  for (const [id, fields] of Object.entries(documents)) index.put(id, fields);
  return index;
}

function termsOf(query: string, match: SearchTerm['match'] = 'whole'): readonly SearchTerm[] {
  return query.split(' ').map(term => ({ term, weight: 1, match }));
}

function idsOf(index: MiniSearchIndex<'name' | 'text'>, query: string, match?: SearchTerm['match']) {
  return index.search(termsOf(query, match)).map(({ id }) => id);
}

test('puts a word in a heavy field before the same word in a light one', () => {
  const index = indexOf({
    light: { name: 'other', text: 'invoice' },
    heavy: { name: 'invoice', text: 'other' },
  });
  expect(idsOf(index, 'invoice')).toEqual(['heavy', 'light']);
  expect(index.search(termsOf('invoice'))[0]?.terms).toEqual(['invoice']);
});

test('finds a term whole, by its beginning, or with a slip of the finger, as it is asked to', () => {
  const index = indexOf({ a: { name: 'deploiement', text: '' } });
  const found = (match: SearchTerm['match']) =>
    ['deploiement', 'deploi', 'deploiemnt', 'zebra'].filter(query => idsOf(index, query, match).length > 0);
  expect(found('whole')).toEqual(['deploiement']);
  expect(found('beginning')).toEqual(['deploiement', 'deploi']);
  expect(found('similar')).toEqual(['deploiement', 'deploi', 'deploiemnt']);
});

test('lets a term count as much as it weighs', () => {
  const index = indexOf({ a: { name: 'alpha', text: '' }, b: { name: 'beta', text: '' } });
  const weighed = (alpha: number) =>
    index.search([
      { term: 'alpha', weight: alpha, match: 'whole' },
      { term: 'beta', weight: 1, match: 'whole' },
    ]);
  expect(weighed(0.5).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(weighed(2).map(({ id }) => id)).toEqual(['a', 'b']);
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
  expect(idsOf(index, '__proto__')).toEqual(['constructor']);
});
