import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editor } from '../../../test/support/fakeEditor';
import { changeColourTheme, extensions, Uri, workspace } from '../../../test/support/fakeVscode';
import { KeptLog } from '../../../test/support/keptLog';
import type { IconsTelling } from '../../shared/webview/fileIcons';
import { PageIcons } from './pageIcons';

const THEME = {
  fonts: [{ id: 'seti', src: [{ path: './seti.woff', format: 'woff' }] }],
  iconDefinitions: {
    _ts: { fontCharacter: String.raw`\E099`, fontColor: 'blue' },
    _light: { fontCharacter: String.raw`\E099`, fontColor: 'navy' },
    _picture: { iconPath: './lamp.svg' },
    _missing: { iconPath: './missing.svg' },
    _program: { iconPath: './lamp.exe' },
  },
  languageIds: { typescript: '_ts' },
  fileExtensions: { lamp: '_picture', gone: '_missing', exe: '_program' },
  light: { languageIds: { typescript: '_light' } },
};

const log = new KeptLog();
let told: IconsTelling[] = [];
let icons: PageIcons;

beforeEach(() => {
  told = [];
  editor.files.set('/seti/icons/theme.json', `// Letters\n${JSON.stringify(THEME)}`);
  editor.files.set('/seti/icons/seti.woff', 'font');
  editor.files.set('/seti/icons/lamp.svg', '<svg/>');
  editor.settings.set('workbench.iconTheme', 'seti');
  extensions.all = [
    {
      extensionUri: Uri.file('/ts'),
      packageJSON: { contributes: { languages: [{ id: 'typescript', extensions: ['.ts'] }] } },
    },
    {
      extensionUri: Uri.file('/seti'),
      packageJSON: { contributes: { iconThemes: [{ id: 'seti', path: './icons/theme.json' }] } },
    },
    { extensionUri: Uri.file('/odd'), packageJSON: null },
    {
      extensionUri: Uri.file('/odder'),
      packageJSON: { contributes: { iconThemes: 'none', languages: [null] } },
    },
  ];
  icons = new PageIcons(telling => told.push(telling), log);
});

afterEach(() => {
  icons.dispose();
  editor.settings.clear();
  extensions.all = [];
});

test('a page is told the letters and pictures of the theme, and its fonts once', async () => {
  const names = ['lamps.ts', 'red.lamp', 'old.gone', 'run.exe', 'readme'];
  await icons.answer({ type: 'fileIcons', names, isFirst: true });
  await icons.answer({ type: 'fileIcons', names: ['signals.ts'], isFirst: false });
  expect(told.map(({ rules }) => rules.split('\n').map(rule => rule.slice(0, 60)))).toEqual([
    [
      '@font-face{font-family:"file-icons-seti";src:url("data:font/',
      '.icon:is([data-file="lamps.ts"])::before{content:"\\e099 ";fo',
      '.icon:is([data-file="red.lamp"])::before{content:"";display:',
      '',
    ],
    ['.icon:is([data-file="signals.ts"])::before{content:"\\e099 ";', ''],
  ]);
  expect(told.map(({ isFresh }) => isFresh)).toEqual([false, false]);
});

test('all that a page asked about is told again when a theme changes', async () => {
  await icons.answer({ type: 'fileIcons', names: ['lamps.ts'], isFirst: true });
  await icons.answer({ type: 'fileIcons', names: ['signals.ts'], isFirst: false });
  changeColourTheme(1);
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told[2]).toMatchObject({ isFresh: true });
  expect(told[2]?.rules).toMatch(
    /@font-face.*\n\.icon:is\(\[data-file="lamps\.ts"\],\[data-file="signals\.ts"\]\).*navy/,
  );
  await workspace.getConfiguration('workbench').update('iconTheme', null);
  await vi.waitFor(() => expect(told).toHaveLength(4));
  expect(told[3]).toEqual({ type: 'fileIcons', isFresh: true, rules: '' });
});

test.each([
  ['no theme', null],
  ['a theme that is not installed', 'other'],
])('a page is told nothing with %s', async (_what, theme) => {
  editor.settings.set('workbench.iconTheme', theme);
  await icons.answer({ type: 'fileIcons', names: ['lamps.ts'], isFirst: true });
  expect(told).toEqual([{ type: 'fileIcons', isFresh: false, rules: '' }]);
});

test('a theme that is damaged is noted in the log, and the page keeps its icons', async () => {
  editor.files.set('/seti/icons/theme.json', '{"file":');
  await icons.answer({ type: 'fileIcons', names: ['lamps.ts'], isFirst: true });
  expect(told).toEqual([]);
  expect(log.lines.join('\n')).toContain('The file icon theme could not be read');
});
