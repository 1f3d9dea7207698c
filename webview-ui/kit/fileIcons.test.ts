import { beforeEach, expect, test, vi } from 'vitest';
import { isIconsWish } from '../../src/shared/webview/fileIcons';

/** What the page has said. */
let said: { readonly names: readonly string[]; readonly isFirst: boolean }[];
let hear: (event: { readonly data: unknown }) => void;
const page = { adoptedStyleSheets: [] as readonly Sheet[] };

class Sheet {
  rules = '';
  replaceSync(rules: string): void {
    this.rules = rules;
  }
}

/** The module as a new document has it. */
async function loaded() {
  vi.resetModules();
  return await import('./fileIcons');
}

beforeEach(() => {
  said = [];
  page.adoptedStyleSheets = [];
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (wish: never) => said.push(wish) }));
  vi.stubGlobal('document', page);
  vi.stubGlobal('CSSStyleSheet', Sheet);
  vi.stubGlobal('window', {
    addEventListener: (_type: string, listener: typeof hear) => (hear = listener),
  });
});

test('asks once for each name, all that are drawn together in one message', async () => {
  const { iconName } = await loaded();
  expect(['src/Lamps.ts', 'a/b/lamps.ts', 'README'].map(iconName)).toEqual([
    'lamps.ts',
    'lamps.ts',
    'readme',
  ]);
  await Promise.resolve();
  iconName('lamps.ts');
  iconName('signals.ts');
  await Promise.resolve();
  expect(said).toEqual([
    { type: 'fileIcons', names: ['lamps.ts', 'readme'], isFirst: true },
    { type: 'fileIcons', names: ['signals.ts'], isFirst: false },
  ]);
});

test('a name that is too long, and more names than one message takes, spoil nothing', async () => {
  const { iconName } = await loaded();
  iconName('x'.repeat(256));
  for (let at = 0; at < 1_001; at++) iconName(`${at}.ts`);
  await Promise.resolve();
  expect(said.map(({ names, isFirst }) => [names.length, isFirst])).toEqual([
    [500, true],
    [500, false],
    [1, false],
  ]);
  expect(said.every(isIconsWish)).toBe(true);
});

test('answers add to those before, until one is of another theme', async () => {
  const { iconName } = await loaded();
  iconName('lamps.ts');
  await Promise.resolve();
  const answer = (rules: string, isFresh = false) => hear({ data: { type: 'fileIcons', isFresh, rules } });
  const rules = () => page.adoptedStyleSheets.map(sheet => sheet.rules);
  answer('a{}');
  answer('b{}');
  hear({ data: { type: 'picture' } });
  expect(rules()).toEqual(['a{}', 'b{}']);
  answer('c{}', true);
  expect(rules()).toEqual(['c{}']);
});
