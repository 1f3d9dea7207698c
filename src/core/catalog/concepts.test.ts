import { expect, test } from 'vitest';
import { Concepts } from './concepts';
import { stem } from './stem';

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
