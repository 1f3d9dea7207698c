import { expect, test } from 'vitest';
import { LanguageNames } from './languageNames';

const CONTRIBUTED = [
  { id: 'typescript', extensions: ['.ts', '.mts'] },
  { id: 'dts', extensions: ['.d.ts'] },
  { id: 'dockerfile', filenames: ['Dockerfile'], filenamePatterns: ['Dockerfile.*', '**/nested/x'] },
  { id: 'theirs', extensions: ['.mts'] },
  'no language',
  { id: 7, extensions: ['.ts'] },
  { id: 'odd', extensions: 'ts', filenames: [3] },
];

const languages = new LanguageNames(CONTRIBUTED, {
  '*.lamps': 'typescript',
  '**/*.rail': 'rails',
  'a(b).c+': 'odd',
  '*.{x,y}': 'left out',
  Z: 3,
});

test.each([
  ['lamps.ts', 'typescript'],
  ['lamps.d.ts', 'dts'],
  ['lamps.mts', 'theirs'],
  ['dockerfile', 'dockerfile'],
  ['dockerfile.dev', 'dockerfile'],
  ['signal.lamps', 'typescript'],
  ['main.rail', 'rails'],
  ['a(b).c+', 'odd'],
  ['a.x', undefined],
  ['lamps', undefined],
])('%s is of the language %s', (name, language) => {
  expect(languages.of(name)).toBe(language);
});

test('settings that are no settings say nothing', () => {
  expect(new LanguageNames([], 'none').of('lamps.ts')).toBeUndefined();
});
