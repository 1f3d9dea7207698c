import { describe, expect, test } from 'vitest';
import { IconTheme } from './iconTheme';

/** A theme as Seti is made: letters of a font, languages for most, other colours in light themes. */
const LETTERS = {
  fonts: [
    { id: 'seti', src: [{ path: './seti.woff', format: 'woff' }], size: '150%' },
    { id: 'extra', src: [{ path: './extra.woff', format: 'woff' }] },
  ],
  iconDefinitions: {
    _default: { fontCharacter: String.raw`\E023`, fontColor: '#d4d7d6' },
    _ts: { fontCharacter: String.raw`\E099`, fontColor: '#519aba' },
    _ts_light: { fontCharacter: String.raw`\E099`, fontColor: '#498ba7' },
    _spec: { fontCharacter: String.raw`\E09A`, fontSize: '12px' },
    _npm: { fontCharacter: 'N', fontId: 'extra' },
  },
  file: '_default',
  fileExtensions: { 'spec.ts': '_spec' },
  fileNames: { 'package.json': '_npm' },
  languageIds: { typescript: '_ts' },
  light: { languageIds: { typescript: '_ts_light' } },
};

describe('the icon of a file', () => {
  const theme = new IconTheme(LETTERS);

  test('is found by its name, its longest ending, its language, and else what all files have', () => {
    const icons = (
      [
        ['package.json', 'json'],
        ['lamps.spec.ts', 'typescript'],
        ['lamps.ts', 'typescript'],
        ['lamps', undefined],
      ] as const
    ).map(([name, language]) => theme.iconOf(name, language, 'dark'));
    expect(icons).toEqual([
      { glyph: 'N', font: 'extra', size: '19.5px' },
      { glyph: '\u{E09A}', font: 'seti', size: '12px' },
      { glyph: '\u{E099}', font: 'seti', size: '19.5px', color: '#519aba' },
      { glyph: '\u{E023}', font: 'seti', size: '19.5px', color: '#d4d7d6' },
    ]);
  });

  test('is another one in a light theme, where the icon theme has one', () => {
    expect(theme.iconOf('lamps.ts', 'typescript', 'light')?.color).toBe('#498ba7');
    expect(theme.iconOf('lamps', undefined, 'light')?.color).toBe('#d4d7d6');
    expect(theme.iconOf('lamps.ts', 'typescript', 'highContrast')?.color).toBe('#519aba');
  });

  test('is a picture where the theme has pictures', () => {
    const pictures = new IconTheme({
      iconDefinitions: { ts: { iconPath: './icons/ts.svg' } },
      fileExtensions: { ts: 'ts' },
    });
    expect(pictures.iconOf('lamps.ts', undefined, 'dark')).toEqual({ path: './icons/ts.svg' });
    expect(pictures.iconOf('lamps.rs', undefined, 'dark')).toBeUndefined();
  });
});

test.each([
  ['nothing', undefined],
  ['a list', []],
  ['no definitions', { file: 'a' }],
  ['a definition that is none', { file: 'a', iconDefinitions: { a: 3 } }],
  ['a letter without a font', { file: 'a', iconDefinitions: { a: { fontCharacter: 'A' } } }],
  [
    'a letter beyond all letters',
    { ...LETTERS, iconDefinitions: { _default: { fontCharacter: '\\FFFFFF' } } },
  ],
  ['fonts that are none', { file: 'a', fonts: [null, {}, { id: 'x', src: [] }], iconDefinitions: {} }],
])('a theme that is odd gives a file no icon: %s', (_what, theme) => {
  expect(new IconTheme(theme).iconOf('constructor', 'toString', 'dark')).toBeUndefined();
});

test.each([
  ['120%', '15.6px'],
  ['1.5em', '19.5px'],
  ['14px', '14px'],
  ['huge', '19.5px'],
])('a font of the size %s is drawn in %s', (size, drawn) => {
  const [font] = LETTERS.fonts;
  const theme = new IconTheme({ ...LETTERS, fonts: [{ ...font, size }] });
  expect(theme.iconOf('lamps', undefined, 'dark')?.size).toBe(drawn);
});
