import { expect, test } from 'vitest';
import { Meanings } from './meanings';
import { rankTools } from './toolRanker';

/** Mail and letter mean like things, boat and ship others. */
const meanings = new Meanings({
  words: ['mail', 'letter', 'boat', 'ship'],
  vectors: new Int8Array([100, 5, 95, 10, 5, 100, 10, 95]),
  dimensions: 2,
  french: ['courrier mail letter', 'navire boat'],
  actions: ['create new write ajouter', 'delete rid supprimer'],
});
const tools = [
  { name: 'create_letter', description: 'Creates a letter' },
  { name: 'delete_letter', description: 'Deletes a letter' },
  { name: 'create_ship', description: 'Creates a ship' },
  { name: 'delete_ship', description: 'Deletes a ship' },
];
const ranked = (purpose: string) => rankTools(tools, purpose, meanings).map(({ tool }) => tool.name);

test.each([
  ['write a new mail', 'create_letter'],
  ['get rid of the boat', 'delete_ship'],
  ['supprimer le courrier', 'delete_letter'],
  ['ajouter un navire', 'create_ship'],
])('"%s" asks for %s, in other words than the tool has', (purpose, best) => {
  expect(ranked(purpose)[0]).toBe(best);
});

test('what is quoted is a value, and no wish', () => {
  expect(ranked('create the mail "delete ship"')[0]).toBe('create_letter');
});

test('the chances of all tools add up to 1', () => {
  const chances = rankTools(tools, 'write a mail', meanings).map(({ chance }) => chance);
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
  expect(chances).toEqual(chances.toSorted((a, b) => b - a));
});

test.each(['', '🚀', '部署我的应用', 'zzq'])(
  'nothing is ranked where nothing speaks for any tool: "%s"',
  purpose => {
    expect(ranked(purpose)).toEqual([]);
  },
);
