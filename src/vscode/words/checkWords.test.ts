import { expect, test } from 'vitest';
import { NO_FOLDER } from '../../core/snapshots/noSnapshots';
import { checkWords } from './checkWords';

/** A language in which every text is marked. */
const t = (text: string, ...args: readonly (string | number)[]): string =>
  `<${text.replaceAll(/\{(\d)\}/g, (_, at: string) => String(args[Number(at)]))}>`;

test('what the checks say is told in the language of the person, with what it is about', () => {
  const said = [
    '"left-pad" is said to be added, but no manifest shows it.',
    '"jwt" is said to be removed, but no manifest shows it.',
    'a/package.json could not be read: packages in it were not compared.',
    'The agent asks for a review.',
    NO_FOLDER,
    'Work from before the task was lost: notes.txt, a.ts',
  ];
  expect(said.map(text => checkWords(text, { t }))).toEqual([
    '<Agent reported adding "left-pad"; not found in any manifest change.>',
    '<Agent reported removing "jwt"; not found in any manifest change.>',
    "<a/package.json couldn't be read, so its packages were not compared.>",
    '<The agent asks for a review.>',
    `<${NO_FOLDER}>`,
    '<Work from before the task was lost: notes.txt, a.ts>',
  ]);
});

test('what an agent wrote itself stays as it is', () => {
  expect(checkWords('Look at the cookie.', { t })).toBe('Look at the cookie.');
});
