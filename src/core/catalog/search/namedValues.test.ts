import { expect, test } from 'vitest';
import { namedValues } from './namedValues';

test.each([
  ['make docs/logo.png smaller', ['image', 'file']],
  ['write to ann@example.com', ['email', 'address']],
  ['what was said in #incidents', ['channel', 'tag']],
  ['read https://example.com/a', ['url', 'page']],
  ['add 17 and 25', ['number']],
  ['payer 60 €', ['price', 'amount', 'number']],
  ['fix src/auth.ts', ['file']],
  ['list the open issues', []],
])('"%s" names values of these kinds', (purpose, kinds) => {
  expect(namedValues(purpose).kinds).toEqual(kinds);
});

test('what is quoted is a value, in whatever quotes, and no kind is read off it', () => {
  expect(namedValues('ajouter la requête « supprimer 3 clients » et "b.png" au dossier')).toEqual({
    plain: 'ajouter la requête   et   au dossier',
    quoted: '« supprimer 3 clients » "b.png"',
    kinds: [],
  });
});
