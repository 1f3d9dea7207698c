import { expect, test } from 'vitest';
import { foldText, tellingWords } from './words';

test('folds accents, case and everything between words', () => {
  expect(foldText('  Déployer l’API_REST, e-mail & Cœur!')).toBe('deployer l api rest e mail coeur');
  expect(foldText('C#, .NET and ASP.NET; Straße')).toBe('csharp dotnet and asp net strasse');
  expect(foldText('!?')).toBe('');
});

test('keeps the words that mean something, in English and French', () => {
  expect(tellingWords(foldText('I want to deploy my app on Vercel'))).toEqual(['deploy', 'vercel']);
  expect(tellingWords(foldText("Je voudrais envoyer des courriels à l'équipe"))).toEqual([
    'envoyer',
    'courriels',
    'equipe',
  ]);
});

test('keeps every word where none means anything', () => {
  expect(tellingWords('what is it')).toEqual(['what', 'is', 'it']);
  expect(tellingWords('')).toEqual([]);
});
