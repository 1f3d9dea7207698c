import { expect, test } from 'vitest';
import { Concepts } from './concepts';
import { stem } from '../entry/stem';

const concepts = new Concepts([
  ['game', 'unity blender', 'game, level of the game', 'jeu'],
  ['datasets', 'hugging-face', 'data set', 'jeu de données, jeux de données'],
  ['tasks', 'linear', 'to do, board', 'à faire'],
]);

function meant(text: string): readonly string[] {
  return concepts.meantBy(text.split(' ').map(stem)).map(({ term }) => term);
}

test('knows a concept by any of its phrases, in any order and form, with words between', () => {
  expect(meant('my games')).toEqual(['#game']);
  expect(meant('jeux')).toEqual(['#game']);
  expect(meant('a set of good data')).toEqual(['#datasets']);
  expect(meant('nothing')).toEqual([]);
});

test('knows no phrase whose words stand far apart: they are not said of the same thing', () => {
  expect(meant('set the table for the guests of this evening and send me data')).toEqual([]);
  // The words of a phrase may come once more, and near.
  expect(meant('set the table for the guests of this evening and send me the set of data')).toEqual([
    '#datasets',
  ]);
});

test('takes words that say nothing alone for a phrase only where they stand side by side', () => {
  expect(meant('what is to do')).toEqual(['#tasks']);
  expect(meant('similar to what we do')).toEqual([]);
});

test('tells whether a word is one that concepts are spoken of with', () => {
  expect(concepts.isSpokenOfWith(stem('games'))).toBe(true);
  expect(concepts.isSpokenOfWith('linear')).toBe(false);
});

test('takes the longer phrase for what is meant', () => {
  expect(meant('un jeu de donnees')).toEqual(['#datasets']);
});

test('learns no phrase of which only a stop word is left', () => {
  expect(meant('what do you do')).toEqual([]);
  expect(meant('faire')).toEqual([]);
});

test('tells who is known for it, best first', () => {
  expect(concepts.knownFor('#game')).toEqual(['unity', 'blender']);
  expect(concepts.knownFor('game')).toEqual([]);
});

test('takes single words of phrases for hints, the stronger the fewer concepts use them', () => {
  expect(concepts.hintsOf(['data', 'level', 'other'].map(stem))).toEqual([
    { term: '#datasets', stems: ['data'], strength: 1 },
    { term: '#game', stems: ['level'], strength: 1 },
  ]);
});

test('knows what a server is for by the product it is called after, and takes no word of a text for one', () => {
  const table = new Concepts([
    ['calendar', '', 'appointment', 'rendez-vous', 'google calendar, caldav'],
    ['automation', '', 'automate', 'automatiser', 'make, zapier'],
  ]);
  const after = (name: string) => [...table.namedAfter(name.split('-').map(stem))];
  expect(after('caldav-mcp')).toEqual(['#calendar']);
  expect(after('mcp-google-calendar')).toEqual(['#calendar']);
  expect(after('google-maps')).toEqual([]);
  expect(after('make')).toEqual(['#automation']);
  expect(table.meantBy(['make', 'an', 'appointment'].map(stem)).map(({ term }) => term)).toEqual([
    '#calendar',
  ]);
  expect(table.knownFor('#calendar')).toEqual([]);
  // Nor a hint, which leads to known servers only and would take weight from those of other concepts.
  expect(table.hintsOf([stem('appointment')])).toEqual([]);
});

test('tells which concepts the products of a text belong to', () => {
  const table = new Concepts([['team chat', 'slack', 'channel', 'canal', 'feishu, google chat']]);
  const named = (text: string) => table.withProductsIn(text.split(' ').map(stem)).map(({ term }) => term);
  expect(named('post this in feishu')).toEqual(['#team-chat']);
  expect(named('post this in google chat')).toEqual(['#team-chat']);
  expect(named('chat with google')).toEqual([]);
});
