import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { NO_FOLDER } from '../../core/snapshots/noSnapshots';
import { checkWords, reasonWords } from './checkWords';

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

test('sentences that core joined are told one by one, and what stands in them too', () => {
  const { t: plain } = plainWording;
  expect(
    checkWords(
      'The account is incomplete: web was not recorded: The repository is gone, or git cannot read it. v1. 2 b.ts could not be read.',
      { t: plain },
    ),
  ).toBe(
    "The record of the changes is incomplete. web was not recorded. The repository is gone, or Git can't read it. v1. 2 b.ts couldn't be read.",
  );
  expect(checkWords('What was recorded of the workspace is gone. git diff failed: Bus error.', { t })).toBe(
    '<What was recorded of <the workspace> is gone.> git diff failed: Bus error.',
  );
});

test('a text of very many sentences is not looked through', () => {
  const long = 'It was not recorded. '.repeat(50);
  expect(checkWords(long, { t })).toBe(long);
});

test('what an agent wrote itself stays as it is', () => {
  const said = (kind: 'manual' | 'issue' | 'unknown', text: string) => reasonWords({ kind, text }, { t });
  expect(checkWords('Look at the cookie.', { t })).toBe('Look at the cookie.');
  expect(said('manual', 'a.ts could not be read.')).toBe('a.ts could not be read.');
  expect(said('issue', 'It was not recorded.')).toBe('It was not recorded.');
  expect(said('manual', 'The agent asks for a review.')).toBe('<The agent asks for a review.>');
  expect(said('unknown', 'What the task changed is not known.')).toBe('<What the task changed is unknown.>');
});
