import { expect, test } from 'vitest';
import { apart, isFrench, Meanings, type Weighed, wordsIn } from './meanings';

/** Common words first: mail and letter mean like things, boat something else. */
const table = {
  words: ['the', 'mail', 'letter', 'boat', 'ship'],
  vectors: new Int8Array([10, 10, 100, 5, 95, 10, 5, 100, 10, 95]),
  dimensions: 2,
  french: ['courrier mail letter', 'bateau boat'],
  actions: ['create new', 'note new'],
};
const said = (text: string): readonly Weighed[] => text.split(' ').map(word => [word, 1]);

test('finds what speaks of like things in other words', () => {
  const meanings = new Meanings(table);
  meanings.put('post', said('mail unheard'));
  meanings.put('harbour', said('boat'));
  const alike = meanings.alike(said('letter'));
  expect(alike.get('post')).toBeGreaterThan(0.9);
  expect(alike.get('harbour')).toBeLessThan(0.3);
  meanings.remove('post');
  expect([...meanings.alike(said('letter')).keys()]).toEqual(['harbour']);
});

test('says nothing of words that it does not know', () => {
  const meanings = new Meanings(table);
  meanings.put('post', said('mail'));
  meanings.put('odd', said('zzq'));
  expect([...meanings.alike(said('zzqqx'))]).toEqual([]);
  expect([meanings.knows('mail'), meanings.knows('zzq')]).toEqual([true, false]);
});

test('knows what words ask for: one that asks for two things speaks for each by half', () => {
  const { actions } = new Meanings(table);
  expect([...actions.in(['created', 'new', 'boat'])]).toEqual([
    [0, 1],
    [1, 0.5],
  ]);
});

test('reads a French word as it stands, and as what others of its stem are in English', () => {
  const french = ['livre book', 'livrer deliver'];
  const meanings = new Meanings({ ...table, french });
  expect([meanings.inEnglish('livrer'), meanings.inEnglish('livres')]).toEqual([
    ['deliver'],
    ['book', 'deliver'],
  ]);
});

test('reads French words, in any form, as English ones', () => {
  const meanings = new Meanings(table);
  expect([
    meanings.inEnglish('courriers'),
    meanings.inEnglish('bateaux'),
    meanings.inEnglish('mail'),
  ]).toEqual([['mail', 'letter'], ['boat'], []]);
});

test.each([
  ['envoie un message à Anna', true],
  ['la liste des factures', true],
  ['résumé', true],
  ['send a message to Anna', false],
  ['create issue', false],
  ['', false],
])('%j is French: %s', (text, expected) => {
  expect(isFrench(text)).toBe(expected);
});

test('takes names apart', () => {
  expect(
    ['createIssue', 'getHTTPStatus', 'list_pull-requests', 'v2Orders'].map(name => wordsIn(apart(name))),
  ).toEqual([
    ['create', 'issue'],
    ['http', 'status'],
    ['list', 'pull', 'requests'],
    ['v2', 'orders'],
  ]);
});
